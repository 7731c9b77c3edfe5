public import Geodesy
import Glibc
import NavigationMath
public import SensorModel

/// Filters positions without knowing beforehand what kind of receiver they come from: a bank of receiver hypotheses, each
/// weighed by how well it predicts the fixes, beside an identification of what the receiver's velocity is worth.
///
/// Guide: docs/estimators/position.md.
public struct MultipleModelFilter: Sendable, Hashable {
    /// How the filter works.
    public struct Parameters: Sendable, Hashable {
        /// The factor of the usual process noise; its square multiplies the power densities of all modes of motion.
        public var processNoise = 1.0
        /// Seconds that an acceleration lasts.
        public var accelerationTime = 3.2
        /// Seconds that a manoeuvre lasts.
        public var manoeuvreTime = 4.0
        /// Seconds in which the evidence for a hypothesis is forgotten.
        public var memory = 120.0
        /// The share of the speed that a slow error of the velocity may be.
        public var slowError = 0.003
        /// Seconds that a slow error of the velocity lasts.
        public var slowErrorTime = 20.0
        /// The stated accuracies that a wandering error may reach, 1-sigma.
        public var wanderLimit = 1.35
        /// The standard deviations beyond which a wandering error is motion.
        public var wanderClamp = 2.5
        /// The squared normalised innovation beyond which a fix counts less.
        public var outlier = 9.21
        /// The stated accuracies within which the estimate stays of the recent fixes.
        public var leash = 4.0
        /// The stated accuracies by which chords and velocity may differ over 5 to 30 s.
        public var chord = 2.0
        /// Seconds in which lag and scale of the velocity are forgotten.
        public var velocityMemory = 900.0
        /// The share of the stated variance, unseen by the filter, that the accuracy keeps.
        public var unseenShare = 0.5

        /// Creates parameters with default values.
        public init() {}
    }

    /// What a fix measures.
    struct Measurement: Sendable, Hashable {
        var coordinate: Coordinate
        var velocity: FixVelocity?
        /// The receiver's speed in m/s, with or without a course.
        var speed: Double?
        var altitude: Double?
        /// The 1-sigma accuracy in metres.
        var accuracy: Double
        var time: Instant
        var rest = ReceiverBank.Rest.none
        /// Metres since the fix before by speeds without a position.
        var travelled = 0.0
    }

    /// The plane in use; `nil` before the first fix.
    public private(set) var plane: LocalPlane?
    /// The hypotheses.
    private(set) var bank = ReceiverBank()
    private(set) var identification = VelocityIdentification()
    private(set) var heldVelocity = HeldVelocity()
    private var leash = Leash()
    private var excess = ErrorExcess()
    /// The last fix as the smoother needs it; `nil` before the first.
    private(set) var record: FixRecord?
    private var pendingShift = SIMD2<Double>(0, 0)
    /// The estimate at the last fix; `nil` before the first and after a reset.
    private(set) var estimate: PlaneEstimate?

    /// Creates a filter that has seen nothing.
    public init() {}

    /// Metres from the plane's origin at which the plane moves: the projection errs by less than a decimetre within.
    private static let planeRadius = 2_000.0

    /// Seconds without a fix after which nothing of the motion before says where the receiver is.
    private static let longestSilence = 86_400.0

    /// Forgets the position, and keeps what was learnt of the receiver.
    mutating func reset() {
        plane = nil
        estimate = nil
        pendingShift = SIMD2(0, 0)
        identification.interrupt()
        heldVelocity.interrupt()
        leash = Leash()
    }

    /// The usual seconds between two fixes.
    var usualInterval: Double { bank.usualInterval }

    /// Uses an accepted fix; returns the estimate. O(1).
    mutating func update(_ fix: Measurement, _ parameters: Parameters) -> PlaneEstimate {
        let plane = moved(to: fix.coordinate)
        let point = plane.point(fix.coordinate)
        let position = SIMD2(point.east, point.north)
        let interval = estimate.map { fix.time - $0.time } ?? 0
        let isStart = estimate == nil || interval > Self.longestSilence
        if isStart { identification.interrupt() }
        identification.update(
            position: position, velocity: fix.velocity?.value, isAssumed: fix.velocity?.isAssumed ?? false,
            dt: interval, memory: parameters.velocityMemory)
        var record = FixRecord(
            fix, position: position, interval: interval, shift: pendingShift, identification, isStart: isStart)
        pendingShift = SIMD2(0, 0)
        let measurement = record.measurement(velocity: record.velocity, record.findings, isLive: true)
        if isStart { bank.begin(measurement) } else { bank.update(measurement, parameters) }
        if let chord = measurement.chord, !bank.isOdd {
            let expected = bank.expectedVariance(
                stated: record.accuracy, lessMeanOver: VelocityIdentification.meanTime)
            excess.note(chord, expected: expected, after: interval)
        }
        record.excess = excess.factor(trust: bank.velocityTrust)
        let next = concluded(record, parameters)
        heldVelocity.note(next)
        estimate = next
        self.record = record
        return next
    }

    private mutating func concluded(_ fix: FixRecord, _ parameters: Parameters) -> PlaneEstimate {
        var mixture = bank.mixture
        let off = leash.pull(
            fix.position - mixture.position, isOdd: bank.isOdd, at: fix.time,
            length: parameters.leash * fix.accuracy)
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
        // The origin goes to where the filter is, so that its state becomes nearly zero and loses no precision.
        let shift = estimate.position
        let new = LocalPlane(origin: old.coordinate(PlanePoint(east: shift.x, north: shift.y)))
        bank.shiftOrigin(by: shift)
        identification.shiftOrigin(by: shift)
        heldVelocity.shiftOrigin(by: shift)
        pendingShift += shift
        estimate.position -= shift
        self.estimate = estimate
        plane = new
        return new
    }
}

/// A receiver's velocity.
struct FixVelocity: Sendable, Hashable {
    /// m/s east and north.
    var value: SIMD2<Double>
    /// True if it is a zero that stands for a slow speed without a course.
    var isAssumed = false

    /// The m/s below which a receiver without a course as good as stands: the noise of its speed turns the course.
    private static let courseSpeed = 0.3

    /// Creates the velocity of a fix; `nil` if the fix has no speed, or a speed without a course.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - before: The course in degrees of the fix before. One that is repeated to the last bit at a slow speed was not
    ///     measured: receivers keep their last course, or north, at rest.
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

    init(_ value: SIMD2<Double>) { self.value = value }
}

/// A position and velocity on a plane, with their variances.
struct PlaneEstimate: Sendable, Hashable {
    var time: Instant
    /// Metres and m/s, east and north.
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
    /// The variance of one axis in m^2, what the filter does not see included, and in m^2/s^2.
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
