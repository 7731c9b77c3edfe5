import Glibc

extension IIODevice {
    /// Returns whether another program captures from the device now.
    ///
    /// A program that was killed leaves the buffer switched on, with nobody behind it. The device's node can be opened
    /// by one program at a time, and opening it changes nothing else, so that tells the two apart.
    var isBufferInUse: Bool {
        guard isBufferEnabled else { return false }
        guard context.isLocal else { return true }
        let descriptor = open("/dev/\(id)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        close(descriptor)
        return false
    }

    /// Returns whether this user may use the buffer; what another machine allows shows only by trying.
    var isBufferPermitted: Bool {
        !context.isLocal
            || (access("/dev/\(id)", R_OK | W_OK) == 0
                && access("/sys/bus/iio/devices/\(id)/buffer/enable", W_OK) == 0)
    }
}
