public import NavigationMath
public import SensorModel

/// One rigid body with its sensors: joins accelerometer, gyroscope and magnetometer of unlike rates and stamps.
///
/// The gyroscope leads. An acceleration waits until the gyroscope has passed its stamp, the attitude is predicted to
/// exactly that stamp, and gravity is told at it; so both sensors may have any rate and any offset. A gyroscope that is
/// slower than the waiting room, or silent for a short while, is taken to turn on as last heard; one that is silent for
/// longer than the gap makes the body fall back to the accelerometer alone.
public struct MotionBody: Sendable {
    /// What the body concludes, one at a time.
    public enum Output: Sendable {
        /// One for each acceleration.
        case motion(DeviceMotion)
        /// One for each angular rate; without a gyroscope one for each acceleration.
        case attitude(AttitudeEstimate)
    }

    /// Where the sensors are worn or built in; nil for unlabelled ones.
    public let label: String?
    /// How the sensors are joined.
    public var parameters: Parameters {
        didSet { retuneFallback() }
    }
    /// The estimator behind it.
    public private(set) var filter: OrientationFilter
    /// The device that the body's estimates carry: its accelerometer, or its gyroscope where that came first.
    public private(set) var device: DeviceID
    /// The last source of gravity; nil before the first acceleration.
    public private(set) var source: DeviceMotion.Source?

    /// The gyroscope's bias at the last rest; `nil` before the first.
    private(set) var restingBias: RestingBias?

    /// A bias in rad/s with its 1-sigma, in the body's axes.
    struct RestingBias: Sendable {
        var bias: Vector3
        var sigma: Double
        var time: Instant
    }

    /// A bias is noted again if its sigma is this share of the last one's, or after so many seconds.
    private static let (betterSigma, noteInterval) = (0.7, 600.0)

    private var fallback: AccelerometerGravity
    private var accelerationClock = SampleClock(assumedInterval: 0.01)
    private var rotationClock = SampleClock(assumedInterval: 0.01)
    private var fieldClock = SampleClock(assumedInterval: 0.01)
    private var waiting = SampleRing()
    private var firstAcceleration: Instant?
    /// The moment up to which the attitude is predicted.
    private var reached: Instant?
    /// An angular rate that has been taken and not yet passed.
    private var pendingRotation: Instant?
    private var pendingAttitude: Instant?
    private var lastUsedAcceleration: Instant?
    private var gravityNorm = standardGravity
    private var told: Set<Lack> = []

    /// Creates a body that has felt nothing.
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

    /// Takes the filter's parameters.
    public mutating func set(_ filter: OrientationFilter.Parameters) {
        self.filter.parameters = filter
        retuneFallback()
    }

    // MARK: What it lacks

    /// What a body may be short of.
    public enum Lack: Sendable, Hashable, CaseIterable {
        /// No gyroscope ever came.
        case noGyroscope
        /// The gyroscope fell silent.
        case gyroscopeSilent
        /// No magnetometer ever came.
        case noMagnetometer
    }

    /// Returns what the body lacks at a moment, as far as it has been felt at all.
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

    /// Returns what the body newly lacks and what it no longer lacks, and takes it as told.
    mutating func tellLacks(at time: Instant) -> (begun: Set<Lack>, ended: Set<Lack>) {
        let now = lacks(at: time)
        defer { told = now }
        return (now.subtracting(told), told.subtracting(now))
    }

    /// Starts from the gyroscope's bias of an earlier session, in rad/s, by 1 sigma; not after a rest in this one.
    mutating func expect(bias: Vector3, sigma: Double) {
        guard restingBias == nil else { return }
        filter.expect(bias: bias, sigma: sigma)
    }

    // MARK: Samples

    /// Adds an acceleration, m/s^2, in the body's axes. Ask ``next()`` for what follows.
    public mutating func take(acceleration sample: Vector3, device: DeviceID, at time: Instant) {
        guard sample.isFinite, let step = accelerationClock.take(time, gap: parameters.gap) else { return }
        if step.changed { retune() }
        self.device = device
        if step.elapsed == nil {
            // What came before a clock that was set has no place in time any more.
            waiting = SampleRing()
            lastUsedAcceleration = nil
            firstAcceleration = min(firstAcceleration ?? time, time)
        }
        if waiting.isFull { waiting.removeFirst() }
        waiting.append(.init(time: time, vector: sample))
    }

    /// Adds an angular rate, rad/s, in the body's axes. Ask ``next()`` for what follows.
    public mutating func take(rotation sample: Vector3, device: DeviceID, at time: Instant) {
        guard sample.isFinite, let step = rotationClock.take(time, gap: parameters.gap) else { return }
        if step.changed { retune() }
        if firstAcceleration == nil { self.device = device }
        // How much time passed while a clock was set nobody knows: it counts as a gap.
        let wasSet = step.elapsed == nil && reached != nil
        let elapsed = step.elapsed ?? parameters.gap
        if wasSet || elapsed > parameters.gap {
            filter.resume(after: elapsed)
            reached = time
        }
        let before = filter.measuredRate
        filter.update(rotation: sample)
        // Over lost samples the mean of both ends is the better guess.
        if let elapsed = step.elapsed, elapsed > 1.5 * rotationClock.interval, elapsed <= parameters.gap {
            filter.hold(rate: (before + sample) * 0.5)
        }
        pendingRotation = time
    }

    /// Adds a magnetic field, microtesla, in the body's axes.
    public mutating func take(magneticField sample: Vector3, at time: Instant) {
        guard sample.isFinite, let step = fieldClock.take(time, gap: parameters.gap) else { return }
        if step.changed { retune() }
        if isGyroscopeAlive(at: time) {
            filter.update(magneticField: sample)
        } else {
            fallback.update(magneticField: sample)
        }
    }

    /// Returns what follows from the samples taken, one at a time, in order of time; nil if more must come first.
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

    /// True if no more time may be given to the gyroscope.
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

    /// Keeps the bias at rest: now and then, as whoever keeps it beyond the session writes it to a file.
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
            isResting: isResting, source: source)
    }

    /// What an accelerometer reads at rest is its own g: a scale error must not pass for motion.
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
