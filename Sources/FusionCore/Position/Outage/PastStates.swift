import NavigationMath
import SensorModel

/// Where ``VehicleInertial`` was in the last two seconds: a fix arrives after the samples of its time.
struct PastStates: Sendable, Hashable {
    /// A place in metres and a velocity in m/s, east and north.
    struct Entry: Sendable, Hashable {
        var time: Instant
        var place: SIMD2<Double>
        var velocity: SIMD2<Double>

        /// Creates the entry of a state.
        init(_ state: VehicleInertial.State, at time: Instant) {
            self.time = time
            place = state.place
            velocity = SIMD2(state.velocity.x, state.velocity.y)
        }
    }

    private var entries: [Entry] = []

    /// Seconds between two entries, and how many there are.
    private static let (interval, count) = (0.095, 20)

    /// Adds where the integration is now.
    mutating func note(_ state: VehicleInertial.State, at time: Instant) {
        if let last = entries.last, time - last.time < Self.interval { return }
        if entries.count == Self.count { entries.removeFirst() }
        entries.append(Entry(state, at: time))
    }

    /// Returns the entry that is nearest to a moment; `nil` if there is none.
    func entry(at time: Instant) -> Entry? {
        guard var nearest = entries.last else { return nil }
        for entry in entries.reversed() where abs(entry.time - time) < abs(nearest.time - time) { nearest = entry }
        return nearest
    }

    /// Adds the errors that the filter found; what they were some tenths of a second ago differs by less.
    mutating func correct(by errors: [Double]) {
        typealias Part = ErrorCovariance.Part
        for index in entries.indices {
            entries[index].velocity += SIMD2(errors[Part.velocity], errors[Part.velocity + 1])
            entries[index].place += SIMD2(errors[Part.place], errors[Part.place + 1])
        }
    }
}
