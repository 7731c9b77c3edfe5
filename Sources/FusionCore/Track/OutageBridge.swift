import Geometry
import Glibc
import SensorModel

/// A position and velocity at an end of an outage, or during it.
struct BridgeEnd {
    var time: Instant
    /// The position in metres, and the velocity in m/s, each east and north on the plane of the outage's start.
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
    /// The variances of one axis, in m^2 and in m^2/s^2.
    var variance: Double
    var velocityVariance: Double
    /// The height in metres; `nil` if the fix has none.
    var altitude: Double?
    init(_ record: FixRecord, _ fix: SmoothedFix) {
        time = record.time
        position = fix.position
        velocity = fix.velocity
        variance = fix.variance
        velocityVariance = fix.velocityVariance
        altitude = record.altitude
    }

    /// Limits the speed at the end of a silence to what the pace around it supports, in m/s.
    mutating func limitSpeed(at pace: Double) {
        velocity *= min(1, ReachedPace.mostSpeed(at: pace) / max(velocity.length, 1e-9))
    }

    /// Returns the straight-line distance to another end, in metres.
    func distance(to other: BridgeEnd) -> Double { (other.position - position).length }

    /// Returns the estimate on a plane, marked as not supported by a fix.
    func estimate(on plane: LocalPlane) -> PositionEstimate {
        PositionEstimate(
            time: time, coordinate: plane.coordinate(PlanePoint(east: position.x, north: position.y)),
            altitude: altitude, accuracy: variance.squareRoot(), eastVelocity: velocity.x, northVelocity: velocity.y,
            covariance: SIMD3(variance, 0, variance), isEstimated: true)
    }
}

extension TrackSmoother {
    /// Returns points between the two ends of an outage, without the ends, each marked as estimated.
    /// - Parameters:
    ///   - start: The start of the outage.
    ///   - end: The end of the outage, on the plane of the start.
    ///   - plane: The plane of the start.
    ///   - pace: The pace around a silence, in m/s; `nil` for the interval of a receiver with infrequent fixes.
    ///   - interval: The time between two points, in seconds.
    ///   - priors: The prior weights of the memories of the velocity.
    ///   - trail: The trail of dead reckoning through the outage; `nil` without one.
    func bridge(
        from start: BridgeEnd, to end: BridgeEnd, on plane: LocalPlane, pace: Double? = nil, interval: Double,
        priors: BridgeMixture.PriorWeights, trail: ReckonedTrail? = nil
    ) -> [PositionEstimate] {
        let whole = end.time - start.time
        let count = Int((whole / interval).rounded(.up)) - 1
        guard count > 0 else { return [] }
        let bridge = BridgeMixture(
            start: start, end: end, memory: parameters.velocityMemory, priors: priors, pace: pace)
        let trail = trail?.scaled(from: start.velocity, to: end.velocity, until: end.time)
        let miss = trail.flatMap { Self.miss(of: $0, from: start, to: end, parameters.trailTolerance) }
        return (1...count).map { index in
            let share = Double(index) / Double(count + 1)
            var state = bridge.state(after: share * whole)
            if let trail, let miss, let offset = trail.offset(at: state.time) {
                state.position = start.position + offset + miss * share
                // The miss at the exit indicates the error before it; the error is smallest at both ends.
                let off = (miss * miss).sum() / 4 * share * (1 - share)
                state.variance = start.variance * (1 - share) + end.variance * share + off
            }
            if let first = start.altitude, let last = end.altitude { state.altitude = first + (last - first) * share }
            return state.estimate(on: plane)
        }
    }
}

extension TrackSmoother {
    /// The miss, in metres, that is tolerated of the shortest trail.
    private static let leastTolerance = 10.0

    /// Returns by how much a trail misses the exit, in metres; `nil` if the miss exceeds the tolerance.
    private static func miss(
        of trail: ReckonedTrail, from start: BridgeEnd, to end: BridgeEnd,
        _ tolerance: Double
    ) -> SIMD2<Double>? {
        guard let last = trail.points.last else { return nil }
        let miss = end.position - start.position - last.offset
        var distance = 0.0
        var before = SIMD2<Double>(0, 0)
        for point in trail.points {
            let leg = point.offset - before
            distance += leg.length
            before = point.offset
        }
        let limit = tolerance * distance + leastTolerance
        return (miss * miss).sum() <= limit * limit ? miss : nil
    }
}

/// A mixture of bridges with several velocity memories, each weighted by how well it explains the position and velocity
/// at the end of the outage.
///
/// The duration for which the velocity persisted is unknown, but both ends provide evidence: a walk that ends near its
/// start soon lost its velocity. The result is the mean and variance of the mixture.
struct BridgeMixture {
    private let bridges: [OutageBridge]
    private let weights: [Double]

