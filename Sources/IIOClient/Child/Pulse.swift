import SensorModel
import Synchronization

/// Detects threads that wait in libiio for longer than its timeouts: an answer that arrives byte by byte never times
/// out and never completes.
final class Pulse: Sendable {
    /// A part of the process with its own thread.
    enum Part: Hashable {
        /// The search for sensors.
        case search
        /// The capture of a sensor.
        case sensor(DeviceID)
    }

    /// The progress of all threads.
    struct Standing: Equatable {
        /// Whether no thread makes progress.
        var isHung: Bool
        /// The sensors whose threads make no progress.
        var stuckSensors: Set<DeviceID>
    }

    private let patience: Duration
    private let last = Mutex<[Part: SuspendingClock.Instant]>([:])

    /// Creates a pulse without threads.
    /// - Parameter patience: The time without progress after which a thread counts as stuck, in seconds.
    init(patience: Double) {
        self.patience = .seconds(patience)
    }

    /// Records progress of a part.
    func mark(_ part: Part, at now: SuspendingClock.Instant = .now) { last.withLock { $0[part] = now } }

    /// Removes a part whose thread ends.
    func forget(_ part: Part) { last.withLock { _ = $0.removeValue(forKey: part) } }

    /// Returns the progress of all threads at a point in time.
    func standing(at now: SuspendingClock.Instant = .now) -> Standing {
        let late = last.withLock { $0.mapValues { now - $0 > patience } }
        let stuck = late.compactMap { part, isLate -> DeviceID? in
            if isLate, case .sensor(let device) = part { device } else { nil }
        }
        return Standing(isHung: !late.isEmpty && late.values.allSatisfy { $0 }, stuckSensors: Set(stuck))
    }
}
