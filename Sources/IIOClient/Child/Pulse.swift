import SensorModel
import Synchronization

/// Notices threads that wait in libiio for longer than its time-outs: an answer that trickles in byte by byte is never
/// late, and never complete.
final class Pulse: Sendable {
    /// What has a thread of its own.
    enum Part: Hashable {
        /// The search for sensors.
        case search
        /// The capture of a sensor.
        case sensor(DeviceID)
    }

    /// How the threads stand.
    struct Standing: Equatable {
        /// True if none of them makes progress.
        var isHung: Bool
        /// The sensors whose threads do not.
        var stuckSensors: Set<DeviceID>
    }

    private let patience: Duration
    private let last = Mutex<[Part: SuspendingClock.Instant]>([:])

    /// Creates a pulse.
    /// - Parameter patience: The time without progress after which a thread is stuck, in seconds.
    init(patience: Double) {
        self.patience = .seconds(patience)
    }

    /// Records that a part makes progress.
    func note(_ part: Part, at now: SuspendingClock.Instant = .now) { last.withLock { $0[part] = now } }

    /// Forgets a part whose thread ends.
    func forget(_ part: Part) { last.withLock { _ = $0.removeValue(forKey: part) } }

    /// Returns the state of all threads at a time.
    func standing(at now: SuspendingClock.Instant = .now) -> Standing {
        let late = last.withLock { $0.mapValues { now - $0 > patience } }
        let stuck = late.compactMap { part, isLate -> DeviceID? in
            if isLate, case .sensor(let device) = part { device } else { nil }
        }
        return Standing(isHung: !late.isEmpty && late.values.allSatisfy { $0 }, stuckSensors: Set(stuck))
    }
}
