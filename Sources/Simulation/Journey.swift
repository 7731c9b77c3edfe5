import Glibc
public import SensorModel

/// A piece of a route with one curvature.
public struct RoutePiece: Sendable, Hashable {
    /// Metres along the piece.
    public var length: Double
    /// Radians of course per metre, clockwise positive.
    public var curvature: Double

    /// Creates a piece.
    public init(length: Double, curvature: Double) {
        self.length = length
        self.curvature = curvature
    }

    /// Returns a straight of some metres.
    public static func straight(_ metres: Double) -> Self { Self(length: metres, curvature: 0) }

    /// Returns an arc through an angle in degrees, clockwise positive, of a radius in metres.
    public static func turn(_ degrees: Double, radius: Double) -> Self {
        let angle = abs(degrees) * .pi / 180
        return Self(length: angle * radius, curvature: (degrees < 0 ? -1 : 1) / radius)
    }
}

/// How much of the sky a receiver sees.
public enum SkyView: String, Sendable, Hashable, CaseIterable {
    /// All of it.
    case open
    /// A strip between houses: slow, large errors and outliers.
    case canyon
    /// Nothing: no fixes at all.
    case tunnel
}

/// One part of a journey: a route travelled in one way, or a stay.
public struct Leg: Sendable, Hashable {
    /// A halt on the way.
    public struct Halt: Sendable, Hashable {
        /// Metres from the leg's start.
        public var distance: Double
        /// Seconds at rest.
        public var duration: Double

        /// Creates a halt.
        public init(at distance: Double, duration: Double) {
            self.distance = distance
            self.duration = duration
        }
    }

    /// What is being done.
    public var activity: Activity
    /// The route; empty for a stay.
    public var pieces: [RoutePiece]
    /// Seconds of a stay; ignored where there is a route.
    public var stay = 0.0
    /// The speed kept on a straight, in m/s.
    public var cruise: Double
    /// Speeding up, in m/s^2.
    public var acceleration: Double
    /// Slowing down, in m/s^2.
    public var braking: Double
    /// The sideways acceleration accepted in curves, in m/s^2.
    public var cornering: Double
    /// How much the speed varies about the cruise, as a share of it.
    public var variation = 0.0
    /// Seconds of one such variation.
    public var variationPeriod = 60.0
    /// Metres up per metre along.
    public var grade = 0.0
    /// The sky over the leg.
    public var sky = SkyView.open
    /// Halts, by distance.
    public var halts: [Halt] = []
    /// True if the leg ends at rest; false if the next leg takes the speed over.
    public var endsAtRest = true

    /// Creates a leg with the dynamics that are usual for an activity.
    public init(_ activity: Activity, cruise: Double, _ pieces: [RoutePiece]) {
        self.activity = activity
        self.cruise = cruise
        self.pieces = pieces
        (acceleration, braking, cornering) =
            switch activity {
            case .automotive: (1.8, 2.2, 2.5)
            case .cycling: (0.7, 1.2, 2.5)
            case .running: (1.2, 1.5, 3)
            default: (0.8, 1, 1.5)
            }
    }

    /// Returns a stay of some seconds.
    public static func stay(_ seconds: Double, sky: SkyView = .open) -> Leg {
        var leg = Leg(.stationary, cruise: 0, [])
        leg.stay = seconds
        leg.sky = sky
        return leg
    }

    /// Returns the leg changed.
    public func with(_ change: (inout Leg) -> Void) -> Leg {
        var leg = self
        change(&leg)
        return leg
    }

    /// Metres along the route.
    public var length: Double { pieces.reduce(0) { $0 + $1.length } }
}

/// What moves, at one moment: exact, without noise.
public struct MotionSample: Sendable {
    /// Seconds since start.
    public var elapsed: Double
    /// Metres east of the start.
    public var east: Double
    /// Metres north of the start.
    public var north: Double
    /// Metres above the start.
    public var up: Double
    /// Speed in m/s.
    public var speed: Double
    /// Course in radians clockwise from north.
    public var course: Double
    /// Acceleration along the course in m/s^2.
    public var acceleration: Double
    /// Turn rate in rad/s, clockwise positive.
    public var turnRate: Double
    /// What is being done.
    public var activity: Activity
    /// The sky.
    public var sky: SkyView
    /// Steps made, with the share of the one under way.
    public var steps: Double
}

/// Legs one after the other, from rest to rest, without a jump in place or course.
public struct Journey: Sendable {
    /// The legs.
    public var legs: [Leg]
    /// The course at the start in radians clockwise from north.
    public var startCourse: Double
    /// Seconds between two samples of the motion.
    public static let step = 0.02

    /// Creates a journey.
    public init(startCourseDegrees: Double = 0, _ legs: [Leg]) {
        self.legs = legs
        startCourse = startCourseDegrees * .pi / 180
    }

