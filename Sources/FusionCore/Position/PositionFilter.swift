public import Geometry
public import SensorModel

/// Denoises the accepted fixes of one receiver, one at a time, with the filter that the user selected.
public struct PositionFilter: Sendable, Hashable {
    /// The available filters.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No filter: the fixes unchanged.
        case none
        /// The baseline with a single variance.
        case scalar
        /// Position, velocity, and the receiver's wandering error, under several hypotheses about the receiver.
        case constantVelocity

        /// The sentence about the saved track of a baseline; `nil` for the filter of hypotheses.
        public var remark: String? {
            switch self {
            case .none: translatable("Without a filter, the saved track consists of the unchanged fixes.")
            case .scalar: translatable("The scalar filter smooths the saved track by its own backward pass.")
            case .constantVelocity: nil
            }
        }
    }

    /// The choice of the filter, and the parameters of each.
    public struct Parameters: Sendable, Hashable {
        /// The selected filter.
        public var kind = Kind.constantVelocity
        /// The process noise q of the scalar filter, in m/s.
        public var scalarProcessNoise = 3.0
        /// The minimum 1-sigma accuracy of a fix, in metres.
        public var minimumAccuracy = 0.5
        /// The parameters of the filter of receiver hypotheses.
        public var constantVelocity = MultipleModelFilter.Parameters()

        /// Creates parameters with default values.
        public init() {}
    }

    /// The choice of the filter, and the parameters of each.
    public var parameters: Parameters
    private var scalar = ScalarFilter()
    /// The filter of receiver hypotheses. It always runs, regardless of the selected filter, because the smoother needs
    /// it.
    public private(set) var model = MultipleModelFilter()
    /// The course of the last fix, in degrees.
    private var course: Double?
    /// The position at the last fix, from which the track continues without fixes.
    private(set) var lastCoordinate: Coordinate?

    /// Creates a filter that has seen no fix.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Forgets the position, but keeps what was learned about the receiver.
    public mutating func reset() {
        scalar = ScalarFilter()
        model.reset()
    }

    /// Updates the filter with an accepted fix, without evidence of rest. Returns the position.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - coordinate: The coordinate of the fix.
    ///   - accuracy: The 1-sigma accuracy of the fix, in metres.
    ///   - time: The time of the fix.
    public mutating func update(
        _ fix: Fix, coordinate: Coordinate, accuracy: Double, at time: Instant
    ) -> PositionEstimate {
        update(fix, coordinate: coordinate, accuracy: accuracy, at: time, isAtRest: false)
    }

    /// Updates the filter with an accepted fix. Returns the position.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - coordinate: The coordinate of the fix.
    ///   - accuracy: The 1-sigma accuracy of the fix, in metres.
    ///   - time: The time of the fix.
    ///   - isAtRest: True if the motion sensors are at rest.
    ///   - travelled: The distance since the previous fix, in metres, by speeds measured without a position.
    mutating func update(
        _ fix: Fix, coordinate: Coordinate, accuracy: Double, at time: Instant, isAtRest: Bool,
        travelled: Double = 0
    ) -> PositionEstimate {
        let velocity = velocity(of: fix)
        course = fix.courseDegrees
        let measurement = MultipleModelFilter.Measurement(
            coordinate: coordinate, velocity: velocity, speed: fix.speed, altitude: fix.altitude,
            accuracy: max(accuracy, parameters.minimumAccuracy), time: time, isAtRest: isAtRest,
            travelled: travelled, isOfService: fix.mode == .unknown)
        let estimate = model.update(measurement, parameters.constantVelocity)
        let shown = shown(measurement, estimate, accuracy: accuracy)
        lastCoordinate = shown.coordinate
        return shown
    }

    /// Returns the velocity of the next fix; `nil` if it has none.
    func velocity(of fix: Fix) -> FixVelocity? {
        FixVelocity(fix, courseBefore: course)
    }

    private mutating func shown(
        _ fix: MultipleModelFilter.Measurement, _ estimate: PlaneEstimate, accuracy: Double
    ) -> PositionEstimate {
        switch parameters.kind {
        case .none:
            return PositionEstimate(
                time: fix.time, coordinate: fix.coordinate, altitude: fix.altitude, accuracy: accuracy)
        case .scalar:
            let filtered = scalar.update(
                fix.coordinate, accuracy: accuracy, at: fix.time, processNoise: parameters.scalarProcessNoise,
                minimumAccuracy: parameters.minimumAccuracy)
            return PositionEstimate(
                time: fix.time, coordinate: filtered, altitude: fix.altitude,
                accuracy: scalar.variance.squareRoot())
        case .constantVelocity:
            let point = PlanePoint(east: estimate.position.x, north: estimate.position.y)
            return PositionEstimate(
                time: fix.time, coordinate: model.plane?.coordinate(point) ?? fix.coordinate, altitude: fix.altitude,
                accuracy: estimate.variance.squareRoot(), eastVelocity: estimate.velocity.x,
                northVelocity: estimate.velocity.y, covariance: SIMD3(estimate.variance, 0, estimate.variance))
        }
    }
}
