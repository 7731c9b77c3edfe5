public import Geometry
public import SensorModel

/// A rigid body with sensors, which combines an accelerometer, a gyroscope, and a magnetometer with different rates.
///
/// The gyroscope leads. An acceleration waits for an angular rate with a later timestamp; the attitude is then
/// predicted to the time of the acceleration, and gravity is computed there, so both sensors may have any rate and any
/// offset. If the gyroscope is slower than the queue allows, or briefly silent, the last rate is used. If it is silent
/// for longer than the gap, the body uses the accelerometer alone.
public struct MotionBody: Sendable {
    /// A result of the body.
    public enum Output: Sendable {
        /// A motion sample, for each acceleration.
        case motion(DeviceMotion)
        /// An attitude, for each angular rate; without a gyroscope, for each acceleration.
        case attitude(AttitudeEstimate)
    }

    /// The label of the place where the sensors are worn or built in; `nil` for unlabelled sensors.
    public let label: String?
    /// The parameters for combining the sensors.
    public var parameters: Parameters {
        didSet { retuneFallback() }
    }
    /// The estimator used with a gyroscope.
    public private(set) var filter: OrientationFilter
    /// The device that the estimates name: the accelerometer, or the gyroscope until an acceleration arrives.
    public private(set) var device: DeviceID
    /// The last source of gravity; `nil` before the first acceleration.
    public private(set) var source: DeviceMotion.Source?

    /// The gyroscope's bias at the last rest; `nil` before the first rest.
    private(set) var restingBias: RestingBias?

    /// A bias in rad/s with its 1-sigma uncertainty, in the body's axes.
    struct RestingBias: Sendable {
        var bias: Vector3
        var sigma: Double
        var time: Instant
    }

    /// The fraction of the last sigma, and the time in seconds, after which a bias is recorded again.
    private static let (betterSigma, noteInterval) = (0.7, 600.0)

    private var fallback: AccelerometerGravity
    private var accelerationClock = SampleClock(assumedInterval: 0.01)
    private var rotationClock = SampleClock(assumedInterval: 0.01)
    private var fieldClock = SampleClock(assumedInterval: 0.01)
    private var waiting = SampleRing()
    private var firstAcceleration: Instant?
    /// The time of the latest prediction of the attitude.
    private var reached: Instant?
    /// The time of an angular rate that the prediction has not yet reached.
    private var pendingRotation: Instant?
    private var pendingAttitude: Instant?
    private var lastUsedAcceleration: Instant?
    private var gravityNorm = standardGravity
    private var announced: Set<Lack> = []

    /// Creates a body without samples.
    public init(
        label: String?, device: DeviceID, parameters: Parameters = .init(),
        filter: OrientationFilter.Parameters = .init()
    ) {
        self.label = label
        self.device = device
        self.parameters = parameters
        self.filter = OrientationFilter(
            parameters: filter, intervals: .init(rotation: 0.01, acceleration: 0.01, magneticField: 0.01))
        fallback = AccelerometerGravity(
            cutoff: parameters.fallbackCutoff, restTime: filter.restFilterTime, interval: 0.01, fieldInterval: 0.01)
    }

    /// Changes the filter's parameters; its state and the bias are kept.
    public mutating func set(_ filter: OrientationFilter.Parameters) {
        self.filter.parameters = filter
        retuneFallback()
    }

    // MARK: Missing inputs

    /// An input that a body can lack.
    public enum Lack: Sendable, Hashable, CaseIterable {
        /// No gyroscope sample ever arrived.
        case noGyroscope
        /// The gyroscope stopped sending samples.
        case gyroscopeSilent
        /// No magnetometer sample ever arrived.
        case noMagnetometer
    }

    /// Returns the inputs that the body lacks at a time; an empty set until accelerations have arrived for long enough.
    public func lacks(at time: Instant) -> Set<Lack> {
        guard let start = firstAcceleration, time - start > parameters.missingAfter else { return [] }
        var lacks: Set<Lack> = []
        if let heard = rotationClock.last {
            if time - heard > parameters.missingAfter, source == .accelerometerOnly { lacks.insert(.gyroscopeSilent) }
        } else {
            lacks.insert(.noGyroscope)
        }
        if fieldClock.last == nil { lacks.insert(.noMagnetometer) }
        return lacks
    }