    /// The prior weight of each memory, before the ends of a bridge are considered.
    struct PriorWeights {
        /// The logarithms of the weights, one per memory.
        fileprivate var logarithms: [Double]

        /// The memories that are tried, as multiples of the default memory, and the logarithm of each prior weight.
        fileprivate static let shares: [(share: Double, prior: Double)] = [
            (0.25, -1.5), (0.5, -0.5), (1, 0), (2, -1), (4, -1.5), (8, -2.5), (32, -3.5),
        ]
        /// The number of memories that are tried in an outage, because what blocks the signal rarely leaves the motion
        /// unchanged.
        private static let sharesOfOutage = 4

        /// The prior weights in an outage.
        static let ofOutage = PriorWeights(logarithms: shares.prefix(sharesOfOutage).map(\.prior))

        private init(logarithms: [Double]) { self.logarithms = logarithms }

        /// Learns the weights from all long intervals of a track with infrequent fixes, since the same traveller moves
        /// in all of them. O(n).
        /// - Parameter isUsual: Returns whether the time before a fix is not an outage.
        init(_ trail: FixTrail, _ fixes: [SmoothedFix], memory: Double, isUsual: (_ index: Int) -> Bool) {
            logarithms = Self.shares.map(\.prior)
            for index in trail.indices.dropFirst() where !trail.isStart(index) {
                let interval = trail.interval(of: index)
                guard interval > TrackSmoother.curveInterval, isUsual(index) else { continue }
                var start = BridgeEnd(trail[index - 1], fixes[index - 1])
                start.position -= trail.shift(of: index)
                let (first, last) = BridgeMixture.leaning(start, BridgeEnd(trail[index], fixes[index]))
                for (place, share) in Self.shares.enumerated() {
                    logarithms[place] +=
                        OutageBridge(start: first, end: last, memory: memory * share.share).logLikelihood
                }
            }
        }
    }

    init(start: BridgeEnd, end: BridgeEnd, memory: Double, priors: PriorWeights, pace: Double?) {
        var (start, end) = Self.leaning(start, end)
        var longest = Double.infinity
        if let pace = pace.map({ max($0, start.distance(to: end) / (end.time - start.time)) }) {
            start.limitSpeed(at: pace)
            end.limitSpeed(at: pace)
            longest = Self.longestMemory(from: start, to: end)
        }
        bridges = zip(priors.logarithms, PriorWeights.shares).map {
            OutageBridge(start: start, end: end, memory: min(memory * $1.share, longest))
        }
        let scores = zip(bridges, priors.logarithms).map { $0.logLikelihood + $1 }
        let best = scores.max() ?? 0
        let odds = scores.map { exp($0 - best) }
        let sum = odds.reduce(0, +)
        weights = odds.map { $0 / sum }
    }

    /// The longest memory as a fraction of the time that the path across the silence takes at the speed of its ends, and the
    /// shortest memory in seconds. Measured on pauses whose first fixes come back from aside; 0.35 to 0.8 shoot further out.
    private static let (keptShare, shortestMemory) = (0.2, 0.3)
    /// The least speed at the ends, in m/s.
    private static let leastSpeed = 0.1

    /// Returns the longest memory of the velocity in a silence, in seconds. Who has covered little of the distance that the speeds
    /// at its ends suggest has rested, and took no speed along.
    private static func longestMemory(from start: BridgeEnd, to end: BridgeEnd) -> Double {
        let (distance, speed) = (start.distance(to: end), max(start.velocity.length, end.velocity.length, leastSpeed))
        let share = 2 * distance / (speed * (end.time - start.time))
        return share < 1 ? max(shortestMemory, keptShare * distance / speed / (1 - share * share)) : .infinity
    }

    /// Returns both ends with velocities drawn toward the mean velocity between them, more strongly the less certain
    /// they are.
    fileprivate static func leaning(_ start: BridgeEnd, _ end: BridgeEnd) -> (BridgeEnd, BridgeEnd) {
        let mean = (end.position - start.position) / (end.time - start.time)
        // Velocities along a path differ by about half of their mean.
        let spread = (mean * mean).sum() / 4 + 1
        func leaning(_ end: BridgeEnd) -> BridgeEnd {
            var end = end
            end.velocity = mean + (end.velocity - mean) * (spread / (spread + end.velocityVariance))
            return end
        }
        return (leaning(start), leaning(end))
    }

