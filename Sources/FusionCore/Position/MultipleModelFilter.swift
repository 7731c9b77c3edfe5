public import Geometry
import Glibc
import SensorModel

/// Filters positions without prior knowledge of the receiver. A bank of receiver hypotheses is weighted by how well
/// each predicts the fixes; the lag, scale, and jitter of the receiver's velocity are identified separately.
///
/// Guide: docs/estimators/position.md.
public struct MultipleModelFilter: Sendable, Hashable {
    /// The assumptions about motion and errors that all hypotheses share.
    public struct Parameters: Sendable, Hashable {
        /// The factor of the default process noise. Its square multiplies the power densities of all modes of motion.
        public var processNoise = 1.0
        /// The duration of an acceleration, in seconds.
        public var accelerationTime = 3.2
        /// The duration of a manoeuvre, in seconds.
        public var manoeuvreTime = 4.0
        /// The time constant, in seconds, with which the evidence for a hypothesis is forgotten.
        public var memory = 120.0
        /// The slowly varying error of the velocity, as a fraction of the speed.
        public var slowError = 0.003
        /// The correlation time of the slowly varying error of the velocity, in seconds.
        public var slowErrorTime = 20.0
        /// The maximum 1-sigma wandering error, in stated accuracies.
        public var wanderLimit = 1.35
        /// The maximum wandering error, in standard deviations; what exceeds it counts as motion.
        public var wanderClamp = 2.5
        /// The maximum squared normalised innovation of a fix with full weight.
        public var outlier = 9.21
        /// The maximum distance of the estimate from the recent fixes, in stated accuracies.
        public var leash = 4.0
        /// The maximum difference between chords and velocity over 5 to 30 s, in stated accuracies.
        public var chord = 2.0
        /// The time constant, in seconds, with which lag and scale of the velocity are forgotten.
        public var velocityMemory = 900.0
        /// The fraction of the stated variance unexplained by the hypotheses that the accuracy includes.
        public var unseenShare = 0.5

        /// Creates parameters with default values.
        public init() {}
    }

    /// The measured values of a fix.
    struct Measurement: Sendable, Hashable {
        var coordinate: Coordinate
        var velocity: FixVelocity?
        /// The receiver's speed in m/s, with or without a course; `nil` if it reports none.
        var speed: Double?
        var altitude: Double?
        /// The 1-sigma accuracy, in metres.
        var accuracy: Double
        var time: Instant
        /// True if the motion sensors are at rest.
        var isAtRest = false
        /// The distance since the previous fix, in metres, by speeds measured without a position.
        var travelled = 0.0
        /// True for a fix of a location service, whose place may be an estimate itself.
        var isOfService = false
    }

    /// The current plane; `nil` before the first fix.
    public private(set) var plane: LocalPlane?
    /// The receiver hypotheses.
    private(set) var bank = ReceiverBank()
    private(set) var identification = VelocityIdentification()
    private(set) var heldVelocity = HeldVelocity()
    private var pace = ReachedPace()
    private var leash = Leash()
    private var excess = ErrorExcess()
    /// The record of the last fix for the smoother; `nil` before the first.
    private(set) var record: FixRecord?
    private var pendingShift = SIMD2<Double>(0, 0)
    /// The fixes with which the track started, until they have settled.
    private var opening: TrackOpening?
    /// The times of the fixes that the last fix showed to be false: the track starts after them.
    private(set) var rejected: [Instant] = []
    /// The effect of the last fix; `nil` before the first.
    private(set) var assessment: FixAssessment?
    /// The estimate at the last fix; `nil` before the first and after a reset.
    private(set) var estimate: PlaneEstimate?

    /// Creates a filter that has seen no fix.
    public init() {}

    /// The distance from the plane's origin, in metres, at which the plane moves. Within it, the projection error is
    /// less than a decimetre.
    private static let planeRadius = 2_000.0

    /// The time without a fix, in seconds, after which the earlier motion does not constrain the position.
    private static let longestSilence = 86_400.0

    /// Forgets the position, but keeps what was learned about the receiver.
    mutating func reset() {
        plane = nil
        estimate = nil
        pendingShift = SIMD2(0, 0)
        identification.interrupt()
        heldVelocity.interrupt()
        pace.interrupt()
        leash = Leash()
    }

    /// The usual time between two fixes, in seconds.
    var usualInterval: Double { bank.usualInterval }

    /// The maximum noise of distance over time, in m/s, at which that speed distinguishes a walk from a ride.
    private static let distinguishingNoise = 1.0

    /// True if the distance over time between the last two fixes is too noisy to show a walk.
    var hidesWalk: Bool {
        guard let record else { return false }
        return 2 * bank.errorShares.white * record.accuracy > Self.distinguishingNoise * record.interval
    }

