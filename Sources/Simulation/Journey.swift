import Glibc
public import SensorModel

/// A piece of a route with a constant curvature.
public struct RoutePiece: Sendable, Hashable {
    /// The length of the piece, in metres.
    public var length: Double
    /// The change of course per metre, in radians, clockwise positive.
    public var curvature: Double

    /// Returns a straight piece of a length in metres.
    public static func straight(_ metres: Double) -> Self { Self(length: metres, curvature: 0) }

    /// Returns an arc by an angle in degrees, clockwise positive, with a radius in metres.
    public static func turn(_ degrees: Double, radius: Double) -> Self {
        let angle = abs(degrees) * .pi / 180
        return Self(length: angle * radius, curvature: (degrees < 0 ? -1 : 1) / radius)
    }
}

/// The part of the sky that a receiver sees.
public enum SkyView: String, Sendable, Hashable, CaseIterable {
    /// The whole sky.
    case open
    /// A strip between buildings, with large, slowly varying errors and outliers.
    case canyon
    /// No sky, and therefore no fixes.
    case tunnel
}

/// A part of a journey: a route travelled with one mode of travel, or a stay.
public struct Leg: Sendable, Hashable {
    /// A halt along the route.
    public struct Halt: Sendable, Hashable {
        /// The distance from the leg's start, in metres.
        public var distance: Double
        /// The duration of the halt, in seconds.
        public var duration: Double

        /// Creates a halt.
        public init(at distance: Double, duration: Double) {
            self.distance = distance
            self.duration = duration
        }
    }

    /// The activity during the leg.
    public var activity: Activity
    /// The route; empty for a stay.
    public var pieces: [RoutePiece]
    /// The duration of a stay, in seconds; ignored if there is a route.
    public var stay = 0.0
    /// The speed on a straight, in m/s.
    public var cruise: Double
    /// The acceleration when speeding up, in m/s^2.
    public var acceleration: Double
    /// The deceleration when slowing down, in m/s^2.
    public var braking: Double
    /// The maximum lateral acceleration in curves, in m/s^2.
    public var cornering: Double
    /// The variation of the speed, as a fraction of ``cruise``.
    public var variation = 0.0
    /// The period of the variation, in seconds.
    public var variationPeriod = 60.0
    /// The slope, in metres up per metre of distance.
    public var grade = 0.0
    /// The sky over the leg.
    public var sky = SkyView.open
    /// The halts, in order of distance.
    public var halts: [Halt] = []
    /// True if the leg ends at rest; false if the next leg continues at the same speed.
    public var endsAtRest = true

    /// Creates a leg with the typical dynamics of an activity.
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

    /// Returns a stay of a duration in seconds.
    public static func stay(_ seconds: Double, sky: SkyView = .open) -> Leg {
        var leg = Leg(.stationary, cruise: 0, [])
        leg.stay = seconds
        leg.sky = sky
        return leg
    }

    /// Returns a changed copy.
    public func with(_ change: (inout Leg) -> Void) -> Leg {
        var leg = self
        change(&leg)
        return leg
    }

    /// The length of the route, in metres.
    public var length: Double { pieces.reduce(0) { $0 + $1.length } }
}

/// The exact motion at an instant, without noise.
public struct MotionSample: Sendable {
    /// The time since the start, in seconds.
    public var elapsed: Double
    /// The distance east of the start, in metres.
    public var east: Double
    /// The distance north of the start, in metres.
    public var north: Double
    /// The height above the start, in metres.
    public var up: Double
    /// The speed in m/s.
    public var speed: Double
    /// The course in radians, clockwise from north.
    public var course: Double
    /// The acceleration along the course, in m/s^2.
    public var acceleration: Double
    /// The turn rate in rad/s, clockwise positive.
    public var turnRate: Double
    /// The user's activity in the current leg.
    public var activity: Activity
    /// The visibility of the satellites in the current leg.
    public var sky: SkyView
    /// The number of steps, including the fraction of the current one.
    public var steps: Double
}

/// A sequence of legs from rest to rest, without jumps in place or course.
public struct Journey: Sendable {
    /// The parts of the journey, in the order in which they are travelled.
    public var legs: [Leg]
    /// The course at the start in radians, clockwise from north.
    public var startCourse: Double
    /// The time between two samples of the motion, in seconds.
    public static let step = 0.02

    /// Creates a journey.
    public init(startCourseDegrees: Double = 0, _ legs: [Leg]) {
        self.legs = legs
        startCourse = startCourseDegrees * .pi / 180
    }

    /// Returns the steps per second of a walker or runner at a speed in m/s; zero for other activities.
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

    /// Calls a closure with the motion along the journey, every ``step`` seconds. O(duration).
    public func trace(_ body: (MotionSample) -> Void) {
        var runner = JourneyRunner(course: startCourse)
        for leg in legs { runner.run(leg, body) }
    }
}

/// Moves along the legs: accelerates, brakes before curves and halts, and integrates each step exactly.
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
                // A minimum speed covers the last centimetres; otherwise, the braking curve would never reach the end.
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

    /// Returns the start of each piece in metres, and the maximum speed in its curve.
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
