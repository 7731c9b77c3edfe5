import CIIO
import Glibc
import SensorModel

/// Capture through the kernel's buffer.
extension DeviceCapture {
    /// Captures until it ends; the buffer is closed then.
    func captureBuffered(rate: Double) -> End {
        let clock = chooseClock()
        for channel in device.channels {
            if isCaptured(channel) { iio_channel_enable(channel.pointer) } else { iio_channel_disable(channel.pointer) }
        }
        _ = iio_device_set_kernel_buffers_count(device.pointer, settings.kernelReads)
        let samples = max(1, Int(rate * settings.readPeriod))
        errno = 0
        guard let buffer = iio_device_create_buffer(device.pointer, samples, false) else { return end(of: errno) }
        defer { iio_buffer_destroy(buffer) }
        let isLocal = device.context.isLocal
        if isLocal { _ = iio_buffer_set_blocking_mode(buffer, false) }
        let reader = BufferReader(
            buffer: buffer, streams: streams.filter { $0.channels.allSatisfy(\.isScanElement) },
            timestamp: device.channels.first { $0.isTimestamp && $0.isScanElement })
        var capture = BufferState(
            clock: SampleClock(clock: clock, hasStamps: reader.timestamp != nil, nominalRate: rate),
            overrun: OverrunDetector(nominalRate: rate), lastHeard: .wallClock)
        while !stop.isSet {
            if isLocal, !reader.wait(milliseconds: 200) {
                if let end = handleSilence(&capture) { return end }
                continue
            }
            let bytes = iio_buffer_refill(buffer)
            if bytes > 0 {
                take(reader, &capture)
            } else if let end = handle(error: Int32(-bytes), &capture) {
                return end
            }
        }
        return .stopped
    }

    private func isCaptured(_ channel: IIOChannel) -> Bool {
        guard channel.isScanElement else { return false }
        return channel.isTimestamp || streams.contains { $0.channels.contains { $0.pointer == channel.pointer } }
    }

    /// Asks for stamps of the boot clock, which is never set; nil where this machine cannot read the clock used.
    private func chooseClock() -> StampClock? {
        guard device.context.isLocal else { return nil }
        device.setAttribute("current_timestamp_clock", to: StampClock.boottime.rawValue)
        return StampClock(rawValue: device.attribute("current_timestamp_clock") ?? StampClock.realtime.rawValue)
    }

    private func end(of code: Int32) -> End {
        switch abs(code) {
        case EACCES, EPERM: .noBuffer(.notPermitted(device.name))
        case EBUSY: .noBuffer(.bufferInUse(device.name))
        case ENODEV, ENOENT: .gone
        default: .noBuffer(.noBuffer(device.name))
        }
    }

    private func take(_ reader: BufferReader, _ capture: inout BufferState) {
        let received = Instant.wallClock
        watchScalings(now: received)
        // Not before samples come: a buffer that opens may still never deliver.
        report(.connected)
        capture.lastHeard = received
        let before = capture.clock.source
        let times = capture.clock.times(stamps: reader.stamps(), received: received)
        if capture.clock.source != before {
            report(
                .connected, detail: "The time stamps of \(device.name) stand still: times of arrival are used.",
                always: true)
        }
        var events: [LoggedEvent] = []
        events.reserveCapacity(times.count * reader.streams.count)
        for (index, time) in times.enumerated() {
            if capture.clock.source == .stamps {
                reportDrops(capture.overrun.missing(before: time), at: time, received, &events)
            }
            for stream in reader.streams {
                guard let scaling = scaling(of: stream) else { continue }
                events.append(
                    stream.event(
                        counts: reader.counts(of: stream, scan: index), scaling: scaling, device: id, time: time,
                        received: received))
            }
        }
        hand(events)
    }

    private func reportDrops(_ count: Int, at time: Instant, _ received: Instant, _ events: inout [LoggedEvent]) {
        guard count > 0 else { return }
        for stream in streams {
            let drop = DropReport(device: id, stream: stream.kind, count: count)
            events.append(LoggedEvent(SensorEvent(time: time, received: received, payload: .drop(drop))))
        }
    }

    /// A wait without samples: the device may be gone, stalled, or never triggered.
    private func handleSilence(_ capture: inout BufferState) -> End? {
        let silent = Instant.wallClock - capture.lastHeard
        capture.emptyWaits += 1
        if capture.emptyWaits.isMultiple(of: 3), !isPresent { return .gone }
        guard silent > settings.silence else { return nil }
        if !capture.hasDelivered, device.triggerName == nil { return .noBuffer(.noBuffer(device.name)) }
        report(.silent, detail: "\(device.name) is silent.")
        return nil
    }

    private func handle(error code: Int32, _ capture: inout BufferState) -> End? {
        switch code {
        case EAGAIN, EINTR: return nil
        case ENODEV, ENOENT: return .gone
        case ETIMEDOUT:
            return device.context.isLocal ? handleSilence(&capture) : handleRemoteTimeout(&capture)
        case EIO where device.context.isLocal:
            report(.silent, detail: "\(device.name) answers with read errors.")
            usleep(100_000)
            return isPresent ? nil : .gone
        default:
            return .broken(.kernel(device: device.name, operation: "Reading the buffer", code: code))
        }
    }

    /// After one time-out libiio's network buffers answer with errors for ever: the buffer is made anew.
    private func handleRemoteTimeout(_ capture: inout BufferState) -> End? {
        report(.silent, detail: "\(device.name) is silent.")
        return .broken(.kernel(device: device.name, operation: "Reading the buffer", code: ETIMEDOUT))
    }
}

/// What a running capture remembers between two reads.
struct BufferState {
    var clock: SampleClock
    var overrun: OverrunDetector
    var lastHeard: Instant {
        didSet { hasDelivered = true }
    }
    var emptyWaits = 0
    private(set) var hasDelivered = false

    init(clock: SampleClock, overrun: OverrunDetector, lastHeard: Instant) {
        self.clock = clock
        self.overrun = overrun
        self.lastHeard = lastHeard
    }
}
