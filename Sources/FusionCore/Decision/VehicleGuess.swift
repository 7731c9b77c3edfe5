import Glibc
import SensorModel

/// Guesses the kind of vehicle of whole rides.
///
/// Guide: docs/estimators/activity.md.
struct VehicleGuess {
    /// The intervals between the cells of a session, in order.
    let intervals: [TravelInterval]

    /// The minimum probability of a kind that is named.
    private static let sure = 0.5
    /// The maximum time, in seconds, for which a ride may rest.
    private static let longestRest = 600.0
    /// The speed, in m/s, that no vehicle on the ground reaches in regular service.
    private static let fastestOnGround = 125.0
    /// The vertical speed, in m/s, that nothing on the ground keeps up for a minute: that of the steepest roads at 70 km/h.
    private static let fastestClimb = 4.0
    /// The kinds in the order of ``BoostedTrees/vehicles``, and how often each is taken. The trees are trained on equally many
    /// of each; in most countries people make at least twice as many trips by car as by bus or by rail.
    private static let kinds = [VehicleKind.car, .bus, .train]
    private static let frequencies = SIMD8<Double>(2, 1, 1, 0, 0, 0, 0, 0)

    /// Records the kind of the rides among activities: automotive stretches with at most a rest between them. A ride that is
    /// stated, or only a guess, has no kind. O(activities + intervals).
    func name(_ activities: inout [ActivityEstimate]) {
        nameClimbs(&activities)
        var (first, next) = (0, 0)
        while first < activities.count {
            guard activities[first].isInferredRide else {
                first += 1
                continue
            }
            var last = first
            for index in activities.indices.dropFirst(first + 1) {
                let stretch = activities[index]
                if stretch.isInferredRide {
                    last = index
                } else if stretch.activity != .stationary || stretch.until - activities[last].until > Self.longestRest {
                    break
                }
            }
            let (start, end) = (activities[first].time, activities[last].until)
            while next < intervals.count, intervals[next].end <= start { next += 1 }
            let kind = kind(of: intervals[next...].prefix { $0.start < end })
            for index in first...last where activities[index].isInferredRide && activities[index].confidence >= .medium
            {
                activities[index].vehicle = activities[index].vehicle ?? kind
            }
            first = last + 1
        }
    }

    /// Turns stretches that climb or descend as only an aircraft, a balloon or a parachute does into flights, whatever their
    /// speed suggests. What a file or the user stated stays; only an inferred activity has alternatives.
    private func nameClimbs(_ activities: inout [ActivityEstimate]) {
        let climbs = intervals.indices.filter(isClimb)
        guard !climbs.isEmpty else { return }
        var next = 0
        for place in activities.indices where !activities[place].alternatives.isEmpty {
            let stretch = activities[place]
            while next < climbs.count, intervals[climbs[next]].end <= stretch.time { next += 1 }
            var time = 0.0
            for index in climbs[next...] {
                guard intervals[index].start < stretch.until else { break }
                time += min(intervals[index].end, stretch.until) - max(intervals[index].start, stretch.time)
            }
            guard time > (stretch.until - stretch.time) / 2 else { continue }
            if stretch.activity != .automotive {
                activities[place].activity = .automotive
                activities[place].probability = 1 - stretch.probability
                activities[place].confidence = .low
            }
            activities[place].vehicle = .aircraft
        }
    }

    /// Returns whether the vertical speed of an interval, and that of a neighbour in the same direction, is beyond what is
    /// possible on the ground. Wrong heights change from interval to interval.
    private func isClimb(_ index: Int) -> Bool {
        func climb(_ index: Int) -> Double {
            intervals.indices.contains(index) ? intervals[index].grade?.climb ?? 0 : 0
        }
        let here = climb(index)
        guard abs(here) >= Self.fastestClimb else { return false }
        return max(climb(index - 1) * here, climb(index + 1) * here) >= Self.fastestClimb * Self.fastestClimb
    }

    /// Returns the kind of a ride; `nil` if none is probable enough.
    private func kind(of ride: ArraySlice<TravelInterval>) -> VehicleKind? {
        let time = ride.reduce(0) { $0 + $1.duration }
        let flying = ride.reduce(0) { $0 + ($1.speed ?? 0 > Self.fastestOnGround ? $1.duration : 0) }
        // An aircraft also taxies, climbs, and descends.
        if flying > time / 2 { return .aircraft }
        guard let shape = RideShape(ride) else { return nil }
        var shares = Self.frequencies * BoostedTrees.vehicles.probabilities(of: shape.values)
        shares[2] *= exp(ride.reduce(0) { $0 + log($1.grade?.railLikelihood ?? 1) })
        let best = Self.kinds.indices.max { shares[$0] < shares[$1] } ?? 0
        return shares[best] > Self.sure * shares.sum() ? Self.kinds[best] : nil
    }
}

extension ActivityEstimate {
    fileprivate var isInferredRide: Bool { activity == .automotive && !isStated }
}
