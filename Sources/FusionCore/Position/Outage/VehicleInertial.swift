import Geometry
import Glibc
import SensorModel

/// Continues a vehicle's position by accelerometer and gyroscope: strapdown integration with an error-state Kalman
/// filter.
///
/// While there are fixes, it learns attitude, both biases, and the mounting from them. Without fixes, it relies on two
/// constraints: a wheeled vehicle moves neither sideways nor up, and it is stationary if the sensors rest. Independent
/// derivation after P. Groves, *Principles of GNSS, Inertial, and Multisensor Integrated Navigation Systems*, 2nd ed.
/// 2013, chapters 5, 14, 15, and Dissanayake et al. 2001. Guide: docs/estimators/vehicle.md.
struct VehicleInertial: Sendable, Hashable {
    private typealias Part = ErrorCovariance.Part

    /// The assumed properties of sensors and wheels.
    struct Parameters: Sendable, Hashable {
        /// The noise density of the gyroscope, in rad/s per root hertz.
        var rateNoise = 0.1 * Double.pi / 180
        /// The noise density of the accelerometer, including vibration, in m/s^2 per root hertz.
        var forceNoise = 0.08
        /// The initial 1-sigma bias of the gyroscope beyond the known one, in rad/s.
        var rateBias = 2 * Double.pi / 180
        /// The initial 1-sigma bias of the accelerometer, in m/s^2.
        var forceBias = 0.3
        /// The 1-sigma velocity sideways and up that wheels permit, in m/s.
        var wheelSlip = 0.3
    }

    /// The state of the integration.
    struct State: Sendable, Hashable {
        /// The place in metres east and north, on the plane of the fixes.
        var place = SIMD2<Double>(0, 0)
        /// The velocity in m/s: east, north, up.
        var velocity = Vector3()
        /// The rotation from the device's axes to east, north, up.
        var attitude = Quaternion.identity
        /// The gyroscope's bias in rad/s, and the accelerometer's in m/s^2.
        var rateBias = Vector3()
        var forceBias = Vector3()
        /// The rotation from the vehicle's axes (forward, left, up) to the device's.
        var mounting = Quaternion.identity
    }

    /// A measured velocity and place at an instant.
    struct Fix {
        var time: Instant
        /// The place in metres, and the velocity in m/s, each east and north.
        var place: SIMD2<Double>
        var velocity: SIMD2<Double>
        /// The 1-sigma errors of one axis, in metres and in m/s.
        var placeSigma: Double
        var velocitySigma: Double
    }

    private(set) var axes = VehicleAxes()
    /// The state; `nil` until the mounting is known, and after the device was moved.
    private(set) var state: State?
    /// The number of integrations started.
    private(set) var starts = 0
    /// The distance integrated so far, in metres.
    private(set) var distance = 0.0
    private let parameters: Parameters
    private var covariance = ErrorCovariance(variances: [])
    private var pending = Pending()
    private var past = PastStates()
    private var lastSample: Instant?
    private var fixSpeed: (time: Instant, speed: Double)?
    private var isResting = false
    /// The gyroscope's bias as known outside of this filter, in rad/s.
    private var bias = Vector3()
    /// The number of consecutive fixes that were far off, and of those that contradicted the mounting.
    private var oddFixes = 0
    private var turnedFixes = 0

    /// The motion since the last step of the covariance.
    private struct Pending: Sendable, Hashable {
        var time = 0.0
        /// The integrated specific force, east, north, up, in m/s.
        var force = Vector3()
        /// The integrated attitude matrix, in seconds.
        var attitude = Matrix3()
        /// The mean angular rate of the last increment, in rad/s.
        var rate = Vector3()
    }