    /// Returns the state at a time after the start, in seconds.
    func state(after time: Double) -> BridgeEnd {
        let states = bridges.map { $0.state(after: time) }
        var mean = states[0]
        (mean.position, mean.velocity, mean.variance) = (SIMD2(0, 0), SIMD2(0, 0), 0)
        for (state, weight) in zip(states, weights) {
            mean.position += weight * state.position
            mean.velocity += weight * state.velocity
        }
        for (state, weight) in zip(states, weights) {
            let off = state.position - mean.position
            mean.variance += weight * (state.variance + (off * off).sum() / 2)
        }
        return mean
    }
}

/// The path between two known states, for a velocity with a finite memory.
///
/// Computes the conditional mean and variance of an integrated Ornstein-Uhlenbeck process given both ends. For times
/// much shorter than the memory, the path is the cubic that joins both states; for much longer times, it is a straight
/// line with rounded ends.
struct OutageBridge {
    let start: BridgeEnd
    let end: BridgeEnd
    let memory: Double
    private let whole: Double
    private let density: Double

    /// The variance of the velocity of a stroll, in m^2/s^2, and the ratio below which the exact expressions cancel.
    private static let (stroll, smallRatio) = (0.25, 0.02)

    init(start: BridgeEnd, end: BridgeEnd, memory: Double) {
        self.start = start
        self.end = end
        self.memory = memory
        whole = end.time - start.time
        // The stationary variance of the velocity follows from the speeds at the ends, and is at least that of a
        // stroll.
        let speeds = (start.velocity * start.velocity).sum() + (end.velocity * end.velocity).sum()
        density = 2 * (speeds / 4 + Self.stroll) / memory
    }

    /// Returns the fraction of the velocity that is left after a time, and the distance per unit of initial velocity.
    private func transition(_ time: Double) -> (keep: Double, distance: Double) {
        let keep = exp(-time / memory)
        return (keep, memory * (1 - keep))
    }

    /// Returns the covariance of the process after a time for a unit density: position, cross, velocity.
    private func noise(_ time: Double) -> (pp: Double, pv: Double, vv: Double) {
        let ratio = time / memory
        if ratio < Self.smallRatio {
            // The exact expressions cancel here; these are their limits.
            return (time * time * time / 3, time * time / 2, time)
        }
        let keep = exp(-ratio)
        let cube = memory * memory * memory
        return (
            cube * (ratio - 2 * (1 - keep) + (1 - keep * keep) / 2),
            memory * memory * (1 - keep) * (1 - keep) / 2,
            memory * (1 - keep * keep) / 2
        )
    }

    /// The log-likelihood of the end given the start and this memory, up to a constant.
    var logLikelihood: Double {
        let (keepAll, wayAll) = transition(whole)
        let all = noise(whole)
        // Both ends are uncertain, according to the filter.
        let pp = density * all.pp + start.variance + end.variance
        let pv = density * all.pv
        let vv = density * all.vv + keepAll * keepAll * start.velocityVariance + end.velocityVariance
        let position = end.position - (start.position + start.velocity * wayAll)
        let velocity = end.velocity - start.velocity * keepAll
        let determinant = max(pp * vv - pv * pv, 1e-12)
        let squares =
            vv * (position * position).sum() - 2 * pv * (position * velocity).sum()
            + pp * (velocity * velocity).sum()
        return -log(determinant) - squares / determinant / 2
    }

    /// Returns the state at a time after the start, in seconds.
    func state(after time: Double) -> BridgeEnd {
        let (keep, distance) = transition(time)
        let (keepRest, wayRest) = transition(whole - time)
        let (keepAll, wayAll) = transition(whole)
        let here = noise(time)
        let all = noise(whole)
        // Gain = Q(t) F(T - t)^T Q(T)^-1, written out.
        let pp = here.pp + here.pv * wayRest
        let pv = here.pv * keepRest
        let vp = here.pv + here.vv * wayRest
        let vv = here.vv * keepRest
        let determinant = all.pp * all.vv - all.pv * all.pv
        let gainPP = (pp * all.vv - pv * all.pv) / determinant
        let gainPV = (pv * all.pp - pp * all.pv) / determinant
        let gainVP = (vp * all.vv - vv * all.pv) / determinant
        let gainVV = (vv * all.pp - vp * all.pv) / determinant
        let missPosition = end.position - (start.position + start.velocity * wayAll)
        let missVelocity = end.velocity - start.velocity * keepAll
        var state = start
        state.time = start.time + time
        state.position += start.velocity * distance + gainPP * missPosition + gainPV * missVelocity
        state.velocity = start.velocity * keep + gainVP * missPosition + gainVV * missVelocity
        let share = time / whole
        let ends = start.variance * (1 - share) + end.variance * share
        state.variance = ends + density * max(0, here.pp - gainPP * pp - gainPV * pv)
        return state
    }
}
