import Geodesy
import Glibc
import NavigationMath
import SensorModel

/// Goes back over a filtered track and lets every fix know what came after it.
///
/// The Rauch-Tung-Striebel pass over the states of ``ConstantVelocityFilter``, written out for its three states;
/// outages are bridged by an integrated Ornstein-Uhlenbeck velocity that knows both ends, and marked as estimated.
/// Sources: H. Rauch, F. Tung, C. Striebel, "Maximum likelihood estimates of linear dynamic systems", AIAA Journal 3
/// (1965); R. Singer, "Estimating optimal tracking filter performance for manned maneuvering targets" (1970).
/// Guide: docs/estimators/smoother.md.
public struct TrackSmoother: Sendable, Hashable {
    /// How outages are bridged.
    public struct Parameters: Sendable, Hashable {
        /// Seconds without a fix that count as an outage.
        public var outage = 8.0
        /// Usual intervals without a fix that count as an outage.
        public var outageIntervals = 4.0
        /// Seconds between two bridged points.
        public var bridgeInterval = 1.0
        /// Seconds in which the velocity at either end of an outage is forgotten.
        public var velocityMemory = 6.0
        /// Share of the way that a trail of turns and steps may miss the exit by and still shape the bridge.
        public var trailTolerance = 0.35
        /// Seconds beyond which an outage is a gap, not a bridge.
        public var longestBridge = 900.0