    /// Returns the inputs newly lacking and those available again since the last call.
    mutating func lackChanges(at time: Instant) -> (begun: Set<Lack>, ended: Set<Lack>) {
        let now = lacks(at: time)
        defer { announced = now }
        return (now.subtracting(announced), announced.subtracting(now))
    }

    /// Sets the initial bias of the gyroscope from an earlier session, in rad/s, with its sigma. Has no effect after a
    /// rest.
    mutating func expect(bias: Vector3, sigma: Double) {
        guard restingBias == nil else { return }
        filter.expect(bias: bias, sigma: sigma)
    }

    // MARK: Samples

    /// Adds an acceleration, in m/s^2, in the body's axes. Call ``next()`` for the results.
    public mutating func take(acceleration sample: Vector3, device: DeviceID, at time: Instant) {
        guard sample.isFinite, let step = accelerationClock.take(time, gap: parameters.gap) else { return }
        if step.changed { retune() }
        self.device = device
        if step.elapsed == nil {
            // Samples before a change of the clock have no valid time.
            waiting = SampleRing()
            lastUsedAcceleration = nil
            firstAcceleration = min(firstAcceleration ?? time, time)
        }
        if waiting.isFull { waiting.removeFirst() }
        waiting.append(.init(time: time, vector: sample))
    }

    /// Adds an angular rate, in rad/s, in the body's axes. Call ``next()`` for the results.
    public mutating func take(rotation sample: Vector3, device: DeviceID, at time: Instant) {
        guard sample.isFinite, let step = rotationClock.take(time, gap: parameters.gap) else { return }
        if step.changed { retune() }
        if firstAcceleration == nil { self.device = device }
        // The time that passed while the clock was set is unknown, so it counts as a gap.
        let wasSet = step.elapsed == nil && reached != nil
        let elapsed = step.elapsed ?? parameters.gap
        if wasSet || elapsed > parameters.gap {
            filter.resume(after: elapsed)
            reached = time
        }
        let before = filter.measuredRate
        filter.update(rotation: sample)
        // Across lost samples, the mean of both ends is the better estimate.
        if let elapsed = step.elapsed, elapsed > 1.5 * rotationClock.interval, elapsed <= parameters.gap {
            filter.hold(rate: (before + sample) * 0.5)
        }
        pendingRotation = time
    }

    /// Adds a magnetic field, in microtesla, in the body's axes.
    public mutating func take(magneticField sample: Vector3, at time: Instant) {
        guard sample.isFinite, let step = fieldClock.take(time, gap: parameters.gap) else { return }
        if step.changed { retune() }
        if isGyroscopeAlive(at: time) {
            filter.update(magneticField: sample)
        } else {
            fallback.update(magneticField: sample)
        }
    }

    /// Returns the results of the samples so far, one at a time and in order of time; `nil` if more samples are needed.
    public mutating func next() -> Output? {
        if let time = pendingAttitude {
            pendingAttitude = nil
            return .attitude(
                AttitudeEstimate(
                    time: time, device: device, rotation: fallback.attitude,
                    reference: fallback.hasHeading ? .magneticNorthZUp : .arbitraryZUp))
        }
        guard let head = waiting.first else { return finishRotation() }
        if let rotation = pendingRotation {
            guard head.time <= rotation else { return finishRotation() }
            return .motion(fuse(head))
        }
        if let reached, head.time <= reached, isGyroscopeAlive(at: head.time) { return .motion(fuse(head)) }
        guard mustGoWithout(head) else { return nil }
        return .motion(isGyroscopeAlive(at: head.time) ? fuse(head) : goWithout(head))
    }

    /// Returns whether an acceleration can no longer wait for the gyroscope.
    private func mustGoWithout(_ head: SampleRing.Entry) -> Bool {
        guard let newest = accelerationClock.last else { return false }
        return waiting.isFull || newest - (rotationClock.last ?? head.time) > parameters.gap
            || source == .accelerometerOnly
    }

