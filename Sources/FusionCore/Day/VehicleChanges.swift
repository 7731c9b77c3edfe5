import SensorModel

/// Finds changes from one vehicle to another without a walk between them.
///
/// By speed alone, a bus in a jam looks like a bicycle, and a descent by bicycle looks like a car, so adjacent rides
/// normally count as one. They are separate if both were inferred with confidence for minutes and either the user rested
/// for a minute between them, the time to change, or the motor vehicle was faster, and for longer, than any
/// cyclist. If even one change of kind meets neither condition, the speed does not determine the kind, and nothing is
/// divided.
struct VehicleChanges {
    /// The day's activities, in order of time.
    let activities: [ActivityEstimate]
    let track: DayTrack
    let parameters: DayParameters

    /// The minimum time with confidence, in seconds, for a ride whose kind is certain.
    private static let shortestRide = 300.0
    /// The mean speed, in m/s, that a cyclist reaches only downhill: air resistance alone requires 6 W/kg.
    private static let fastestRider = 13.9
    /// The distance, in metres, after which a descent steep enough for that speed has ended, 1000 m lower.
    private static let longestDescent = 15_000.0
    /// The minimum probability of a ride whose kind is certain.
    static let sure = 0.5

    private struct Ride {
        var kind: Activity
        var start: Instant
        var end: Instant
        /// The time for which the ride was inferred with confidence, in seconds.
        var seconds = 0.0
        /// True if no cyclist could have made the ride.
        var isBeyondRiders = false
    }

    /// Returns the times of change among adjacent rides, in order. O(activities x changes).
    func instants(from start: Instant, until end: Instant) -> [Instant] {
        let rides = rides(from: start, until: end)
        let changes = zip(rides, rides.dropFirst()).map { before, after in
            rest(from: max(before.end, start), until: min(after.start, end))
                ?? (before.isBeyondRiders || after.isBeyondRiders ? after.start : nil)
        }
        return changes.contains(nil) ? [] : changes.compactMap(\.self)
    }

    /// Returns the rides whose kind is certain; adjacent ones differ in kind.
    private func rides(from start: Instant, until end: Instant) -> [Ride] {
        var rides: [Ride] = []
        for activity in activities where activity.until > start && activity.time < end {
            guard activity.activity.isRide, activity.probability >= Self.sure else { continue }
            var ride = Ride(
                kind: activity.activity, start: max(start, activity.time), end: min(end, activity.until))
            ride.seconds = ride.end - ride.start
            let speed = track.meanSpeed(ride.start, ride.end)
            ride.isBeyondRiders =
                ride.kind == .automotive && speed >= Self.fastestRider && speed * ride.seconds >= Self.longestDescent
            rides.append(ride)
        }
        return joined(joined(rides).filter { $0.seconds >= Self.shortestRide })
    }

    private func joined(_ rides: [Ride]) -> [Ride] {
        rides.reduce(into: []) { joined, ride in
            guard let last = joined.last, last.kind == ride.kind else {
                joined.append(ride)
                return
            }
            joined[joined.count - 1].end = ride.end
            joined[joined.count - 1].seconds += ride.seconds
            joined[joined.count - 1].isBeyondRiders = last.isBeyondRiders || ride.isBeyondRiders
        }
    }

    /// Returns the middle of the longest rest between two rides; `nil` if none lasted long enough for a change.
    private func rest(from start: Instant, until end: Instant) -> Instant? {
        let rests = activities.rests(atLeast: parameters.shortestStretch).filter { $0.end >= start && $0.start <= end }
        return rests.max { $0.duration < $1.duration }.map { $0.start + $0.duration / 2 }
    }
}