        /// Makes the defaults.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "outage", \.outage, title: "Outage", unit: "s", range: 1...600,
                meaning: "No fix for longer is an outage, and bridged. Small: slow loggers look bridged. "
                    + "Large: outages are drawn as measured.", source: "the watchdog's silence"),
            .number(
                "outageIntervals", \.outageIntervals, title: "Outage intervals", unit: "", range: 1...100,
                meaning: "No outage is shorter than this many usual intervals of the track's fixes.",
                source: "loggers that write every 5 to 30 s"),
            .number(
                "bridgeInterval", \.bridgeInterval, title: "Bridge interval", unit: "s", range: 0.1...60,
                meaning: "Time between two points of a bridge.", source: "the usual rate of fixes"),
            .number(
                "velocityMemory", \.velocityMemory, title: "Velocity memory", unit: "s", range: 0.5...600,
                meaning: "How long the velocity at the ends of an outage holds. Small: a straight line. "
                    + "Large: a sweeping curve.", source: "measured on withheld fixes of a walk and a drive"),
            .number(
                "trailTolerance", \.trailTolerance, title: "Trail tolerance", unit: "", range: 0...2,
                meaning: "Share of the way by which a trail of turns and steps may miss the exit and still shape the "
                    + "bridge. Small: plain bridges. Large: wrong trails are bent to fit.",
                source: "pedestrian dead reckoning errs by a tenth, a held speed by a quarter"),
            .number(
                "longestBridge", \.longestBridge, title: "Longest bridge", unit: "s", range: 10...86400,
                meaning: "A longer outage is left open.", source: "the longest road tunnels and metro rides"),
        ]
    }

    /// How outages are bridged.
    public var parameters: Parameters

    /// Makes a smoother.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Returns the smoothed track with bridged outages, in order of time. O(n).
    /// - Parameters:
    ///   - trail: What the forward pass left behind.
    ///   - ways: What was carried on through outages, where turns were known, in order of time.
    public func smooth(_ trail: FilterTrail, ways: [ReckonedTrail] = []) -> PositionTrack {
        var ways = ways[...]
        let steps = trail.steps
        var states = Self.smoothedStates(trail)
        Self.settleRests(&states, steps)
        let typical = Self.typicalInterval(steps)
        let outage = max(parameters.outage, parameters.outageIntervals * typical)
        var track = PositionTrack()
        track.reserveCapacity(steps.count)
        var planes = FilterTrail.Planes(trail)
        var before: Ground?
        for index in steps.indices {
            let ground = Ground(planes.plane(of: index), steps[index])
            if let before {
                let gap = steps[index].time - steps[index - 1].time
                if gap > outage, gap <= parameters.longestBridge {
                    var end = states[index]
                    end.position +=
                        steps[index].isStart ? Self.offset(from: before.plane, to: ground.plane) : steps[index].shift
                    let start = states[index - 1]
                    while let first = ways.first?.start, first < start.time { ways.removeFirst() }
                    let way = ways.first.flatMap { $0.start == start.time ? $0 : nil }
                    for point in bridge(from: start, to: end, on: before, altitude: ground.altitude, trail: way) {
                        track.append(point)
                    }
                }
            }
            track.append(Self.estimate(states[index], on: ground, isEstimated: false))
            before = ground
        }
        return track
    }

    /// What a step's state stands on, when it becomes an estimate.
    struct Ground {
        var plane: LocalPlane
        var altitude: Double?
        var unseen: Double

        init(_ plane: LocalPlane, _ step: FilterStep) {
            self.plane = plane
            altitude = step.altitude
            unseen = step.unseen
        }
    }

    /// Returns the smoothed state of every step, each on its step's plane. O(n).
    public static func smoothedStates(_ trail: FilterTrail) -> [ConstantVelocityFilter.State] {
        let steps = trail.steps
        guard var next = trail.end(of: steps.count - 1) else { return [] }
        let states = [ConstantVelocityFilter.State](unsafeUninitializedCapacity: steps.count) { states, count in
            count = steps.count
            guard let first = states.baseAddress else { return }
            (first + count - 1).initialize(to: next)
            var index = count - 2
            while index >= 0 {
                if steps[index + 1].isStart, let end = trail.end(of: index) {
                    next = end
                } else {
                    next = smoothed(steps[index].time, after: steps[index + 1], next)
                }
                (first + index).initialize(to: next)
                index -= 1
            }
        }
        return states
    }

    /// Puts every fix of a rest at the rest's mean place.
    private static func settleRests(_ states: inout [ConstantVelocityFilter.State], _ steps: [FilterStep]) {
        var start = 0
        while start < steps.count {
            guard steps[start].isStill else {
                start += 1
                continue
            }
            var end = start + 1
            while end < steps.count, steps[end].isStill, !steps[end].isStart, steps[end].shift == SIMD2(0, 0) {
                end += 1
            }
            var sum = SIMD2<Double>(0, 0)
            for index in start..<end { sum += states[index].position }
            let variance = meanVariance(of: states[start..<end], steps[end - 1])
            for index in start..<end {
                states[index].position = sum / Double(end - start)
                states[index].velocity = SIMD2(0, 0)
                states[index].covariance.pp = variance
            }
            start = end
        }
    }

    /// The variance of a rest's mean place: a long rest averages even a slow error.
    private static func meanVariance(
        of rest: ArraySlice<ConstantVelocityFilter.State>, _ last: FilterStep
    ) -> Double {
        guard let begin = rest.first?.time else { return 0 }
        let surest = rest.reduce(.infinity) { min($0, $1.covariance.pp) }
        let duration = last.time - begin
        return duration > 0 ? min(surest, last.errorPower / duration) : surest
    }

    @inline(__always)
    private static func smoothed(
        _ time: Instant, after: borrowing FilterStep, _ next: ConstantVelocityFilter.State
    ) -> ConstantVelocityFilter.State {
        let filtered = after.departure(at: time)
        let before = after.predicted(from: filtered)
        let dt = after.time - time
        let memory = after.memory
        let covariance = filtered.covariance
        // P F^T, row by row.
        let first = SIMD3(covariance.pp + dt * covariance.pv, covariance.pv, memory * covariance.pb)
        let second = SIMD3(covariance.pv + dt * covariance.vv, covariance.vv, memory * covariance.vb)
        let third = SIMD3(covariance.pb + dt * covariance.vb, covariance.vb, memory * covariance.bb)
        var predicted = Symmetric3(before.covariance)
        // Without a wandering error its variance is zero, and the inverse must still exist.
        predicted.zz += 1e-6
        let inverse = predicted.inverse.rows
        func times(_ row: SIMD3<Double>) -> SIMD3<Double> {
            row.x * inverse.0 + row.y * inverse.1 + row.z * inverse.2
        }
        let gain = (times(first), times(second), times(third))
        let position = next.position - before.position
        let velocity = next.velocity - before.velocity
        let bias = next.bias - before.bias
        func correction(_ row: SIMD3<Double>) -> SIMD2<Double> {
            row.x * position + row.y * velocity + row.z * bias
        }
        var result = filtered
        if after.shift != SIMD2(0, 0) { result.position += after.shift }
        result.position += correction(gain.0)
        result.velocity += correction(gain.1)
        result.bias += correction(gain.2)
        let change = (Symmetric3(next.covariance) - Symmetric3(before.covariance)).rows
        func spread(_ row: SIMD3<Double>) -> SIMD3<Double> {
            row.x * change.0 + row.y * change.1 + row.z * change.2
        }
        let (a, b, c) = (spread(gain.0), spread(gain.1), spread(gain.2))
        result.covariance.pp = max(1e-6, covariance.pp + (a * gain.0).sum())
        result.covariance.pv += (a * gain.1).sum()
        result.covariance.pb += (a * gain.2).sum()
        result.covariance.vv = max(1e-9, covariance.vv + (b * gain.1).sum())
        result.covariance.vb += (b * gain.2).sum()
        result.covariance.bb = max(0, covariance.bb + (c * gain.2).sum())
        return result
    }

    private static func offset(from first: LocalPlane, to second: LocalPlane) -> SIMD2<Double> {
        let point = first.point(second.origin)
        return SIMD2(point.east, point.north)
    }

    /// The median interval between fixes in seconds.
    static func typicalInterval(_ steps: [FilterStep]) -> Double {
        guard steps.count > 1 else { return 1 }
        return quantiles([0.5], of: (1..<steps.count).map { steps[$0].time - steps[$0 - 1].time })[0]
    }

    static func estimate(
        _ state: ConstantVelocityFilter.State, on ground: Ground, isEstimated: Bool
    ) -> PositionEstimate {
        let variance = state.covariance.pp + ground.unseen
        return PositionEstimate(
            time: state.time,
            coordinate: ground.plane.coordinate(PlanePoint(east: state.position.x, north: state.position.y)),
            altitude: ground.altitude, accuracy: variance.squareRoot(), eastVelocity: state.velocity.x,
            northVelocity: state.velocity.y, covariance: SIMD3(variance, 0, variance), isEstimated: isEstimated)
    }
}