    /// Steps a second of a walker or runner at a speed in m/s; zero for all else.
    ///
    /// Source: fits to published treadmill cadences, about 1.9 Hz at 1.4 m/s and 2.7 Hz at 3 m/s.
    public static func cadence(_ activity: Activity, speed: Double) -> Double {
        guard speed > 0.2 else { return 0 }
        switch activity {
        case .walking: return 1.2 + 0.5 * min(speed, 2.2)
        case .running: return 2.35 + 0.12 * min(speed, 6)
        default: return 0
        }
    }

    /// Walks through the journey in steps of ``step`` seconds. O(duration).
    public func trace(_ body: (MotionSample) -> Void) {
        var runner = JourneyRunner(course: startCourse)
        for leg in legs { runner.run(leg, body) }
    }
}

/// Moves along the legs: speeds up, brakes ahead of curves and halts, and integrates exactly on each step.
private struct JourneyRunner {
    var sample: MotionSample
    var stepIndex = 0

    init(course: Double) {
        sample = MotionSample(
            elapsed: 0, east: 0, north: 0, up: 0, speed: 0, course: course, acceleration: 0, turnRate: 0,
            activity: .stationary, sky: .open, steps: 0)
    }

    mutating func run(_ leg: Leg, _ body: (MotionSample) -> Void) {
        sample.sky = leg.sky
        if leg.pieces.isEmpty {
            rest(leg.stay, as: .stationary, body)
            return
        }
        let limits = speedLimits(leg)
        var halts = leg.halts[...]
        var travelled = 0.0
        var piece = 0
        var pieceEnd = leg.pieces[0].length
        let length = leg.length
        let start = stepIndex
        while travelled < length - 0.01 {
            while travelled >= pieceEnd, piece + 1 < leg.pieces.count {
                piece += 1
                pieceEnd += leg.pieces[piece].length
            }
            let phase = Double(stepIndex - start) * Journey.step / leg.variationPeriod * 2 * .pi
            var target = min(leg.cruise * (1 + leg.variation * sin(phase)), limits[piece].limit)
            for ahead in limits[(piece + 1)...] {
                let room = ahead.start - travelled
                if room > leg.cruise * leg.cruise / (2 * leg.braking) { break }
                target = min(target, (ahead.limit * ahead.limit + 2 * leg.braking * max(0, room)).squareRoot())
            }
            let stop = halts.first?.distance ?? (leg.endsAtRest ? length : .infinity)
            if stop.isFinite {
                // The last centimetres are crept, or the braking curve would never arrive.
                target = min(target, max(0.15, (2 * leg.braking * max(0, stop - travelled - 0.05)).squareRoot()))
            }
            if let halt = halts.first, travelled >= halt.distance - 0.02 {
                halts.removeFirst()
                rest(halt.duration, as: leg.activity == .automotive ? .automotive : .stationary, body)
                continue
            }
            travelled += advance(leg, curvature: leg.pieces[piece].curvature, target: target, body)
        }
        if leg.endsAtRest {
            sample.speed = 0
            sample.acceleration = 0
            sample.turnRate = 0
        }
    }

    /// The start of each piece and the speed that its curve allows.
    private func speedLimits(_ leg: Leg) -> [(start: Double, limit: Double)] {
        var start = 0.0
        return leg.pieces.map { piece in
            defer { start += piece.length }
            let curvature = abs(piece.curvature)
            return (start, curvature > 0 ? min(leg.cruise, (leg.cornering / curvature).squareRoot()) : .infinity)
        }
    }

    private mutating func advance(
        _ leg: Leg, curvature: Double, target: Double, _ body: (MotionSample) -> Void
    ) -> Double {
        let before = sample.speed
        let change = target - before
        let bound = change > 0 ? leg.acceleration : -leg.braking
        sample.acceleration = abs(change / Journey.step) < abs(bound) ? change / Journey.step : bound
        sample.activity = leg.activity
        sample.turnRate = curvature * before
        emit(body)
        sample.speed = max(0, before + sample.acceleration * Journey.step)
        let way = (before + sample.speed) / 2 * Journey.step
        let middle = sample.course + curvature * way / 2
        sample.east += way * sin(middle)
        sample.north += way * cos(middle)
        sample.up += way * leg.grade
        sample.course = (sample.course + curvature * way).truncatingRemainder(dividingBy: 2 * .pi)
        sample.steps += Journey.cadence(leg.activity, speed: sample.speed) * Journey.step
        return way
    }

    private mutating func rest(_ seconds: Double, as activity: Activity, _ body: (MotionSample) -> Void) {
        sample.speed = 0
        sample.acceleration = 0
        sample.turnRate = 0
        sample.activity = activity
        for _ in 0..<Int((seconds / Journey.step).rounded()) { emit(body) }
    }

    private mutating func emit(_ body: (MotionSample) -> Void) {
        sample.elapsed = Double(stepIndex) * Journey.step
        body(sample)
        stepIndex += 1
    }
}