    private func isGyroscopeAlive(at time: Instant) -> Bool {
        rotationClock.last.map { time - $0 <= parameters.gap } ?? false
    }

    private mutating func finishRotation() -> Output? {
        guard let time = pendingRotation else { return nil }
        advance(to: time)
        pendingRotation = nil
        return .attitude(
            AttitudeEstimate(
                time: time, device: device, rotation: filter.attitude,
                reference: filter.hasHeading ? .magneticNorthZUp : .arbitraryZUp))
    }

    @inline(__always)
    private mutating func advance(to time: Instant) {
        if let reached {
            let elapsed = time - reached
            guard elapsed > 0 else { return }
            filter.predict(over: elapsed)
        }
        reached = time
    }

    // MARK: Gravity

    @inline(__always)
    private mutating func fuse(_ head: SampleRing.Entry) -> DeviceMotion {
        waiting.removeFirst()
        advance(to: head.time)
        let elapsed = lastUsedAcceleration.map { head.time - $0 }
        if let elapsed, elapsed > parameters.gap { filter.resume(after: elapsed) }
        lastUsedAcceleration = head.time
        source = .inertial
        let up = filter.update(acceleration: head.vector, elapsed: elapsed.map { min($0, parameters.gap) })
        if filter.isResting { noteBias(at: head.time) }
        return motion(head, up: up, rate: filter.rotationRate, isResting: filter.isResting, .inertial)
    }

    /// Records the bias at rest, only now and then, since a library writes each recorded bias to a file.
    private mutating func noteBias(at time: Instant) {
        let sigma = filter.gyroscopeBiasSigma
        if let known = restingBias, sigma > Self.betterSigma * known.sigma, time - known.time < Self.noteInterval {
            return
        }
        restingBias = RestingBias(bias: filter.gyroscopeBias, sigma: sigma, time: time)
    }

    private mutating func goWithout(_ head: SampleRing.Entry) -> DeviceMotion {
        waiting.removeFirst()
        let elapsed = lastUsedAcceleration.map { head.time - $0 } ?? 0
        if elapsed > parameters.gap {
            fallback.restart()
        } else if source == .inertial {
            fallback.seed(gravity: filter.up * gravityNorm)
        }
        lastUsedAcceleration = head.time
        source = .accelerometerOnly
        pendingAttitude = head.time
        let up = fallback.update(
            acceleration: head.vector, elapsed: min(elapsed, parameters.gap),
            restTolerance: filter.parameters.restAcceleration)
        let isResting = fallback.restDuration >= filter.parameters.restTime
        return motion(head, up: up, rate: nil, isResting: isResting, .accelerometerOnly)
    }

    @inline(__always)
    private mutating func motion(
        _ head: SampleRing.Entry, up: Vector3, rate: Vector3?, isResting: Bool, _ source: DeviceMotion.Source
    ) -> DeviceMotion {
        if isResting { learnNorm(head.vector.length) }
        return DeviceMotion(
            time: head.time, device: device, acceleration: head.vector, gravity: up * gravityNorm, rotationRate: rate,
            source: source)
    }

    /// Learns the accelerometer's reading at rest as its own g, so that a scale error does not appear as motion.
    private mutating func learnNorm(_ length: Double) {
        guard abs(length - standardGravity) <= parameters.gravityTolerance * standardGravity else { return }
        gravityNorm += (length - gravityNorm) * min(1, accelerationClock.interval / filter.parameters.restTime)
    }

    // MARK: Rates

    private mutating func retune() {
        filter.retune(
            .init(
                rotation: rotationClock.interval, acceleration: accelerationClock.interval,
                magneticField: fieldClock.interval))
        retuneFallback()
    }

    private mutating func retuneFallback() {
        fallback.retune(
            cutoff: parameters.fallbackCutoff, restTime: filter.parameters.restFilterTime,
            interval: accelerationClock.interval, fieldInterval: fieldClock.interval)
    }
}
