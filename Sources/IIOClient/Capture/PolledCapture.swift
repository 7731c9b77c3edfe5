import CIIO
import Geometry
import Glibc
import SensorModel

/// Capture by polling attributes, timed by this machine: slower, but available to every user.
extension DeviceCapture {
    /// Captures until the capture ends, or until the obstacle to using the buffer is gone.
    func capturePolled(until obstacle: IIOError) -> End {
        let period = 1 / settings.polledRate(of: device, streams)
        var failures = 0
        var next = now()
        var nextLook = next + settings.rescanInterval
        var nextSettling = next
        while !stop.isSet {
            progress()
            let received = now()
            if received >= nextLook {
                if isOver(obstacle) { return .bufferFree }
                nextLook = received + settings.rescanInterval
            }
            let events = streams.compactMap { poll($0, at: received) }
            hold(events)
            if received >= nextSettling {
                nextSettling = received + settings.readPeriod
                // The sensor may provide a sample of the previous scale until it has taken another one.
                if settle() { next = nextSettling }
            }
            failures = events.isEmpty ? failures + 1 : 0
            if failures > 0 {
                if let end = handle(failures: failures, period: period) { return end }
            } else {
                report(.connected, detail: obstacle.description)
            }
            watchMountMatrix()
            next = max(next + period, received)
            let wait = next - now()
            if wait > 0 { usleep(UInt32(min(wait, 1) * 1e6)) }
        }
        return .stopped
    }

    private func isOver(_ obstacle: IIOError) -> Bool {
        switch obstacle {
        case .bufferInUse: !device.isBufferInUse
        case .notPermitted: device.context.isLocal && device.isBufferPermitted
        default: false
        }
    }

    private func handle(failures: Int, period: Double) -> End? {
        if !isPresent { return .gone }
        if Double(failures) * period > settings.silence {
            report(.silent, trouble: .readErrors, detail: "\(device.name) cannot be read now.")
        }
        guard !device.context.isLocal, failures > 10 else { return nil }
        return .broken(.kernel(device: device.name, operation: "Reading", code: EPIPE))
    }

    /// Reads a stream's attributes once. Returns `nil` if one of them cannot be read.
    func poll(_ stream: SensorStream, at time: Instant) -> LoggedEvent? {
        if let scaling = scaling(of: stream) {
            let counts = stream.channels.map { $0.attribute("raw").flatMap { Int64($0) } }
            guard let x = counts[0] else { return nil }
            guard stream.isVector else {
                return stream.event(counts: (x, 0, 0), scaling: scaling, device: id, time: time, received: time)
            }
            guard let y = counts[1], let z = counts[2] else { return nil }
            return stream.event(counts: (x, y, z), scaling: scaling, device: id, time: time, received: time)
        }
        let values = stream.channels.map { $0.number("input").map { $0 * stream.unitFactor } }
        guard let x = values[0] else { return nil }
        guard stream.isVector else {
            return stream.event(values: Vector3(x, 0, 0), device: id, time: time, received: time)
        }
        guard let y = values[1], let z = values[2] else { return nil }
        return stream.event(values: Vector3(x, y, z), device: id, time: time, received: time)
    }
}
