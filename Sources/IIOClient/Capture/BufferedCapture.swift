import CIIO
import Glibc
import SensorModel
import Wire

/// Capture through the kernel's buffer.
extension DeviceCapture {
    /// Captures until the capture ends, then closes the buffer.
    ///
    /// - Parameters:
    ///   - rate: The nominal rate, in samples per second.
    ///   - overrun: The detector of missing samples. After a change of the scale, it counts those of the closed buffer.
    func captureBuffered(rate: Double, _ overrun: inout OverrunDetector) -> End {
        let clockBefore = device.attribute(StampClock.attribute)
        let clock = chooseClock()
        // This runs after the buffer is closed, because the kernel rejects the change before that.
        defer { if let clockBefore { device.setAttribute(StampClock.attribute, to: clockBefore) } }
        for channel in device.channels {
            if isCaptured(channel) { iio_channel_enable(channel.pointer) } else { iio_channel_disable(channel.pointer) }
        }
        let samples = settings.samplesPerRead(rate: rate, bound: bounds.samplesPerRead)
        _ = iio_device_set_kernel_buffers_count(device.pointer, settings.kernelReads(of: samples, rate: rate))
        errno = 0
        guard let buffer = iio_device_create_buffer(device.pointer, samples, false) else { return end(of: errno) }
        stop.guardBuffer(buffer)
        defer {
            stop.release(buffer)
            iio_buffer_destroy(buffer)
        }
        let reader = BufferReader(
            buffer: buffer, streams: streams.filter(\.isBuffered),
            timestamp: device.channels.first { $0.isTimestamp && $0.isScanElement })
        let now = now
        let mapping = clock.map { clock in
            SampleClock.Mapping(offset: { clock.offset(to: now) }, isSteady: clock.isSteady)
        }
        let start = now()
        var capture = BufferState(
            clock: SampleClock(mapping: mapping, hasStamps: reader.timestamp != nil, nominalRate: rate, start: start),
            overrun: overrun, lastHeard: start)
        if reader.timestamp == nil { report(.noStamps) }
        defer {
            report(nil)
            overrun = capture.overrun
        }
        return read(reader, capacity: samples * iio_buffer_step(buffer), &capture)
    }

    /// Reads samples until the capture ends.
    ///
    /// - Parameter capacity: The size of one read in bytes.
    private func read(_ reader: BufferReader, capacity: Int, _ capture: inout BufferState) -> End {
        let isLocal = device.context.isLocal
        if isLocal { _ = iio_buffer_set_blocking_mode(reader.buffer, false) }
        while !stop.isSet {
            progress()
            // Samples in the buffer are read even if they do not fill a read: a sensor may be slower than it reports.
            let isEarly = isLocal && !reader.wait(milliseconds: 200)
            let bytes = iio_buffer_refill(reader.buffer)
            // In this case, libiio has written past its memory, so the process can no longer be trusted.
            guard bytes <= capacity else { _exit(EX_PROTOCOL) }
            if bytes > 0 {
                take(reader, &capture)
            } else if stop.isSet {
                break
            } else if isEarly, bytes == 0 || errorCode(of: bytes) == EAGAIN {
                if let end = handleSilence(&capture) { return end }
            } else if let end = handle(error: errorCode(of: bytes), &capture) {
                return end
            }
            if settle() { return .rescaled }
            if bytes > 0 {
                let aside = unbuffered(reader, at: now(), &capture)
                if !aside.isEmpty { hold(aside) }
                watchMountMatrix()
            }
        }
        if isLocal, iio_buffer_refill(reader.buffer) > 0 { take(reader, &capture) }
        return .stopped
    }

    /// Returns the errno of a negative result. A remote iiod may have sent any value.
    private func errorCode(of result: Int) -> Int32 { Int32(clamping: result.magnitude) }

    private func isCaptured(_ channel: IIOChannel) -> Bool {
        guard channel.isScanElement else { return false }
        return channel.isTimestamp || streams.contains { $0.channels.contains { $0.pointer == channel.pointer } }
    }

    /// Requests timestamps of the boot clock, which is never set; `nil` if this machine cannot read the clock in use.
    private func chooseClock() -> StampClock? {
        guard device.context.isThisMachine else { return nil }
        device.setAttribute(StampClock.attribute, to: StampClock.boottime.rawValue)
        return StampClock(rawValue: device.attribute(StampClock.attribute) ?? StampClock.realtime.rawValue)
    }

