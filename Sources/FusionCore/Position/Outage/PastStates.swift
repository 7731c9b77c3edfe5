import Geometry
import SensorModel

/// The latest states of ``VehicleInertial``, because a fix may arrive after samples later than it.
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
    private static let (interval, count) = (0.095, 8)

    /// Adds the current state, unless the last entry is too recent.
    mutating func append(_ state: VehicleInertial.State, at time: Instant) {
        if let last = entries.last, time - last.time < Self.interval { return }
        if entries.count == Self.count { entries.removeFirst() }
        entries.append(Entry(state, at: time))
    }

    /// Returns the entry at an instant, interpolated; the nearest one outside of the entries, and `nil` without any.
    func entry(at time: Instant) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.time >= time }), index > 0 else {
            return entries.last.map { $0.time < time ? $0 : entries[0] }
        }
        let (first, last) = (entries[index - 1], entries[index])
        let (whole, elapsed) = (max(last.time - first.time, 1e-9), time - first.time)
        let share = elapsed / whole
        var entry = first
        entry.time = time
        entry.velocity += (last.velocity - first.velocity) * share
        // The velocity changes evenly; what corrections added to the place is shared by time.
        let corrected = last.place - first.place - (first.velocity + last.velocity) * (whole / 2)
        entry.place += (first.velocity + entry.velocity) * (elapsed / 2) + corrected * share
        return entry
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