    /// Updates the estimate with an accepted fix, and returns it. O(1).
    mutating func update(_ fix: Measurement, _ parameters: Parameters) -> PlaneEstimate {
        let plane = moved(to: fix.coordinate)
        let point = plane.point(fix.coordinate)
        let position = SIMD2(point.east, point.north)
        let interval = estimate.map { fix.time - $0.time } ?? 0
        let isStart = estimate == nil || interval > Self.longestSilence
        if isStart {
            opening = TrackOpening(bank)
            pace.interrupt()
        }
        // Places that settle do not indicate the velocity.
        let isSettled = opening.map { $0.age(at: fix.time) >= SettlingStart.duration } ?? true
        identification.update(
            position: isSettled ? position : nil, velocity: fix.velocity?.value,
            isAssumed: fix.velocity?.isAssumed ?? false, dt: interval, manoeuvre: parameters.manoeuvreTime,
            memory: parameters.velocityMemory)
        var record = FixRecord(
            fix, position: position, interval: interval, shift: pendingShift, identification,
            excess: self.record?.excess ?? 1, isStart: isStart)
        pendingShift = SIMD2(0, 0)
        pace.update(position, accuracy: fix.accuracy, at: fix.time)
        let measurement = record.measurement(
            velocity: record.velocity, record.findings, bound: MotionBound(pace: pace.value), isLive: true)
        if isStart { bank.begin(measurement, as: .cold) } else { bank.update(measurement, parameters) }
        open(measurement, at: fix.time, parameters)
        if let chord = identification.unexplained, !bank.isOdd {
            let expected = bank.expectedVariance(
                stated: record.accuracy, lessMeanOver: VelocityIdentification.meanTime)
            excess.update(chord, expected: expected.variance, after: interval, probability: expected.probability)
        }
        record.excess = excess.factor(trust: bank.velocityTrust)
        let next = concluded(record, parameters)
        heldVelocity.update(next)
        estimate = next
        self.record = record
        return next
    }

    /// Adds a fix to the opening of the track, and lets the track begin again where its fixes agree if those before were false.
    private mutating func open(_ fix: ReceiverBank.Measurement, at time: Instant, _ parameters: Parameters) {
        rejected = []
        opening?.update(fix, at: time, isUnsettled: bank.isUnsettled)
        guard let known = opening else { return }
        if let wrong = known.lastWrong(parameters) {
            bank = known.bank
            bank.begin(known.fixes[wrong + 1].measurement, as: .warm)
            for fix in known.fixes[(wrong + 2)...] { bank.update(fix.measurement, parameters) }
            leash = Leash()
            rejected = known.fixes[...wrong].map(\.time)
        }
        if known.isOver || !rejected.isEmpty { opening = nil }
    }

    private mutating func concluded(_ fix: FixRecord, _ parameters: Parameters) -> PlaneEstimate {
        var mixture = bank.mixture
        assessment = FixAssessment(of: fix, by: bank, mixture, parameters)
        let off = leash.pull(
            fix.position - mixture.position, isOdd: bank.isOdd, at: fix.time, length: parameters.leash * fix.accuracy)
        mixture.position += off
        mixture.variance *= fix.excess
        return PlaneEstimate(
            time: fix.time, mixture,
            unseen: parameters.unseenShare * bank.unseenVariance(stated: fix.accuracy))
    }

    private mutating func moved(to coordinate: Coordinate) -> LocalPlane {
        guard let old = plane else {
            let plane = LocalPlane(origin: coordinate)
            self.plane = plane
            return plane
        }
        let point = old.point(coordinate)
        guard abs(point.east) > Self.planeRadius || abs(point.north) > Self.planeRadius, var estimate else {
            return old
        }
        // The origin moves to the filter's position, so that its state becomes almost zero and loses no precision.
        let shift = estimate.position
        let new = LocalPlane(origin: old.coordinate(PlanePoint(east: shift.x, north: shift.y)))
        bank.shiftOrigin(by: shift)
        identification.shiftOrigin(by: shift)
        heldVelocity.shiftOrigin(by: shift)
        pace.shiftOrigin(by: shift)
        opening?.shiftOrigin(by: shift)
        pendingShift += shift
        estimate.position -= shift
        self.estimate = estimate
        plane = new
        return new
    }
}

/// A velocity reported by a receiver.
struct FixVelocity: Sendable, Hashable {
    /// The velocity in m/s, east and north.
    var value: SIMD2<Double>
    /// True if the velocity is a zero that stands for a slow speed without a course.
    var isAssumed = false

    /// The minimum speed, in m/s, for a usable course. Below it, a receiver without a course counts as stationary.
    private static let courseSpeed = 0.3

    /// Creates the velocity of a fix; `nil` if the fix has no speed, or has a speed without a usable course.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - before: The course of the previous fix, in degrees. At a slow speed, an identical course was not measured:
    ///     at rest, receivers repeat their last course, or report north.
    init?(_ fix: Fix, courseBefore before: Double?) {
        guard let speed = fix.speed, speed.isFinite else { return nil }
        let isSlow = speed < Self.courseSpeed
        guard let course = fix.courseDegrees, course.isFinite, !(isSlow && speed > 0 && course == before) else {
            guard isSlow else { return nil }
            (value, isAssumed) = (SIMD2(0, 0), true)
            return
        }
        let angle = course * radiansPerDegree
        value = SIMD2(speed * sin(angle), speed * cos(angle))
    }
}

/// A position and velocity on a plane, with their variances.
struct PlaneEstimate: Sendable, Hashable {
    var time: Instant
    /// The position in metres, and the velocity in m/s, each east and north.
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
    /// The variances of one axis: of the position in m^2, including what the filter does not see, and of the velocity
    /// in m^2/s^2.
    var variance: Double
    var velocityVariance: Double

    init(time: Instant, _ mixture: ReceiverBank.Mixture, unseen: Double) {
        self.time = time
        position = mixture.position
        velocity = mixture.velocity
        variance = mixture.variance + unseen
        velocityVariance = mixture.velocityVariance
    }
}