    private func end(of code: Int32) -> End {
        switch errorCode(of: Int(code)) {
        case EACCES, EPERM: .noBuffer(.notPermitted(device.name))
        case EBUSY: .noBuffer(.bufferInUse(device.name))
        case ENODEV, ENOENT: isPresent && device.context.isLocal ? .noBuffer(silentBuffer) : .gone
        default: .noBuffer(silentBuffer)
        }
    }

    /// The reason why a buffer that can be opened delivers nothing.
    private var silentBuffer: IIOError {
        device.lacksTrigger ? .noTrigger(device.name) : .noBuffer(device.name)
    }

    private func take(_ reader: BufferReader, _ capture: inout BufferState) {
        let received = now()
        // Reported only when samples arrive: a buffer that opens might never deliver.
        if reader.streams.contains(where: { scaling(of: $0) != nil }) {
            report(.connected, detail: reader.timestamp == nil ? "\(device.name) has no timestamps." : nil)
        } else {
            report(.silent, trouble: .readErrors, detail: "The scale of \(device.name) cannot be read.")
        }
        capture.consume(delivery: received)
        let before = capture.clock.source
        let times = capture.clock.times(stamps: reader.stamps(), received: received)
        if capture.clock.source != before {
            report(.stuckStamps)
            report(
                .connected,
                detail:
                    "The timestamps of \(device.name) are zero, do not advance, or contradict the arrival: arrival times are used.",
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
        hold(events)
    }

    /// Reads the streams that the buffer does not hold, at intervals: many motion sensors have such a temperature.
    private func unbuffered(
        _ reader: BufferReader, at time: Instant, _ capture: inout BufferState
    ) -> [LoggedEvent] {
        guard reader.streams.count < streams.count, capture.isDue(unbufferedRead: time, every: settings.aside) else {
            return []
        }
        return streams.filter { !$0.isBuffered }.compactMap { poll($0, at: time) }
    }

    private func reportDrops(_ count: Int, at time: Instant, _ received: Instant, _ events: inout [LoggedEvent]) {
        guard count > 0 else { return }
        for stream in streams where stream.isBuffered {
            let drop = DropReport(device: id, stream: stream.kind, count: count)
            events.append(LoggedEvent(SensorEvent(time: time, received: received, payload: .drop(drop))))
        }
    }

    /// Handles a wait without samples: the device may be gone, stalled, or never triggered.
    private func handleSilence(_ capture: inout BufferState) -> End? {
        capture.emptyWaits += 1
        if capture.emptyWaits.isMultiple(of: 3), !isPresent { return .gone }
        guard now() - capture.lastHeard > settings.silence else { return nil }
        if !capture.hasDelivered, device.triggerName == nil { return .noBuffer(silentBuffer) }
        report(.silent, detail: "\(device.name) is silent.")
        return nil
    }

    private func handle(error code: Int32, _ capture: inout BufferState) -> End? {
        switch code {
        case EAGAIN, EINTR: return nil
        case ENODEV, ENOENT: return .gone
        case ETIMEDOUT where device.context.isLocal: return handleSilence(&capture)
        case ETIMEDOUT:
            // After a single timeout, libiio's network buffers return only errors, so the buffer is created again.
            report(.silent, detail: "\(device.name) is silent.")
        case EIO:
            report(.silent, trouble: .readErrors, detail: "\(device.name) answers with read errors.")
            guard device.context.isLocal else { break }
            usleep(100_000)
            return isPresent ? nil : .gone
        default: break
        }
        return .broken(.kernel(device: device.name, operation: "Reading the buffer", code: code))
    }
}

/// The state that a running capture keeps between two reads.
struct BufferState {
    var clock: SampleClock
    var overrun: OverrunDetector
    var emptyWaits = 0
    /// The time of the last samples or, before the first ones, the time when the buffer was opened.
    private(set) var lastHeard: Instant
    /// Whether any sample has been read.
    private(set) var hasDelivered = false
    private var lastUnbufferedRead: Instant?

    init(clock: SampleClock, overrun: OverrunDetector, lastHeard: Instant) {
        self.clock = clock
        self.overrun = overrun
        self.lastHeard = lastHeard
    }

    mutating func consume(delivery time: Instant) {
        lastHeard = time
        hasDelivered = true
    }

    mutating func isDue(unbufferedRead time: Instant, every seconds: Double) -> Bool {
        if let last = lastUnbufferedRead, time - last < seconds { return false }
        lastUnbufferedRead = time
        return true
    }
}