    /// The minimum time between two steps of the covariance, in seconds, other than at a fix. The constraints are measurements
    /// whose variance holds for a second.
    private static let step = 0.7
    /// The maximum squared residual of a fix, in variances, and the number of consecutive fixes with larger ones that
    /// ends the integration.
    private static let (gate, oddLimit) = (9.0, 5)
    /// The variances at the start: of the level and the vertical velocity in m^2/s^2, of the tilt (roads tilt by at most 4 degrees),
    /// the course (that of a vehicle within 5) and the mounting (known within 8) in rad^2, and of the place in m^2.
    private static let startVariances = (0.5, 0.3, square(4), square(5), square(8), 9.0)
    /// The least variance, in m^2/s^2, of a velocity that may be zero.
    private static let leastStanding = 0.09

    private static func square(_ degrees: Double) -> Double {
        let angle = degrees * radiansPerDegree
        return angle * angle
    }

    /// The minimum speed, in m/s, at which the course gives the forward direction.
    private static let startSpeed = 5.0
    /// The cosine of the angle, 25 degrees, by which the mounting can contradict the accelerations, and the maximum
    /// number of consecutive fixes with a larger angle.
    private static let (turned, turnedLimit) = (0.906, 20)
    /// The minimum coherence at which accelerations indicate the mounting better than the integration does.
    private static let sure = 0.7
    /// The distance from the axle to the device, in metres, which converts a turn rate into a lateral velocity.
    private static let lever = 1.5
    /// The maximum speed by the receiver, in m/s, at which the vehicle can be stationary, and the maximum age of that
    /// speed, in seconds.
    private static let (standing, recent) = (0.8, 2.5)
    /// The 1-sigma velocity at rest, in m/s, and the 1-sigma rate at rest, in rad/s.
    private static let (restVelocity, restRate) = (0.05, 0.5 * Double.pi / 180)
    /// The growth of both biases, in rad/s and in m/s^2, per root second.
    private static let (rateWalk, forceWalk) = (0.002 * Double.pi / 180, 0.005)
    /// The growth of the variances of mounting and place, in rad^2/s and in m^2/s: enough that they stay positive.
    private static let (mountingWalk, placeWalk) = (1e-9, 1e-6)

    /// Creates an instance that has processed no sample.
    init(parameters: Parameters = .init()) { self.parameters = parameters }

    static func == (left: Self, right: Self) -> Bool {
        left.state == right.state && left.covariance == right.covariance && left.axes == right.axes
            && left.lastSample == right.lastSample && left.pending == right.pending
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(state)
        hasher.combine(axes)
        hasher.combine(lastSample)
    }

    /// The velocity in m/s, east and north; `nil` without a state.
    var velocity: SIMD2<Double>? { state.map { SIMD2($0.velocity.x, $0.velocity.y) } }

    /// True if the sensors and the speed indicate that the vehicle is stationary.
    private(set) var isStanding = false

    // MARK: Motion

    /// Continues by the motion up to an instant, on the axis of the fixes.
    mutating func add(_ motion: MotionIncrement, at time: Instant) {
        // A time between two increments in which nothing was measured.
        if let last = lastSample, time - last > motion.duration + Preintegration.gap {
            self = Self(parameters: parameters)
        }
        lastSample = time
        isResting = motion.isResting
        axes.add(motion)
        if axes.wasMoved {
            axes = VehicleAxes()
            state = nil
        }
        bias = motion.bias
        guard var state else { return }
        let step = motion.corrected(rateBias: state.rateBias, forceBias: state.forceBias)
        let (force, interval) = (state.attitude.rotate(step.velocity), motion.duration)
        let gravity = Vector3(0, 0, standardGravity)
        let moved =
            state.velocity * interval + state.attitude.rotate(step.place) - gravity * (interval * interval / 2)
        pending.time += interval
        pending.force += force
        pending.attitude += motion.attitude.rotated(by: state.attitude)
        pending.rate = motion.angle / interval + motion.bias - state.rateBias
        state.place += SIMD2(moved.x, moved.y)
        distance += SIMD2(moved.x, moved.y).length
        state.velocity += force - gravity * interval
        state.attitude = (state.attitude * step.rotation).renormalized
        self.state = state
        past.append(state, at: time)
        if pending.time >= Self.step { settle() }
    }

