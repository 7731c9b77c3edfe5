import CIIO
import Glibc
import NavigationMath
import SensorModel

/// Capture by reading attributes one after another, with this machine's time: slower, but open to every user.
extension DeviceCapture {
    /// Captures until it ends.
    func capturePolled() -> End {
        let isMotion = streams.contains(where: \.isVector)
        let period = 1 / (isMotion ? settings.polledMotionRate : settings.slowRate)
        var failures = 0
        var next = Instant.wallClock
        while !stop.isSet {
            let received = Instant.wallClock
            watchScalings(now: received)
            let events = streams.compactMap { read($0, at: received) }
            hand(events)
            failures = events.isEmpty ? failures + 1 : 0
            if failures > 0 {
                if !isPresent { return .gone }
                if Double(failures) * period > settings.silence {
                    report(.silent, detail: "\(device.name) cannot be read now.")
                }
                if !device.context.isLocal, failures > 10 {
                    return .broken(.kernel(device: device.name, operation: "Reading", code: EPIPE))
                }
            } else {
                report(.connected)
            }
            next = max(next + period, received)
            let wait = next - .wallClock
            if wait > 0 { usleep(UInt32(min(wait, 1) * 1e6)) }
        }
        return .stopped
    }

    private func read(_ stream: SensorStream, at time: Instant) -> LoggedEvent? {
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
