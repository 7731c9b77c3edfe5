public import Geodesy
import Glibc
public import SensorModel

/// Denoises accepted fixes, one by one, with the filter that the user picked.
public struct PositionFilter: Sendable, Hashable {
    /// The filters to pick from.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Fixes as they are.
        case none
        /// The one-variance baseline.
        case scalar
        /// Position, velocity and the receiver's wandering error.
        case constantVelocity
    }

    /// How the filter works.
    public struct Parameters: Sendable, Hashable {
        /// Which filter.
        public var kind = Kind.constantVelocity
        /// The scalar filter's q in m/s.
        public var scalarProcessNoise = 3.0
        /// The floor of a fix's 1-sigma accuracy in metres.
        public var minimumAccuracy = 1.0
        /// Standard deviations by which the place shown at rest may lie off the estimate.
        public var restCircle = 1.5
        /// Metres by which the place shown at rest may always lie off the estimate.
        public var restSlack = 2.0
        /// How the constant-velocity filter works.
        public var constantVelocity = ConstantVelocityFilter.Parameters()

        /// Makes the defaults.
        public init() {}
    }

    /// How the filter works.
    public var parameters: Parameters
    private var scalar = ScalarFilter()
    /// The constant-velocity filter.
    public private(set) var constantVelocity = ConstantVelocityFilter()
    private var anchor = RestAnchor()
    /// Where the last fix left us: from there the way is carried on without fixes.
    private(set) var lastCoordinate: Coordinate?

    /// Makes a filter that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Forgets where we are, and keeps what was learnt of the receiver.
    public mutating func reset() {
        scalar = ScalarFilter()
        constantVelocity.reset()
        anchor = RestAnchor()
    }

    /// Returns where the filter expects a fix; nil where it expects nothing.
    mutating func expectation(at time: Instant) -> FixExpectation? {
        constantVelocity.expectation(
            at: time, minimumAccuracy: parameters.minimumAccuracy, parameters.constantVelocity)
    }

    /// What an accepted fix tells the filter.
    struct Measurement {
        var coordinate: Coordinate
        var velocity: SIMD2<Double>?
        var altitude: Double?
        var accuracy: Double
        var time: Instant
    }

    /// Takes an accepted fix and returns where we are.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - coordinate: Where it is.
    ///   - accuracy: Its 1-sigma accuracy in metres.
    ///   - time: When.
    ///   - isStill: True while nothing moves.
    ///   - isSensed: True where motion sensors say so, and not the receiver alone.
    public mutating func update(
        _ fix: Fix, coordinate: Coordinate, accuracy: Double, at time: Instant, isStill: Bool = false,
        isSensed: Bool = false
    ) -> PositionEstimate {
        update(
            Measurement(
                coordinate: coordinate, velocity: Self.velocity(of: fix), altitude: fix.altitude, accuracy: accuracy,
                time: time),
            isStill: isStill, isSensed: isSensed)
    }

    mutating func update(_ fix: Measurement, isStill: Bool, isSensed: Bool) -> PositionEstimate {
        // It runs whatever is shown: the smoother, the gate and dead reckoning rest on it.
        constantVelocity.update(
            fix.coordinate, velocity: fix.velocity, accuracy: max(fix.accuracy, parameters.minimumAccuracy),
            altitude: fix.altitude, at: fix.time, isStill: isStill, parameters.constantVelocity)
        let estimate = shown(fix, isStill: isStill, isSensed: isSensed)
        lastCoordinate = estimate.coordinate
        return estimate
    }

    private mutating func shown(_ fix: Measurement, isStill: Bool, isSensed: Bool) -> PositionEstimate {
        switch parameters.kind {
        case .none:
            return PositionEstimate(
                time: fix.time, coordinate: fix.coordinate, altitude: fix.altitude, accuracy: fix.accuracy)
        case .scalar:
            let filtered = scalar.update(
                fix.coordinate, accuracy: fix.accuracy, at: fix.time, processNoise: parameters.scalarProcessNoise,
                minimumAccuracy: parameters.minimumAccuracy)
            return PositionEstimate(
                time: fix.time, coordinate: filtered, altitude: fix.altitude,
                accuracy: scalar.variance.squareRoot())
        case .constantVelocity:
            let estimate =
                estimate(altitude: fix.altitude)
                ?? PositionEstimate(
                    time: fix.time, coordinate: fix.coordinate, altitude: fix.altitude, accuracy: fix.accuracy)
            let separability = constantVelocity.noise.levels.separability
            return anchor.hold(
                estimate, isStill: isStill, firmness: isSensed ? 1 : separability, parameters)
        }
    }

    private func estimate(altitude: Double?) -> PositionEstimate? {
        guard let state = constantVelocity.state, let plane = constantVelocity.plane else { return nil }
        let variance =
            state.covariance.pp + constantVelocity.noise.levels.unseen
        return PositionEstimate(
            time: state.time,
            coordinate: plane.coordinate(PlanePoint(east: state.position.x, north: state.position.y)),
            altitude: altitude, accuracy: variance.squareRoot(), eastVelocity: state.velocity.x,
            northVelocity: state.velocity.y, covariance: SIMD3(variance, 0, variance))
    }

    /// The m/s below which a receiver without a course as good as stands: the noise of its speed turns the course.
    private static let courseSpeed = 0.3

    /// The receiver's velocity, where it gives speed and course.
    static func velocity(of fix: Fix) -> SIMD2<Double>? {
        guard let speed = fix.speed, speed.isFinite else { return nil }
        guard let course = fix.courseDegrees, course.isFinite else {
            // Too slow for a course: at least it hardly moves.
            return speed < courseSpeed ? SIMD2(0, 0) : nil
        }
        let angle = course * radiansPerDegree
        return SIMD2(speed * sin(angle), speed * cos(angle))
    }
}
