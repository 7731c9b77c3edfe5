import Geometry
public import SensorModel

/// A track after the backward pass of the selected filter, with its length.
public struct SmoothedTrack: Sendable, Hashable {
    /// The positions, with outages bridged and marked as estimated.
    public var track = PositionTrack()
    /// The distance along the track.
    public internal(set) var distances = DistanceColumn()
    /// True for the track of a baseline, which only its own filter changes.
    let isBaseline: Bool

    /// Creates an empty track.
    public init() { self.init(isBaseline: false) }

    init(isBaseline: Bool) { self.isBaseline = isBaseline }

    /// Treats the track of a live filter as the smoothed one, while there is none.
    public init(live track: PositionTrack, _ distance: LiveDistance) {
        self.init(isBaseline: true)
        (self.track, self.distances) = (track, distance.distances)
    }

    /// Returns the track with its times sharing the storage of a list, if they are equal. O(n).
    public func sharing(_ times: [Instant]) -> SmoothedTrack {
        var shared = self
        shared.track = track.sharing(times)
        shared.distances = distances.sharing(times)
        return shared
    }
}

/// The distance along a track, fix by fix, and its fastest speed.
public struct DistanceColumn: Sendable, Hashable {
    /// The times of the fixes.
    private(set) var times: [Instant] = []
    /// The measured metres up to each fix.
    private(set) var measured: [Double] = []
    /// The estimated metres up to each fix.
    private var estimated = SteadyColumn<Double>()
    /// The highest speed, in m/s, that was held for ``support``, or the highest mean over ``longSupport``, or over all of a
    /// shorter track, if that is higher: without measured speeds, the speed of a few seconds is less certain than that of a minute. 0 if there is
    /// none.
    public private(set) var fastestSpeed = 0.0
    /// The end of the first interval with that speed; `nil` if there is none.
    public private(set) var fastestTime: Instant?

    /// The time, in seconds, for which a speed has to be held to count as the fastest.
    public static let support = 3.0
    /// The time, in seconds, over which a mean speed is no higher than the fastest.
    public static let longSupport = 60.0

    /// Creates an empty distance.
    public init() {}

    /// Creates the distance of fixes from their times, and the measured and the estimated metres up to each.
    init(times: [Instant], measured: [Double], estimated: SteadyColumn<Double>) {
        self.times = times
        self.measured = measured
        self.estimated = estimated
    }

    /// Returns the distance with its times sharing the storage of a list, if they are equal. O(n).
    func sharing(_ times: [Instant]) -> DistanceColumn {
        guard self.times == times else { return self }
        var shared = self
        shared.times = times
        return shared
    }

    /// The measured distance of the whole track, in metres.
    public var distance: Double { measured.last ?? 0 }
    /// The distance of the whole track estimated through outages, in metres.
    public var estimatedDistance: Double { estimated.last ?? 0 }

    /// Returns whether two distances share their storage, because one is a copy of the other. O(1).
    public func isCopy(of other: DistanceColumn) -> Bool {
        times.isCopy(of: other.times) && measured.isCopy(of: other.measured)
    }

    mutating func reserveCapacity(_ count: Int) {
        times.reserveCapacity(count)
        measured.reserveCapacity(count)
    }

    mutating func append(_ time: Instant, metres: SIMD2<Double>) {
        times.append(time)
        measured.append(metres.x)
        estimated.append(metres.y)
    }

    /// Returns the measured and the estimated metres up to a fix.
    func metres(of index: Int) -> SIMD2<Double> { SIMD2(measured[index], estimated[index]) }

    /// Finds the distance at instants in order of time.
    struct Walk {
        private let distances: DistanceColumn
        private var next = 0

        init(_ distances: DistanceColumn) { self.distances = distances }

