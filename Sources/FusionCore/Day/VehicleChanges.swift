import SensorModel

/// Finds where somebody left one vehicle for another, and no walk between them was told.
///
/// By its speed a bus in a jam is a bicycle and a descent a car, so rides that touch are one as a rule. They are two
/// where both are told with confidence for minutes, and a minute was spent in one place between them, which it takes
/// to get out and on; or where the motor vehicle was faster, and for longer, than any rider. Where the kind changes even
/// once without either, nobody can have changed: there the speed does not tell the kind, and nothing is cut.
struct VehicleChanges {
    /// The day's activities in order of time.
    let activities: [ActivityEstimate]
    let track: DayTrack
    let parameters: DayParameters

    /// The seconds with confidence from which on a ride is of its kind; as long as a vehicle that is parked stands.
    private static let shortestRide = 300.0
    /// The mean speed in m/s that no rider keeps up but downhill: against the air alone it takes 6 W/kg.
    private static let fastestRider = 13.9
    /// The way in metres after which a descent as steep as that is over, 1000 m lower.
    private static let longestDescent = 15_000.0
    /// The probability from which on a ride decided from places alone is of its kind.
    private static let sureByPlaces = 0.5
    /// Seconds between two looks for a rest.
    private static let step = 5.0

    private struct Ride {
        var kind: Activity
        var start: Instant
        var end: Instant
        /// How long it was told with confidence.
        var seconds = 0.0
        /// True if no rider could have done it.
        var isBeyondRiders = false
    }

    /// Returns the moments of change within rides that touch, in order of time. O(activities + looks log n).
    func instants(from start: Instant, until end: Instant) -> [Instant] {
        let rides = rides(from: start, until: end)
        let changes = zip(rides, rides.dropFirst()).map { before, after in
            rest(from: max(before.end, start), until: min(after.start, end))
                ?? (before.isBeyondRiders || after.isBeyondRiders ? after.start : nil)
        }
        return changes.contains(nil) ? [] : changes.compactMap(\.self)
    }

    /// The rides that are sure to be of their kind; two neighbours are of two kinds.
    private func rides(from start: Instant, until end: Instant) -> [Ride] {
        var rides: [Ride] = []
        for activity in activities where activity.until > start && activity.time < end {
            guard activity.activity.isRide, isSure(activity) else { continue }
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

    /// True if a ride is sure to be of its kind: a decision from places alone spreads its probabilities wider.
    private func isSure(_ ride: ActivityEstimate) -> Bool {
        ride.isByPlacesAlone ? ride.probability >= Self.sureByPlaces : ride.confidence >= .medium
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

    /// Returns the middle of the stillest minute around the time between two rides; nil if nobody rested.
    private func rest(from start: Instant, until end: Instant) -> Instant? {
        let minute = parameters.shortestStretch
        var stillest = (time: start, speed: parameters.circlingSpeed)
        var time = start + -minute
        while time <= end {
            let speed = track.meanSpeed(time, time + minute)
            if speed < stillest.speed { stillest = (time, speed) }
            time = time + Self.step
        }
        return stillest.speed < parameters.circlingSpeed ? stillest.time + minute / 2 : nil
    }
}