    // MARK: Fixes

    /// Updates the state with a fix, which may be some tenths of a second older than the last sample.
    mutating func add(_ fix: Fix) {
        let speed = fix.velocity.length
        axes.add(speed: speed, at: fix.time)
        fixSpeed = (fix.time, speed)
        guard let last = lastSample, abs(fix.time - last) < Preintegration.gap else { return }
        guard state != nil else {
            begin(at: fix)
            return
        }
        guard !isMountedOtherwise() else {
            state = nil
            return
        }
        settle()
        guard var state else { return }
        let then = past.entry(at: fix.time) ?? PastStates.Entry(state, at: last)
        let place = then.place + then.velocity * (fix.time - then.time)
        var errors = [Double](repeating: 0, count: Part.count)
        var isOdd = false
        for axis in 0..<2 {
            let residual = fix.velocity[axis] - then.velocity[axis]
            isOdd =
                covariance.update(
                    Self.row(Part.velocity + axis), residual: residual,
                    variance: fix.velocitySigma * fix.velocitySigma, gate: Self.gate, errors: &errors) || isOdd
        }
        for axis in 0..<2 {
            let residual = fix.place[axis] - place[axis]
            isOdd =
                covariance.update(
                    Self.row(Part.place + axis), residual: residual,
                    variance: fix.placeSigma * fix.placeSigma, gate: Self.gate, errors: &errors) || isOdd
        }
        state.correct(by: errors)
        self.state = state
        past.correct(by: errors)
        oddFixes = isOdd ? oddFixes + 1 : 0
        if oddFixes >= Self.oddLimit || !covariance.isValid { self.state = nil }
    }

    /// Discards the integration, as after a leap of the fixes, but keeps the mounting.
    mutating func interrupt() { state = nil }

    private mutating func begin(at fix: Fix) {
        guard let mounting = axes.mounting, fix.velocity.length > Self.startSpeed else { return }
        let heading = Quaternion(yaw: atan2(fix.velocity.y, fix.velocity.x))
        var state = State()
        state.place = fix.place
        state.velocity = Vector3(fix.velocity.x, fix.velocity.y, 0)
        state.attitude = (heading * mounting.conjugate).normalized
        state.rateBias = bias
        state.mounting = mounting
        self.state = state
        let rate = parameters.rateBias * parameters.rateBias
        let force = parameters.forceBias * parameters.forceBias
        let (level, up, tilt, course, mount, place) = Self.startVariances
        covariance = ErrorCovariance(variances: [
            level, level, up, tilt, tilt, course, rate, rate, rate, force, force, force, mount, mount, mount, place,
            place,
        ])
        (pending, past) = (Pending(), PastStates())
        (oddFixes, turnedFixes) = (0, 0)
        starts += 1
    }

    private mutating func isMountedOtherwise() -> Bool {
        guard let state, axes.coherence > Self.sure, let learned = axes.mounting else { return false }
        let forward = Vector3(1, 0, 0)
        let agrees = learned.rotate(forward).dot(state.mounting.rotate(forward)) > Self.turned
        turnedFixes = agrees ? 0 : turnedFixes + 1
        return turnedFixes > Self.turnedLimit
    }

    // MARK: The covariance

    /// Propagates the covariance to the last sample, and applies the constraints on the motion of a vehicle.
    private mutating func settle() {
        guard pending.time > 0, var state else { return }
        covariance.propagate(
            over: pending.time, force: pending.force, attitude: pending.attitude, noise: noise(over: pending.time))
        var errors = [Double](repeating: 0, count: Part.count)
        isStanding = isResting && mayStand(state)
        if isStanding {
            rest(state, &errors)
        } else {
            roll(state, &errors)
        }
        pending = Pending()
        state.correct(by: errors)
        self.state = covariance.isValid && state.isValid ? state : nil
    }

