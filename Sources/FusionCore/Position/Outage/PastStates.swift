import Geometry
import SensorModel

/// The states of ``VehicleInertial`` over the last two seconds, because a fix arrives after the samples of its time.
struct PastStates: Sendable, Hashable {
    /// The place in metres and the velocity in m/s, each east and north.
    struct Entry: Sendable, Hashable {
        var time: Instant
        var place: SIMD2<Double>
        var velocity: SIMD2<Double>

        /// Creates an entry from a state.
        init(_ state: VehicleInertial.State, at time: Instant) {
            self.time = time
            place = state.place
            velocity = SIMD2(state.velocity.x, state.velocity.y)
        }
    }

    private var entries: [Entry] = []

    /// The time between two entries, in seconds, and the maximum number of entries.
    private static let (interval, count) = (0.095, 20)

    /// Adds the current state, unless the last entry is too recent.
    mutating func note(_ state: VehicleInertial.State, at time: Instant) {
        if let last = entries.last, time - last.time < Self.interval { return }
        if entries.count == Self.count { entries.removeFirst() }
        entries.append(Entry(state, at: time))
    }

    /// Returns the entry nearest to an instant; `nil` if there are no entries.
    func entry(at time: Instant) -> Entry? {
        guard var nearest = entries.last else { return nil }
        for entry in entries.reversed() where abs(entry.time - time) < abs(nearest.time - time) { nearest = entry }
        return nearest
    }

    /// Adds the errors that the filter found. The entries are so recent that their errors are practically the same.
    mutating func correct(by errors: [Double]) {
        typealias Part = ErrorCovariance.Part
        for index in entries.indices {
            entries[index].velocity += SIMD2(errors[Part.velocity], errors[Part.velocity + 1])
            entries[index].place += SIMD2(errors[Part.place], errors[Part.place + 1])
        }
    }
}
