import CIIO
import Glibc

/// Reads the samples of one buffer refill.
struct BufferReader {
    let buffer: OpaquePointer
    let streams: [SensorStream]
    let timestamp: IIOChannel?

    /// Waits until the kernel has samples. Returns `false` if the time runs out.
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

    /// Returns the timestamp of each scan in nanoseconds, or zeros if the device has no timestamps.
    func stamps() -> [Int64] {
        guard let timestamp else { return [Int64](repeating: 0, count: scans) }
        return (0..<scans).map { count(of: timestamp, scan: $0) }
    }

    /// Returns a stream's counts in one scan; a scalar uses the first element.
    func counts(of stream: SensorStream, scan: Int) -> (Int64, Int64, Int64) {
        let x = count(of: stream.channels[0], scan: scan)
        guard stream.isVector else { return (x, 0, 0) }
        return (x, count(of: stream.channels[1], scan: scan), count(of: stream.channels[2], scan: scan))
    }

    private func count(of channel: IIOChannel, scan: Int) -> Int64 {
        guard let first = iio_buffer_first(buffer, channel.pointer), let end = iio_buffer_end(buffer) else { return 0 }
        let sample = UnsafeRawPointer(first + scan * iio_buffer_step(buffer))
        // A remote iiod determines which channels a scan contains, and might omit this one.
        guard sample + channel.storageBytes <= UnsafeRawPointer(end) else { return 0 }
        return channel.count(at: sample)
    }
}
