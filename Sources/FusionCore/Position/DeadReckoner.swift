import Geometry
import Glibc
public import SensorModel

/// Continues the track from the last known position while there are no fixes, from speed, steps, and turns.
///
/// The speed is held and then fades. If steps are counted, they determine the speed; if there is a gyroscope, the
/// course follows its turns. The result is always an estimate with growing uncertainty. Guide:
/// docs/estimators/dead-reckoning.md.
public struct DeadReckoner: Sendable, Hashable {
    /// The times for which the position is continued, and the growth of its uncertainty.
    public struct Parameters: Sendable, Hashable {
        /// The time for which the speed is held, in seconds.
        public var hold = 600.0
        /// The time constant with which the speed fades after ``hold``, in seconds.
        public var fade = 20.0
        /// The time for which the speed from a step is valid, in seconds.
        public var stepHold = 2.5
        /// The growth of the uncertainty, as a fraction of the distance.
        public var wayUncertainty = 0.1
        /// The growth of the uncertainty, in metres per second.
        public var timeUncertainty = 0.5

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "hold", \.hold, tier: .tunable, title: "Hold", unit: "s", range: 0...86400,
                meaning:
                    "The time for which the speed is held without a fix. Lower values end before a tunnel does; with higher values, a lost receiver keeps moving.",
                source: "by car a held speed errs less than a fading one for at least two minutes"),
            .number(
                "fade", \.fade, title: "Fade", unit: "s", range: 0.1...600,
                meaning: "The time constant with which the held speed fades after the hold.",
                source: "no estimate jumps"),
            .number(
                "stepHold", \.stepHold, title: "Step hold", unit: "s", range: 0.5...30,
                meaning:
                    "The time for which the speed of a step is valid; without further steps, the estimated track ends.",
                source: "two slow steps"),
            .number(
                "wayUncertainty", \.wayUncertainty, title: "Uncertainty of distance", unit: "", range: 0...2,
                meaning: "The fraction of the estimated distance by which the accuracy worsens.",
                source: "pedestrian dead reckoning errs by a twentieth to a tenth of the distance"),
            .number(
                "timeUncertainty", \.timeUncertainty, title: "Uncertainty over time", unit: "m/s", range: 0...20,
                meaning: "The rate at which the accuracy worsens.",
                source: "a speed known to half a metre per second"),
        ]
    }

    /// The times for which the position is continued, and the growth of its uncertainty.
    public var parameters: Parameters
    /// The time of the last accepted fix; `nil` before the first.
    public private(set) var since: Instant?
    /// The offset from the last fix's position, in metres east and north.
    public private(set) var offset = SIMD2<Double>(0, 0)
    /// The distance travelled since the last fix, in metres.
    public private(set) var distance = 0.0
    /// The velocity in m/s, east and north.
    public private(set) var velocity = SIMD2<Double>(0, 0)
    /// The end, at the last fix, of the continuation from the fix before it; `nil` before the second.
    private(set) var end: ReckonedTrail.Point?
    /// True if a gyroscope has measured the turns since the last fix.
    public private(set) var knowsTurns = false
    /// The time of the last continuation of the position.
    private(set) var time: Instant?
    private var stepSpeed: Double?
    private var stepTime: Instant?
    private var hasSteps = false
    private var held = HeldVelocity()
    /// The continuation by accelerometer and gyroscope, and the errors that it has caused so far.
    private var inertial = VehicleInertial()
    private var rehearsal = Rehearsal()
    /// Whether inertial navigation serves this outage, and its place and distance at the start of the outage.
    private var usesInertial = false
    private var inertialStart = SIMD2<Double>(0, 0)
    private var inertialDistance = 0.0
    private var lastFelt: Instant?
    private var interruptions = 0

    /// The minimum 1-sigma of a filtered place, in metres, and velocity, in m/s: errors correlate from fix to fix.
    private static let leastSigma = (place: 2.25, velocity: 0.5)
    /// The time without a sample, in seconds, after which the last velocity is held.
    private static let silence = 1.5
    /// The time for which a velocity has been held, in seconds, and whether the motion sensors have since detected
    /// rest.
    private var heldTime = 0.0
    private var isAtRest = false

    /// Creates a dead reckoner that has seen no fix.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Restarts at a fix.
    /// - Parameters:
    ///   - velocity: The filtered velocity, in m/s east and north.
    ///   - held: The learned errors of holding a velocity.
    ///   - time: The time of the fix.
    public mutating func restart(velocity: SIMD2<Double>, held: HeldVelocity, at time: Instant) {
        advance(to: time)
        end = self.time.map { ReckonedTrail.Point(time: $0, offset: offset) }
        since = time
        self.time = time
        self.velocity = velocity
        self.held = held
        (heldTime, isAtRest) = (0, false)
        offset = SIMD2(0, 0)
        distance = 0
        knowsTurns = false
        hasSteps = stepTime.map { time - $0 < parameters.stepHold } ?? false
        learn(at: time)
    }

    /// Passes the fix to inertial navigation, and decides whether that serves the time after it.
    private mutating func learn(at time: Instant) {
        if held.interruptions != interruptions {
            interruptions = held.interruptions
            inertial.interrupt()
            rehearsal.interrupt()
        }
        guard let estimate = held.latest else { return }
        let place = estimate.position + held.shifted
        inertial.add(
            VehicleInertial.Fix(
                time: time, place: place, velocity: velocity,
                placeSigma: max(estimate.variance.squareRoot(), Self.leastSigma.place),
                velocitySigma: max(estimate.velocityVariance.squareRoot(), Self.leastSigma.velocity)))
        rehearsal.update(place: place, velocity: hasSteps ? SIMD2(0, 0) : velocity, inertial: inertial, at: time)
        usesInertial = inertial.state != nil && !hasSteps && rehearsal.prefersInertial
        inertialStart = inertial.state?.place ?? SIMD2(0, 0)
        inertialDistance = inertial.distance
    }

    /// Continues by the motion up to an instant, on the axis of the fixes.
    mutating func carry(_ motion: MotionIncrement, at time: Instant) {
        inertial.add(motion, at: time)
        rehearsal.carry(motion, at: time)
        lastFelt = time
        knowsTurns = true
        if usesInertial, let state = inertial.state, let felt = inertial.velocity {
            guard let since, time > since else { return }
            if let last = self.time, time > last, !inertial.isStanding { heldTime += time - last }
            self.time = max(time, self.time ?? time)
            offset = state.place - inertialStart
            distance = inertial.distance - inertialDistance
            velocity = felt
        } else {
            // If the device was moved, the current velocity is held instead.
            usesInertial = false
            advance(to: time, along: motion)
            velocity = motion.turned(velocity).end
        }
    }

    /// Updates the speed from a step, in m/s.
    public mutating func step(speed: Double, at time: Instant) {
        usesInertial = false
        advance(to: time)
        stepSpeed = speed
        stepTime = time
        hasSteps = true
    }

    /// The minimum speed, in m/s, which keeps the direction defined.
    private static let leastSpeed = 1e-3

    /// Continues at a speed in m/s that was measured without a position.
    mutating func measure(speed: Double, at time: Instant) {
        advance(to: time)
        let length = velocity.length
        guard !usesInertial, length > 0 else { return }
        velocity *= max(speed, Self.leastSpeed) / length
    }

    /// Records that the device rests: the velocity becomes zero.
    public mutating func rest(at time: Instant) {
        advance(to: time)
        // Inertial navigation decides separately whether sensors at rest mean that the vehicle is stationary.
        guard !usesInertial else { return }
        velocity = SIMD2(0, 0)
        isAtRest = true
    }

    /// Continues the position up to an instant.
    public mutating func advance(to time: Instant) { advance(to: time, along: nil) }

    private mutating func advance(to time: Instant, along motion: MotionIncrement?) {
        guard let last = self.time, let since, time - last > 0 else { return }
        if usesInertial {
            let felt = lastFelt.map { time - $0 } ?? .infinity
            usesInertial = felt < Self.silence && time - since < parameters.hold
        }
        let dt = time - last
        self.time = time
        let length = velocity.length
        if !isAtRest { heldTime += dt }
        guard length > 1e-6 else { return }
        let direction = (motion?.turned(velocity).mean ?? velocity) / length
        var travelled = length * dt
        if hasSteps, let stepTime {
            // On foot, the distance grows only with steps.
            travelled = (stepSpeed ?? length) * min(dt, max(0, parameters.stepHold - (last - stepTime)))
        } else if time - since > parameters.hold {
            // In closed form, so that the result does not depend on the time between calls, even if it is hours.
            let fading = min(dt, time - since - parameters.hold)
            let left = exp(-fading / parameters.fade)
            travelled = length * (dt - fading + parameters.fade * (1 - left))
            velocity *= left
        }
        offset += direction * travelled
        distance += travelled
    }

    /// The current 1-sigma accuracy, in metres. On foot, it combines the accuracy of the fix with the growth by
    /// distance and time; otherwise, it follows from the learned errors of continuing without fixes.
    public var currentAccuracy: Double {
        guard let since, let time else { return held.variance(after: 0).squareRoot() }
        guard hasSteps else {
            let learned = usesInertial ? rehearsal.inertial : knowsTurns ? rehearsal.turned : nil
            return held.variance(after: heldTime, by: learned).squareRoot()
        }
        let grown = parameters.wayUncertainty * distance + parameters.timeUncertainty * (time - since)
        return (held.variance(after: 0) + grown * grown).squareRoot()
    }

    /// Returns the speed at an instant, in m/s.
    public func speed(at time: Instant) -> Double {
        if hasSteps, let stepTime { return time - stepTime <= parameters.stepHold ? stepSpeed ?? 0 : 0 }
        return velocity.length
    }
}
