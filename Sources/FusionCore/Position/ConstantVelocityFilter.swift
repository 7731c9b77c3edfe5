public import Geodesy
import Glibc
public import SensorModel

/// A Kalman filter of position, velocity and the receiver's wandering error, in metres on a plane that follows.
///
/// State of each axis: position p, velocity v, wandering error b. White acceleration drives v; b is a first-order
/// Gauss-Markov process; a fix measures p + b and, where the receiver gives speed and course, v. Isotropic noise makes
/// the covariance of both axes the same, so that everything is closed form and without allocation.
/// Sources: Y. Bar-Shalom, X. R. Li, T. Kirubarajan, "Estimation with Applications to Tracking and Navigation" (2001),
/// 6.3 (white-noise acceleration) and 8.2 (coloured measurement noise). Guide: docs/estimators/constant-velocity.md.
public struct ConstantVelocityFilter: Sendable, Hashable {
    /// How the filter works.
    public struct Parameters: Sendable, Hashable {
        /// Square root of the white acceleration's power density, in m/s^1.5.
        public var processNoise = 1.0
        /// The same for the steadiest motion there is.
        public var leastProcessNoise = 0.1
        /// Seconds in which a manoeuvre is forgotten.
        public var manoeuvreMemory = 6.0
        /// m^2/s by which the position at rest loses certainty, so that a receiver that settles is followed.
        public var restDrift = 0.005
        /// How unsteady the acceleration is between two fixes with speeds: 0 constant, 1 white.
        public var roughness = 0.01
        /// The squared normalised innovation beyond which a fix counts less.
        public var inflationThreshold = 9.21
        /// m/s^2 of a usual manoeuvre: where the receiver gives no speed, a turn looks like an outlier at first.
        public var manoeuvreAcceleration = 1.5
        /// Seconds for which a pace is remembered where the receiver gives no speed.
        public var paceMemory = 120.0
        /// Kilometres from its origin at which the plane moves.
        public var planeRadius = 2.0
        /// How the receiver's noise is learnt.
        public var noise = ReceiverNoise.Parameters()

        /// Makes the defaults.
        public init() {}
    }

    /// What the filter holds at one moment.
    public struct State: Sendable, Hashable {
        /// When.
        public var time: Instant
        /// Metres east and north on the plane.
        public var position: SIMD2<Double>
        /// m/s east and north.
        public var velocity: SIMD2<Double>
        /// The receiver's wandering error in metres east and north.
        public var bias: SIMD2<Double>
        /// The covariance, the same for both axes.
        public var covariance: MotionCovariance

        /// Takes back a wandering error that is now known to be smaller: as if it had been so from the beginning.
        @inline(__always)
        mutating func limitBias(to wander: Double) {
            guard covariance.bb > wander, covariance.bb > 1e-12 else { return }
            let share = wander / covariance.bb
            let position = covariance.pb / covariance.bb
            let velocity = covariance.vb / covariance.bb
            self.position -= bias * (position * (1 - share))
            self.velocity -= bias * (velocity * (1 - share))
            bias *= share
            covariance.limitBias(share: share, position: position, velocity: velocity)
        }

        /// Carries the state to a later time.
        @inline(__always)
        mutating func predict(
            to time: Instant, density: Double, roughness: Double, memory: Double, wander: Double
        ) {
            let dt = time - self.time
            guard dt > 0 else { return }
            position += velocity * dt
            bias *= memory
            covariance.predict(dt: dt, density: density, roughness: roughness, memory: memory, wander: wander)
            self.time = time
        }
    }

    /// The plane in use; nil before the first fix.
    public private(set) var plane: LocalPlane?
    /// The state; nil before the first fix.
    public private(set) var state: State?
    /// What is learnt of the receiver.
    public private(set) var noise = ReceiverNoise()
    /// The variance of one axis of that innovation in m^2.
    public private(set) var lastInnovationVariance = 1.0
    /// What the last fix left for the backward pass.
    public private(set) var step: FilterStep?
    private var forgetting = Forgetting()
    private var agility = Agility()
    private var pace = Pace()
    private var pendingShift = SIMD2<Double>(0, 0)
    /// The squared normalised innovation of the last fix' position, chi-squared with 2 degrees of freedom; nil after a
    /// start.
    public private(set) var lastInnovationSquared: Double?