        /// Returns the measured and the estimated metres up to the last fix at or before an instant, which must not be
        /// earlier than in the previous call.
        mutating func metres(at time: Instant) -> SIMD2<Double> {
            while next < distances.times.count, distances.times[next] <= time { next += 1 }
            return next > 0 ? distances.metres(of: next - 1) : SIMD2(0, 0)
        }
    }

    /// Leaves out what was measured or estimated in rests.
    mutating func forget(distanceIn rests: [StayRest]) {
        let all = self
        estimated = SteadyColumn()
        var (removed, next) = (SIMD2<Double>(0, 0), 0)
        func keep(until end: Int) {
            while next < end {
                measured[next] -= removed.x
                estimated.append(all.estimated[next] - removed.y)
                next += 1
            }
        }
        rests.forEachRange(of: times) { _, range in
            for index in range {
                keep(until: index)
                if index > range.lowerBound { removed += all.metres(of: index) - all.metres(of: index - 1) }
            }
        }
        keep(until: times.count)
    }

    /// The path between places as a multiple of their chord, at most: bends between two fixes are hidden.
    private static let longestBend = 1.5
    /// The largest error of a chord, in sigmas.
    private static let chordSigmas = 3.0

    /// Returns the highest speed in m/s that the measured places on either side of a fix allow, over twice ``support``.
    /// O(fixes in that time).
    private static func fastestPace(of fixes: [SmoothedFix], _ trail: FixTrail, at index: Int) -> Double {
        func pace(towards step: Int) -> Double? {
            var (other, shift, seconds) = (index, SIMD2<Double>(0, 0), 0.0)
            while seconds < 2 * support {
                // A fix has the time and the shift since the one before.
                let link = max(other, other + step)
                guard trail.indices.contains(other + step), !trail.isStart(link) else { return nil }
                shift += trail.shift(of: link)
                seconds += trail.interval(of: link)
                other += step
            }
            let displacement = trail.position(of: other) - trail.position(of: index) + Double(step) * shift
            let error = chordSigmas * (2 * (fixes[other].variance + fixes[index].variance)).squareRoot()
            return (longestBend * displacement.length + error) / seconds
        }
        let paces = [pace(towards: -1), pace(towards: 1)].compactMap(\.self)
        return paces.max() ?? .infinity
    }

    mutating func noteFastest(of fixes: [SmoothedFix], _ trail: FixTrail, _ bounds: [MotionBound]) {
        var sustained = SustainedSpeed()
        for (fix, index) in zip(fixes, trail.indices) where !fix.isOdd {
            let record = trail[index]
            // A receiver's speed needs no course. If it comes with one, the filter decides whether it can be trusted.
            let isBelieved = record.velocity == nil || fix.trustsVelocity
            var stated = isBelieved ? record.speed.map { $0 * record.findings.factor } : nil
            var inferred =
                record.isOfService
                ? 0
                : min(
                    fix.velocity.length - fix.velocityVariance.squareRoot(),
                    record.speed == nil ? ReachedPace.mostSpeed(at: bounds[index].pace) : .infinity)
            // Speeds that nothing else in the track supports pull its velocity along.
            if record.speed != nil, stated ?? inferred > sustained.fastest {
                let speed = stated ?? inferred
                let pace = Self.fastestPace(of: fixes, trail, at: index)
                if speed > pace { (stated, inferred) = (nil, min(inferred, pace)) }
            }
            sustained.update(
                record.isAtRest ? 0 : stated ?? inferred, at: record.time,
                after: record.isStart ? nil : record.interval, isInferred: stated == nil)
        }
        (fastestSpeed, fastestTime) = (sustained.fastest, sustained.time)
        // Between places of a location service, a mean speed may be an estimate.
        let length = times.last.map { $0 - times[0] } ?? 0
        if length >= Self.support, !trail.indices.contains(where: trail.isOfService),
            let mean = best(over: min(Self.longSupport, length)), mean.speed > fastestSpeed
        {
            (fastestSpeed, fastestTime) = (mean.speed, times[mean.last])
        }
    }
}
