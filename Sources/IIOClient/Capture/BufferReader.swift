import CIIO
import Glibc

/// Takes the scans of one refill apart.
struct BufferReader {
    let buffer: OpaquePointer
    let streams: [SensorStream]
    let timestamp: IIOChannel?

    /// Waits until the kernel has samples; false after the time given.
    func wait(milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: iio_buffer_get_poll_fd(buffer), events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }

    /// The number of scans in the refill.
    private var scans: Int {
        let step = iio_buffer_step(buffer)
        guard step > 0, let start = iio_buffer_start(buffer), let end = iio_buffer_end(buffer) else { return 0 }
        return (end - start) / step
    }

    /// Returns the stamp of each scan in nanoseconds; zeros where the device has none.
    func stamps() -> [Int64] {
        guard let timestamp else { return [Int64](repeating: 0, count: scans) }
        return (0..<scans).map { count(of: timestamp, scan: $0) }
    }

    /// Returns a stream's counts in one scan; a scalar's in the first place.
    func counts(of stream: SensorStream, scan: Int) -> (Int64, Int64, Int64) {
        let x = count(of: stream.channels[0], scan: scan)
        guard stream.isVector else { return (x, 0, 0) }
        return (x, count(of: stream.channels[1], scan: scan), count(of: stream.channels[2], scan: scan))
    }

    private func count(of channel: IIOChannel, scan: Int) -> Int64 {
        guard let first = iio_buffer_first(buffer, channel.pointer), let end = iio_buffer_end(buffer) else { return 0 }
        let sample = UnsafeRawPointer(first + scan * iio_buffer_step(buffer))
        // Another machine says which channels a scan holds, and may leave this one out.
        guard sample + channel.storageBytes <= UnsafeRawPointer(end) else { return 0 }
        return channel.count(at: sample)
    }
}
