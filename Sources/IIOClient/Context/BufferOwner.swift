import Glibc

extension IIODevice {
    /// Whether another program currently captures from the device.
    ///
    /// A program that was killed leaves the buffer enabled, although no program uses it. Only one program at a time can
    /// open the device node, and opening it has no other effect, so this distinguishes the two cases.
    var isBufferInUse: Bool {
        guard isBufferEnabled else { return false }
        guard context.isLocal else { return true }
        let descriptor = open("/dev/\(id)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        close(descriptor)
        return false
    }

    /// Whether the user may use the buffer. For a device of another machine, only an attempt can show this.
    var isBufferPermitted: Bool {
        !context.isLocal
            || (access("/dev/\(id)", R_OK | W_OK) == 0
                && access("/sys/bus/iio/devices/\(id)/buffer/enable", W_OK) == 0)
    }
}