    /// Power density of the acceleration at rest in m^2/s^3, and variance of the velocity known to be zero in m^2/s^2.
    private static let restDensity = 1e-5
    private static let restVariance = 1e-4
    /// Variance in m^2/s^2 of a speed that nothing tells.
    private static let unknownSpeed = 100.0
    /// m^2/s^3 by which the least density grows with every second between fixes: nobody knows how steady it was there.
    private static let densityGrowth = 0.02
    /// Seconds beyond which nothing is steady between two fixes.
    private static let steadyInterval = 2.5

    /// Makes a filter that has seen nothing.
    public init() {}

    /// Forgets where we are, and keeps what was learnt of the receiver.
    public mutating func reset() {
        state = nil
        plane = nil
        pendingShift = SIMD2(0, 0)
        noise.loseTrack()
    }

    /// Takes a fix. O(1).
    public mutating func update(
        _ coordinate: Coordinate, velocity measured: SIMD2<Double>?, accuracy: Double, altitude: Double? = nil,
        at time: Instant, isStill: Bool = false, _ parameters: Parameters
    ) {
        let plane = moved(to: coordinate, parameters)
        let point = plane.point(coordinate)
        let position = SIMD2(point.east, point.north)
        noise.update(
            position: position, velocity: measured, accuracy: accuracy, at: time, parameters.noise)
        let (wander, speed, unseen) = (noise.levels.wander, noise.levels.speed, noise.levels.unseen)
        let white = noise.white(stated: accuracy * accuracy)
        guard var next = state else {
            begin(
                State(
                    time: time, position: position, velocity: measured ?? SIMD2(0, 0), bias: SIMD2(0, 0),
                    covariance: MotionCovariance(
                        fixVariance: max(accuracy * accuracy - unseen, white + wander), wander: wander,
                        velocity: measured == nil ? Self.unknownSpeed : speed)),
                on: plane, altitude: altitude, isStill: isStill)
            return
        }
        next.limitBias(to: wander)
        let departure = next
        // Rest now says nothing of the way here, unless there was rest before, too.
        let restsOn = isStill && step?.isStill == true
        let dt = time - next.time
        let growth = restsOn ? parameters.restDrift * max(0, dt) : 0
        next.covariance.pp += growth
        let memory = forgetting.share(after: dt, of: parameters.noise.correlationTime)
        let density = agility.update(
            velocity: measured, dt: dt, noise: speed,
            typical: typicalDensity(measured, next, dt, parameters),
            least: leastDensity(over: dt, parameters), memory: parameters.manoeuvreMemory)
        let usedDensity = restsOn ? Self.restDensity : density
        let roughness = measured != nil && dt <= Self.steadyInterval ? parameters.roughness : 1
        next.predict(to: time, density: usedDensity, roughness: roughness, memory: memory, wander: wander)
        updatePosition(
            &next, position, white: white,
            manoeuvre: measured == nil ? parameters.manoeuvreAcceleration * dt * dt / 2 : 0,
            parameters)
        if isStill {
            Self.updateVelocity(&next, SIMD2(0, 0), variance: Self.restVariance, parameters)
        } else if let measured {
            Self.updateVelocity(&next, measured, variance: speed, parameters)
        }
        state = next
        step = FilterStep(
            time: next.time, position: departure.position, velocity: departure.velocity, bias: departure.bias,
            covariance: departure.covariance, growth: growth, density: usedDensity, roughness: roughness,
            memory: memory, wander: wander, shift: pendingShift, unseen: unseen,
            errorPower: white * dt + 2 * parameters.noise.correlationTime * wander, altitude: altitude,
            isStart: false, isStill: isStill)
        pendingShift = SIMD2(0, 0)
    }

