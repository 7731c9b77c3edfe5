import Geometry
import Glibc
import SensorModel

/// Smooths a filtered track backward, so that every fix also benefits from the later ones.
///
/// The Rauch-Tung-Striebel pass over every hypothesis of ``MultipleModelFilter``. Outages are bridged by an integrated
/// Ornstein-Uhlenbeck velocity conditioned on both ends, and marked as estimated. Sources: H. Rauch, F. Tung, C.
/// Striebel, "Maximum likelihood estimates of linear dynamic systems", AIAA Journal 3 (1965); R. Singer, "Estimating
/// optimal tracking filter performance for manned maneuvering targets" (1970). Guide: docs/estimators/smoother.md.
public struct TrackSmoother: Sendable, Hashable {
    /// The parameters for bridging outages.
    public struct Parameters: Sendable, Hashable {
        /// The time without a fix, in seconds, that counts as an outage.
        public var outage = 8.0
        /// The time between two points of a bridge, in seconds.
        public var bridgeInterval = 1.0
        /// The time constant, in seconds, with which the velocity at either end of an outage is forgotten.
        public var velocityMemory = 6.0
        /// The maximum error at the exit, as a fraction of its length, at which a trail of turns and steps shapes the
        /// bridge.
        public var trailTolerance = 0.35

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "outage", \.outage, tier: .tunable, title: "Outage", unit: "s", range: 1...600,
                meaning:
                    "The time without a fix after which the track is bridged. Lower values bridge the intervals of slow loggers; higher values draw outages as if they were measured.",
                source: "the watchdog's silence"),
            .number(
                "bridgeInterval", \.bridgeInterval, title: "Bridge interval", unit: "s", range: 0.1...60,
                meaning: "The time between two points of a bridge.", source: "the usual rate of fixes"),
            .number(
                "velocityMemory", \.velocityMemory, title: "Velocity memory", unit: "s", range: 0.5...600,
                meaning:
                    "The time for which the velocity at the ends of an outage continues. Lower values draw a straight line; higher values draw a wide curve.",
                source: "measured on withheld fixes of a walk and a drive"),
            .number(
                "trailTolerance", \.trailTolerance, title: "Trail tolerance", unit: "", range: 0...2,
                meaning:
                    "The maximum error at the exit, as a fraction of the distance, at which a trail of turns and steps shapes the bridge. Lower values draw plain bridges; higher values bend wrong trails to fit.",
                source: "pedestrian dead reckoning errs by a tenth, a held speed by a quarter"),
        ]
    }

    /// The parameters for bridging outages.
    public var parameters: Parameters
    /// The limits that decide which silences are outages, and which outages are bridged.
    public var outages: OutageParameters

    /// Creates a smoother.
    public init(parameters: Parameters = .init(), outages: OutageParameters = .init()) {
        self.parameters = parameters
        self.outages = outages
    }

    /// Returns the smoothed track with bridged outages, and its length. O(n).
    /// - Parameters:
    ///   - trails: The accepted fixes.
    ///   - filter: The selected filter, whose backward pass runs, and the parameters of its forward pass.
    ///   - reckoned: The trails of dead reckoning through outages with measured turns, in order of time.
    ///   - together: Runs independent parts of the work.
    public func smooth(
        _ trails: ReceiverTrails, filter: PositionFilter.Parameters, reckoned: [ReckonedTrail] = [],
        together: Together = oneByOne
    ) -> SmoothedTrack {
        let trail = trails.primary
        let bounds = trail.motionBounds
        let isBaseline = filter.kind != .constantVelocity
        let fixes =
            isBaseline
            ? ScalarPass(trail, filter).smoothedFixes()
            : trails.smoothedFixes(filter.constantVelocity, bounds, together)
        var passages = Passages(trail, fixes, bounds, parameters, outages, reckoned[...], drawsCurves: !isBaseline)
        var result = SmoothedTrack(isBaseline: isBaseline)
        result.track.reserveCapacity(trail.count)
        var planes = FixTrail.Planes(trail)
        var length = TrackLength(trail, fixes)
        var estimated = 0.0
        var estimates = SteadyColumn<Double>()
        var before: (plane: LocalPlane, end: BridgeEnd)?
        for index in trail.indices {
            let (record, fix) = (trail[index], fixes[index])
            let plane = planes.plane(of: index)
            var end = BridgeEnd(record, fix)
            var point = TrackDistance.Point(record, fix)
            var passage = Passage()
            if isBaseline { point.countDrawnLine() }
            if let before {
                if record.isStart { point.shift = Self.offset(from: before.plane, to: plane) }
                end.position += point.shift
                passage = self.passage(from: before, to: end, record, at: index, &passages)
            }
            for point in passage.points { result.track.append(point) }
            result.track.append(fix.estimate(of: record, on: plane, hasVelocity: !isBaseline))
            if case .estimated(let metres) = passage.link { estimated += metres }
            length.append(point, along: passage.path, isMeasured: passage.link == .fixes)
            estimates.append(estimated)
            end.position = fix.position
            before = (plane, end)
        }
        var metres = length.lengths()
        for index in metres.indices.dropFirst() { metres[index] += metres[index - 1] }
        result.distances = DistanceColumn(times: trail.times, measured: metres, estimated: estimates)
        result.distances.noteFastest(of: fixes, trail, bounds)
        return result
    }

    /// The track between two successive fixes, and its length.
    private struct Passage {
        var points: [PositionEstimate] = []
        var link = TrackDistance.Link.fixes
        /// The length of a curve between the fixes, in metres; `nil` for a straight line.
        var path: Double?
    }

    /// The values that decide which passages of a trail are outages, and how to bridge them.
    private struct Passages {
        let trail: FixTrail
        /// The bounds that the places around each fix set.
        let bounds: [MotionBound]
        let outages: OutageParameters
        /// The minimum time of an outage, and the maximum time for which the distance is more than a straight line, in
        /// seconds.
        let shortest: Double
        let longest: Double
        var priors = BridgeMixture.PriorWeights.ofOutage
        /// The trails of dead reckoning that are not behind the passage.
        var reckoned: ArraySlice<ReckonedTrail>
        /// False for a baseline, between whose fixes the track is straight.
        let drawsCurves: Bool

        init(
            _ trail: FixTrail, _ fixes: [SmoothedFix], _ bounds: [MotionBound], _ parameters: Parameters,
            _ outages: OutageParameters, _ reckoned: ArraySlice<ReckonedTrail>, drawsCurves: Bool
        ) {
            (self.trail, self.bounds, self.outages, self.reckoned) = (trail, bounds, outages, reckoned)
            self.drawsCurves = drawsCurves
            shortest = max(parameters.outage, outages.outageIntervals * trail.typicalInterval)
            // A receiver that samples every half hour is not silent, but the distance between two such fixes is an
            // estimate.
            let isUsualKnown = trail.count > SilenceParameters.fewestIntervals
            longest = isUsualKnown ? max(outages.longestBridge, shortest) : outages.longestBridge
            priors = BridgeMixture.PriorWeights(trail, fixes, memory: parameters.velocityMemory) { [self] in
                !isOutage(trail.interval(of: $0), before: $0)
            }
        }

        func isOutage(_ time: Double, before index: Int) -> Bool {
            time > shortest && trail.isLong(time, before: index, intervals: outages.outageIntervals)
        }

        /// Returns the trail of dead reckoning that begins at a time; `nil` without one.
        mutating func reckoned(from time: Instant) -> ReckonedTrail? {
            while let first = reckoned.first?.start, first < time { reckoned.removeFirst() }
            return reckoned.first.flatMap { $0.start == time ? $0 : nil }
        }
    }

    /// Returns what lies before a fix.
    private func passage(
        from before: (plane: LocalPlane, end: BridgeEnd), to end: BridgeEnd, _ record: FixRecord, at index: Int,
        _ passages: inout Passages
    ) -> Passage {
        let gap = record.time - before.end.time
        let isRare = gap > outages.longestBridge
        var passage = Passage()
        if gap > passages.longest || (record.isStart && !Self.isReachable(before.end, end)) {
            passage.link = .estimated(
                TrackDistance.metres(
                    unknownFor: gap, measured: record.travelled, chord: before.end.distance(to: end), outages.silences))
        } else if passages.isOutage(gap, before: index) || isRare {
            let pace = isRare ? nil : max(passages.bounds[index - 1].pace, passages.bounds[index].pace)
            if passages.drawsCurves {
                passage.points = bridge(
                    from: before.end, to: end, on: before.plane, pace: pace,
                    interval: isRare ? gap / Self.curvePoints : parameters.bridgeInterval,
                    priors: isRare ? passages.priors : .ofOutage, trail: passages.reckoned(from: before.end.time))
            }
            passage.link = .estimated(
                TrackDistance.metres(
                    guessed: Self.length(of: passage.points, from: before, to: end), measured: record.travelled,
                    chord: before.end.distance(to: end)))
        } else if record.isStart {
            passage.link = .estimated(
                TrackDistance.metres(over: gap, at: before.end.velocity.length, chord: before.end.distance(to: end)))
        } else if gap > Self.curveInterval, passages.drawsCurves {
            passage.points = bridge(
                from: before.end, to: end, on: before.plane,
                interval: max(parameters.bridgeInterval, gap / Self.curvePoints), priors: passages.priors)
            for place in passage.points.indices { passage.points[place].isInterpolated = true }
            passage.path = Self.length(of: passage.points, from: before, to: end)
        }
        return passage
    }

    /// The minimum time between fixes, in seconds, for which the track curves between them, and the number of parts of
    /// the curve.
    static let curveInterval = 2.5
    private static let curvePoints = 6.0

    private static func offset(from first: LocalPlane, to second: LocalPlane) -> SIMD2<Double> {
        let point = first.point(second.origin)
        return SIMD2(point.east, point.north)
    }

    /// Returns whether the second end can be reached from the first.
    private static func isReachable(_ start: BridgeEnd, _ end: BridgeEnd) -> Bool {
        TrackDistance.isReachable(start.distance(to: end), within: end.time - start.time)
    }

    private static func length(
        of bridge: [PositionEstimate], from before: (plane: LocalPlane, end: BridgeEnd), to end: BridgeEnd
    ) -> Double {
        func coordinate(_ end: BridgeEnd) -> Coordinate {
            before.plane.coordinate(PlanePoint(east: end.position.x, north: end.position.y))
        }
        var last = coordinate(before.end)
        var sum = 0.0
        for estimate in bridge {
            sum += last.distance(to: estimate.coordinate)
            last = estimate.coordinate
        }
        return sum + last.distance(to: coordinate(end))
    }
}

extension SmoothedFix {
    /// Returns the estimate of a fix on its plane.
    func estimate(of record: FixRecord, on plane: LocalPlane, hasVelocity: Bool) -> PositionEstimate {
        PositionEstimate(
            time: record.time, coordinate: plane.coordinate(PlanePoint(east: position.x, north: position.y)),
            altitude: record.altitude, accuracy: variance.squareRoot(), eastVelocity: hasVelocity ? velocity.x : nil,
            northVelocity: hasVelocity ? velocity.y : nil, covariance: SIMD3(variance, 0, variance), isEstimated: false)
    }
}