    /// Returns whether the vehicle can be stationary. A smooth ride also lets sensors rest, so the speed decides.
    private func mayStand(_ state: State) -> Bool {
        if let fixSpeed, let lastSample, lastSample - fixSpeed.time < Self.recent {
            return fixSpeed.speed < Self.standing
        }
        let speed = SIMD2(state.velocity.x, state.velocity.y)
        let variance = (covariance[0, 0] + covariance[1, 1]) / 2 + Self.leastStanding
        return (speed * speed).sum() < Self.gate * variance
    }

    private mutating func rest(_ state: State, _ errors: inout [Double]) {
        for axis in 0..<3 {
            covariance.update(
                Self.row(Part.velocity + axis), residual: -state.velocity[axis],
                variance: Self.restVelocity * Self.restVelocity / pending.time, errors: &errors)
            covariance.update(
                Self.row(Part.rate + axis), residual: pending.rate[axis],
                variance: Self.restRate * Self.restRate / pending.time, errors: &errors)
        }
    }

    /// Applies the constraint that wheels roll forward: the velocity has no lateral and no vertical component.
    private mutating func roll(_ state: State, _ errors: inout [Double]) {
        let toVehicle = (state.attitude * state.mounting).conjugate
        let velocity = toVehicle.rotate(state.velocity)
        let sigma = parameters.wheelSlip + Self.lever * pending.rate.length
        for axis in 1..<3 {
            let along = axis == 1 ? toVehicle.secondRow : toVehicle.up
            // For an axis a, with an attitude error phi, a C' (v + dv) is a C' dv + a C' (v x phi).
            let tilt = along.cross(state.velocity)
            // With a mounting error mu about the vehicle's axes, the velocity there changes by v x mu.
            let (second, turn) = axis == 1 ? (2, velocity.z) : (1, -velocity.y)
            let row: [(index: Int, value: Double)] = [
                (Part.velocity, along.x), (Part.velocity + 1, along.y), (Part.velocity + 2, along.z),
                (Part.attitude, tilt.x), (Part.attitude + 1, tilt.y), (Part.attitude + 2, tilt.z),
                (Part.mounting, turn),
                (Part.mounting + second, axis == 1 ? -velocity.x : velocity.x),
            ]
            covariance.update(
                row, residual: -velocity[axis], variance: sigma * sigma / pending.time, errors: &errors)
        }
    }

    private static func row(_ index: Int) -> CollectionOfOne<(index: Int, value: Double)> {
        CollectionOfOne((index, 1))
    }

    /// Returns the variances that the parts of the errors gain over a time in seconds.
    private func noise(over time: Double) -> [Double] {
        func variance(_ density: Double) -> Double { density * density * time }
        let force = variance(parameters.forceNoise)
        let rate = variance(parameters.rateNoise)
        return [
            force, rate, variance(Self.rateWalk), variance(Self.forceWalk), Self.mountingWalk * time,
            Self.placeWalk * time,
        ]
    }
}

extension VehicleInertial.State {
    /// The maximum speed of a vehicle, in m/s.
    private static let fastest = 150.0

    /// False if the integration has diverged.
    var isValid: Bool { velocity.isFinite && velocity.length < Self.fastest && place.x.isFinite && place.y.isFinite }

    /// Adds the errors that the filter found, in the order of ``ErrorCovariance/Part``.
    mutating func correct(by errors: [Double]) {
        func part(_ start: Int) -> Vector3 { Vector3(errors[start], errors[start + 1], errors[start + 2]) }
        velocity += part(ErrorCovariance.Part.velocity)
        attitude = (Quaternion(rotationVector: part(ErrorCovariance.Part.attitude)) * attitude).normalized
        rateBias += part(ErrorCovariance.Part.rate)
        forceBias += part(ErrorCovariance.Part.force)
        mounting = (mounting * Quaternion(rotationVector: part(ErrorCovariance.Part.mounting))).normalized
        place += SIMD2(errors[ErrorCovariance.Part.place], errors[ErrorCovariance.Part.place + 1])
    }
}
