import Glibc
import NavigationMath
public import SensorModel

/// Carries the last known position on while no fix comes: with its speed, its steps, and its turns.
///
/// The speed is held and then fades; where steps are counted they give the speed; where a gyroscope says how one
/// turns the course turns along. What comes of it is always an estimate, ever less certain, and ends.
/// Guide: docs/estimators/dead-reckoning.md.
public struct DeadReckoner: Sendable, Hashable {
    /// How long and how surely the way is carried on.
    public struct Parameters: Sendable, Hashable {
        /// Seconds for which the speed is held.
        public var hold = 600.0
        /// Seconds in which it fades after that.
        public var fade = 20.0
        /// Seconds for which a step's speed is valid.
        public var stepHold = 2.5
        /// Share of the way by which the uncertainty grows.
        public var wayUncertainty = 0.1
        /// Metres a second by which the uncertainty grows.
        public var timeUncertainty = 0.5

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "hold", \.hold, tier: .tunable, title: "Hold", unit: "s", range: 0...86400,
                meaning: "The speed is held this long without a fix. Small: tunnels are too short. "
                    + "Large: a lost receiver drives on.",
                source: "by car a held speed errs less than a fading one for at least two minutes"),
            .number(
                "fade", \.fade, title: "Fade", unit: "s", range: 0.1...600,
                meaning: "The held speed then fades in this time.", source: "no estimate jumps"),
            .number(
                "stepHold", \.stepHold, title: "Step hold", unit: "s", range: 0.5...30,
                meaning: "A step's speed is valid this long; steps that stop stop the way.",
                source: "two slow steps"),
            .number(
                "wayUncertainty", \.wayUncertainty, title: "Uncertainty of the way", unit: "", range: 0...2,
                meaning: "Share of the estimated way by which the accuracy worsens.",
                source: "pedestrian dead reckoning errs by a twentieth to a tenth of the way"),
            .number(
                "timeUncertainty", \.timeUncertainty, title: "Uncertainty of time", unit: "m/s", range: 0...20,
                meaning: "By how much the accuracy worsens each second.",
                source: "a speed known to half a metre a second"),
        ]
    }

    /// How long and how surely the way is carried on.
    public var parameters: Parameters
    /// When the last fix was taken; nil before the first.
    public private(set) var since: Instant?
    /// Metres east and north of the last fix' position.
    public private(set) var offset = SIMD2<Double>(0, 0)
    /// Metres travelled since the last fix.
    public private(set) var way = 0.0
    /// m/s east and north.
    public private(set) var velocity = SIMD2<Double>(0, 0)
    /// True if a gyroscope told the turns since the last fix.
    public private(set) var knowsTurns = false
    private var time: Instant?
    private var stepSpeed: Double?
    private var stepTime: Instant?
    private var hasSteps = false
    private var held = HeldVelocity()
    /// The way that accelerometer and gyroscope carry a vehicle on, and what that has cost so far.
    private var inertial = VehicleInertial()
    private var rehearsal = Rehearsal()
    /// The inertial way serves this outage; where and when it began.
    private var usesInertial = false
    private var inertialStart = SIMD2<Double>(0, 0)
    private var inertialWay = 0.0
    private var lastFelt: Instant?
    private var interruptions = 0

    /// The least 1-sigma of a filtered place in metres and of a velocity in m/s: their errors last from fix to fix.
    private static let leastSigma = (place: 2.25, velocity: 0.5)
    /// Seconds without a sample after which the last velocity is held.
    private static let silence = 1.5
    /// Seconds for which a velocity has been held, and whether motion sensors have said since that nothing moves.
    private var heldTime = 0.0
    private var isAtRest = false

    /// Creates one that knows nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Starts at a fix.
    /// - Parameters:
    ///   - velocity: The filtered velocity in m/s.
    ///   - held: What holding a velocity has cost so far.
    ///   - time: The fix's time.
    public mutating func restart(velocity: SIMD2<Double>, held: HeldVelocity, at time: Instant) {
        since = time
        self.time = time
        self.velocity = velocity
        self.held = held
        (heldTime, isAtRest) = (0, false)
        offset = SIMD2(0, 0)
        way = 0
        knowsTurns = false
        hasSteps = stepTime.map { time - $0 < parameters.stepHold } ?? false
        learn(at: time)
    }

    /// Teaches the inertial way the fix, and decides whether it carries on after it.
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
        rehearsal.note(place: place, velocity: hasSteps ? SIMD2(0, 0) : velocity, inertial: inertial, at: time)
        usesInertial = inertial.state != nil && !hasSteps && rehearsal.prefersInertial
        inertialStart = inertial.state?.place ?? SIMD2(0, 0)
        inertialWay = inertial.way
    }

    /// Carries on by accelerometer and gyroscope.
    /// - Parameters:
    ///   - force: The specific force in m/s^2, in the device's axes.
    ///   - rate: The angular rate in rad/s, bias included.
    ///   - bias: What is known of the rate's bias, in rad/s.
    ///   - isResting: The sensors rest.
    ///   - time: The sample's time, on the axis of the fixes.
    mutating func feel(force: Vector3, rate: Vector3, bias: Vector3, isResting: Bool, at time: Instant) {
        inertial.add(force: force, rate: rate, knownBias: bias, isResting: isResting, at: time)
        rehearsal.add(force: force, rate: rate, bias: bias, isResting: isResting, at: time)
        lastFelt = time
        guard usesInertial, let since, time > since else { return }
        guard let state = inertial.state, let felt = inertial.velocity else {
            // The device was moved: what is known by now is held.
            usesInertial = false
            return
        }
        if let last = self.time, time > last, !inertial.isStanding { heldTime += time - last }
        self.time = max(time, self.time ?? time)
        offset = state.place - inertialStart
        way = inertial.way - inertialWay
        velocity = felt
    }

    /// Turns the course by radians, clockwise positive, at a moment.
    public mutating func turn(by angle: Double, at time: Instant) {
        rehearsal.turn(by: angle, at: time)
        knowsTurns = true
        guard !usesInertial else { return }
        advance(to: time)
        let (sine, cosine) = (sin(angle), cos(angle))
        velocity = SIMD2(
            velocity.x * cosine + velocity.y * sine, velocity.y * cosine - velocity.x * sine)
    }

    /// Takes the speed that a step makes, in m/s.
    public mutating func step(speed: Double, at time: Instant) {
        usesInertial = false
        advance(to: time)
        stepSpeed = speed
        stepTime = time
        hasSteps = true
    }

    /// The least m/s that a direction is kept for.
    private static let leastSpeed = 1e-3

    /// Continues with a speed that was measured without a position, in m/s.
    mutating func measure(speed: Double, at time: Instant) {
        advance(to: time)
        let length = velocity.length
        guard !usesInertial, length > 0 else { return }
        velocity *= max(speed, Self.leastSpeed) / length
    }

    /// Notes that nothing moves, or that something does.
    public mutating func rest(at time: Instant) {
        advance(to: time)
        // The inertial way knows by itself whether sensors that rest may stand.
        guard !usesInertial else { return }
        velocity = SIMD2(0, 0)
        isAtRest = true
    }

    /// Carries the way on to a moment.
    public mutating func advance(to time: Instant) {
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
        let direction = velocity / length
        var travelled = length * dt
        if hasSteps, let stepTime {
            // On foot: no steps, no way.
            travelled = (time - stepTime <= parameters.stepHold ? stepSpeed ?? length : 0) * dt
        } else if time - since > parameters.hold {
            // In closed form, so that hours between two calls are hours of fading, and no step's length matters.
            let fading = min(dt, time - since - parameters.hold)
            let left = exp(-fading / parameters.fade)
            travelled = length * (dt - fading + parameters.fade * (1 - left))
            velocity *= left
        }
        offset += direction * travelled
        way += travelled
    }

    /// The 1-sigma accuracy now in metres: on foot that of the fix and what way and time have added, else what holding a
    /// velocity has cost this receiver before.
    public var currentAccuracy: Double {
        guard let since, let time else { return held.variance(after: 0).squareRoot() }
        guard hasSteps else {
            let learned = usesInertial ? rehearsal.inertial : knowsTurns ? rehearsal.turned : nil
            return held.variance(after: heldTime, by: learned).squareRoot()
        }
        let grown = parameters.wayUncertainty * way + parameters.timeUncertainty * (time - since)
        return (held.variance(after: 0) + grown * grown).squareRoot()
    }

    /// The speed now in m/s.
    public func speed(at time: Instant) -> Double {
        if hasSteps, let stepTime { return time - stepTime <= parameters.stepHold ? stepSpeed ?? 0 : 0 }
        return velocity.length
    }
}
