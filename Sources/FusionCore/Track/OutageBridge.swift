import Geodesy
import Glibc
import NavigationMath
import SensorModel

/// A position and velocity at an end of an outage, or within it.
struct BridgeEnd {
    var time: Instant
    /// Metres and m/s, east and north, on the plane of the outage's start.
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
    /// The variance of one axis in m^2 and in m^2/s^2.
    var variance: Double
    var velocityVariance: Double
    /// The height in metres.
    var altitude: Double?
    init(_ record: FixRecord, _ fix: SmoothedFix) {
        time = record.time
        position = fix.position
        velocity = fix.velocity
        variance = fix.variance
        velocityVariance = fix.velocityVariance
        altitude = record.altitude
    }

    /// Returns the metres to another end in a straight line.
    func way(to other: BridgeEnd) -> Double { (other.position - position).length }

    /// Returns the estimate on a plane, which no fix supports.
    func estimate(on plane: LocalPlane) -> PositionEstimate {
        PositionEstimate(
            time: time, coordinate: plane.coordinate(PlanePoint(east: position.x, north: position.y)),
            altitude: altitude, accuracy: variance.squareRoot(), eastVelocity: velocity.x, northVelocity: velocity.y,
            covariance: SIMD3(variance, 0, variance), isEstimated: true)
    }
}

extension TrackSmoother {
    /// Returns points between the two ends of an outage, the ends not among them, each marked as estimated.
    func bridge(
        from start: BridgeEnd, to end: BridgeEnd, on plane: LocalPlane, interval: Double,
        worths: BridgeMixture.Worths, trail: ReckonedTrail? = nil
    ) -> [PositionEstimate] {
        let whole = end.time - start.time
        let count = Int((whole / interval).rounded(.up)) - 1
        guard count > 0 else { return [] }
        let bridge = BridgeMixture(start: start, end: end, memory: parameters.velocityMemory, worths: worths)
        let trail = trail?.scaled(from: start.velocity, to: end.velocity, until: end.time)
        let miss = trail.flatMap { Self.miss(of: $0, from: start, to: end, parameters.trailTolerance) }
        return (1...count).map { index in
            let share = Double(index) / Double(count + 1)
            var state = bridge.state(after: share * whole)
            if let trail, let miss, let offset = trail.offset(at: state.time) {
                state.position = start.position + offset + miss * share
                // What the trail missed at the exit is what it may be off before, least at either end.
                let off = 0.25 * (miss * miss).sum() * share * (1 - share)
                state.variance = start.variance * (1 - share) + end.variance * share + off
            }
            if let first = start.altitude, let last = end.altitude { state.altitude = first + (last - first) * share }
            return state.estimate(on: plane)
        }
    }
}

extension TrackSmoother {
    /// By how much a trail misses the exit; nil if it misses it by so much that it is not believed.
    private static func miss(
        of trail: ReckonedTrail, from start: BridgeEnd, to end: BridgeEnd,
        _ tolerance: Double
    ) -> SIMD2<Double>? {
        guard let last = trail.points.last else { return nil }
        let miss = end.position - start.position - last.offset
        var way = 0.0
        var before = SIMD2<Double>(0, 0)
        for point in trail.points {
            let leg = point.offset - before
            way += leg.length
            before = point.offset
        }
        let limit = tolerance * way + 10
        return (miss * miss).sum() <= limit * limit ? miss : nil
    }
}

/// Bridges of several velocity memories, each weighed by how well it explains where and how fast the outage ended.
///
/// Nobody knows how long the velocity held while no fix came; both ends say something: a walk that ends near where it began
/// has forgotten its velocity soon. The mean and variance of the mixture follow.
struct BridgeMixture {
    private let bridges: [OutageBridge]
    private let weights: [Double]

    /// What each memory is worth before the ends of one bridge are looked at.
    struct Worths {
        /// The logarithms, one a memory.
        fileprivate var logarithms: [Double]

        /// Shares of the usual memory that are tried, and the logarithm of what each is worth if nothing is known.
        fileprivate static let shares: [(share: Double, prior: Double)] = [
            (0.25, -1.5), (0.5, -0.5), (1, 0), (2, -1), (4, -1.5), (8, -2.5), (32, -3.5),
        ]
        /// The shares that are tried in an outage: what blocks the signal rarely leaves the way as it was.
        private static let sharesOfOutage = 4