    private mutating func begin(_ first: State, on plane: LocalPlane, altitude: Double?, isStill: Bool) {
        state = first
        lastInnovationSquared = nil
        step = FilterStep(
            time: first.time, position: first.position, velocity: first.velocity, bias: first.bias,
            covariance: first.covariance, unseen: noise.levels.unseen, altitude: altitude, isStart: true,
            isStill: isStill)
    }

    /// The power density where nothing tells how steady the motion is: by pace, where the receiver gives no speed.
    private mutating func typicalDensity(
        _ measured: SIMD2<Double>?, _ state: State, _ dt: Double, _ parameters: Parameters
    ) -> Double {
        let share =
            measured == nil ? pace.update(velocity: state.velocity, dt: dt, memory: parameters.paceMemory) : 1
        return parameters.processNoise * parameters.processNoise * share * share
    }

    /// The smallest power density over a time: between fixes far apart nobody knows how steady it was.
    private func leastDensity(over dt: Double, _ parameters: Parameters) -> Double {
        let least = parameters.leastProcessNoise * parameters.leastProcessNoise
        let typical = parameters.processNoise * parameters.processNoise
        return min(max(least, typical), least + Self.densityGrowth * max(0, dt - 1))
    }

    /// Returns where a fix is expected; nil where nothing is.
    mutating func expectation(
        at time: Instant, minimumAccuracy: Double, _ parameters: Parameters
    ) -> FixExpectation? {
        guard var next = state, let plane else { return nil }
        next.predict(
            to: time, density: parameters.processNoise * parameters.processNoise, roughness: 1,
            memory: forgetting.share(after: time - next.time, of: parameters.noise.correlationTime),
            wander: noise.levels.wander)
        let covariance = next.covariance
        return FixExpectation(
            plane: plane, position: next.position, bias: next.bias,
            variance: covariance.pp + 2 * covariance.pb + covariance.bb + noise.levels.white,
            unseen: noise.levels.unseen, minimumAccuracy: minimumAccuracy)
    }

    private mutating func updatePosition(
        _ next: inout State, _ position: SIMD2<Double>, white: Double, manoeuvre: Double, _ parameters: Parameters
    ) {
        let innovation = position - next.position - next.bias
        let covariance = next.covariance
        var variance = covariance.pp + 2 * covariance.pb + covariance.bb + white
        let square = (innovation * innovation).sum()
        lastInnovationSquared = square / variance
        lastInnovationVariance = variance
        // What the filter cannot see may still be so: only what is beyond that, too, is an outlier.
        let distance = square / (variance + noise.levels.unseen + manoeuvre * manoeuvre)
        variance *= max(1, distance / parameters.inflationThreshold)
        let gain = next.covariance.updatePosition(innovationVariance: variance)
        next.position += innovation * gain.x
        next.velocity += innovation * gain.y
        next.bias += innovation * gain.z
    }

    private static func updateVelocity(
        _ next: inout State, _ measured: SIMD2<Double>, variance noise: Double, _ parameters: Parameters
    ) {
        let innovation = measured - next.velocity
        var variance = next.covariance.vv + noise
        let distance = (innovation * innovation).sum() / variance
        variance *= max(1, distance / parameters.inflationThreshold)
        let gain = next.covariance.updateVelocity(innovationVariance: variance)
        next.position += innovation * gain.x
        next.velocity += innovation * gain.y
        next.bias += innovation * gain.z
    }

    private mutating func moved(to coordinate: Coordinate, _ parameters: Parameters) -> LocalPlane {
        guard let old = plane else {
            let plane = LocalPlane(origin: coordinate)
            self.plane = plane
            return plane
        }
        let point = old.point(coordinate)
        let radius = parameters.planeRadius * 1_000
        guard abs(point.east) > radius || abs(point.north) > radius, var state else { return old }
        // The origin goes to where the filter is, so that its state becomes nearly zero and loses no precision.
        let here = old.coordinate(PlanePoint(east: state.position.x, north: state.position.y))
        let new = LocalPlane(origin: here)
        noise.shiftOrigin(by: state.position)
        pendingShift += state.position
        state.position = SIMD2(0, 0)
        self.state = state
        plane = new
        return new
    }
}