        /// What holds in an outage.
        static let ofOutage = Worths(logarithms: shares.prefix(sharesOfOutage).map(\.prior))

        private init(logarithms: [Double]) { self.logarithms = logarithms }

        /// Learns from all intervals of a track whose fixes are far apart: one traveller moves in all of them. O(n).
        init(_ records: [FixRecord], _ fixes: [SmoothedFix], memory: Double, longest: Double) {
            logarithms = Self.shares.map(\.prior)
            for index in records.indices.dropFirst() where !records[index].isStart {
                guard records[index].interval > TrackSmoother.curveInterval, records[index].interval <= longest else {
                    continue
                }
                var start = BridgeEnd(records[index - 1], fixes[index - 1])
                start.position -= records[index].shift
                let (first, last) = BridgeMixture.leaning(start, BridgeEnd(records[index], fixes[index]))
                for (place, share) in Self.shares.enumerated() {
                    logarithms[place] +=
                        OutageBridge(start: first, end: last, memory: memory * share.share).logLikelihood
                }
            }
        }
    }

    init(start: BridgeEnd, end: BridgeEnd, memory: Double, worths: Worths) {
        let (start, end) = Self.leaning(start, end)
        bridges = zip(worths.logarithms, Worths.shares).map {
            OutageBridge(start: start, end: end, memory: memory * $1.share)
        }
        let scores = zip(bridges, worths.logarithms).map { $0.logLikelihood + $1 }
        let best = scores.max() ?? 0
        let odds = scores.map { exp($0 - best) }
        let sum = odds.reduce(0, +)
        weights = odds.map { $0 / sum }
    }

    /// Returns both ends, their velocities leaning on the mean velocity between them the more, the less they are known.
    fileprivate static func leaning(_ start: BridgeEnd, _ end: BridgeEnd) -> (BridgeEnd, BridgeEnd) {
        let mean = (end.position - start.position) / (end.time - start.time)
        // Velocities along a way differ by about half of their mean.
        let spread = (mean * mean).sum() / 4 + 1
        func leaning(_ end: BridgeEnd) -> BridgeEnd {
            var end = end
            end.velocity = mean + (end.velocity - mean) * (spread / (spread + end.velocityVariance))
            return end
        }
        return (leaning(start), leaning(end))
    }

    /// Returns the state some seconds after the start.
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

/// A velocity that forgets itself and a place that must be reached: the way between two known states.
///
/// Conditional mean and variance of an integrated Ornstein-Uhlenbeck process given both ends. Far shorter than the
/// velocity's memory it is the cubic that joins both states; far longer it is a straight line with rounded ends.
struct OutageBridge {
    let start: BridgeEnd
    let end: BridgeEnd
    let memory: Double
    private let whole: Double
    private let density: Double

    init(start: BridgeEnd, end: BridgeEnd, memory: Double) {
        self.start = start
        self.end = end
        self.memory = memory
        whole = end.time - start.time
        // The stationary variance of the velocity is that of the speeds seen, at least a stroll's.
        let speeds = (start.velocity * start.velocity).sum() + (end.velocity * end.velocity).sum()
        density = 2 * (speeds / 4 + 0.25) / memory
    }

    /// The share of the velocity that is left after a time, and the way that a unit of it makes.
    private func transition(_ time: Double) -> (keep: Double, way: Double) {
        let keep = exp(-time / memory)
        return (keep, memory * (1 - keep))
    }

    /// The process' covariance after a time for a unit density: position, cross, velocity.
    private func noise(_ time: Double) -> (pp: Double, pv: Double, vv: Double) {
        let ratio = time / memory
        if ratio < 0.02 {
            // The exact expressions cancel there; these are their limits.
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

    /// How likely the end is, given the start and this memory, but for a constant.
    var logLikelihood: Double {
        let (keepAll, wayAll) = transition(whole)
        let all = noise(whole)
        // Both ends are known no better than the filter says.
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

    /// Returns the state some seconds after the start.
    func state(after time: Double) -> BridgeEnd {
        let (keep, way) = transition(time)
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
        state.position += start.velocity * way + gainPP * missPosition + gainPV * missVelocity
        state.velocity = start.velocity * keep + gainVP * missPosition + gainVV * missVelocity
        let share = time / whole
        let ends = start.variance * (1 - share) + end.variance * share
        state.variance = ends + density * max(0, here.pp - gainPP * pp - gainPV * pv)
        return state
    }
}
