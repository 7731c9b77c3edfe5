public import Geodesy
public import SensorModel

/// Denoises accepted fixes, one by one, with the filter that the user picked.
public struct PositionFilter: Sendable, Hashable {
    /// The filters to pick from.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Fixes as they are.
        case none
        /// The one-variance baseline.
        case scalar
        /// Position, velocity and the receiver's wandering error, under several hypotheses about the receiver.
        case constantVelocity
    }

    /// How the filter works.
    public struct Parameters: Sendable, Hashable {
        /// Which filter.
        public var kind = Kind.constantVelocity
        /// The scalar filter's q in m/s.
        public var scalarProcessNoise = 3.0
        /// The floor of a fix's 1-sigma accuracy in metres.
        public var minimumAccuracy = 0.5
        /// How the filter of receiver hypotheses works.
        public var constantVelocity = MultipleModelFilter.Parameters()

        /// Creates parameters with default values.
        public init() {}
    }

    /// How the filter works.
    public var parameters: Parameters
    private var scalar = ScalarFilter()
    /// The filter of receiver hypotheses; it runs whichever filter is shown, because the smoother rests on it.
    public private(set) var model = MultipleModelFilter()
    private var device: DeviceID?
    /// The course in degrees of the last fix.
    private var course: Double?
    private var earlier: [DeviceID: ReceiverFindings] = [:]
    /// Where the last fix left us: from there the track is carried on without fixes.
    private(set) var lastCoordinate: Coordinate?

    /// Creates a filter that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// What was learnt of each receiver, by its number.
    public var receivers: [ReceiverFindings] {
        var found = earlier
        if let device, let learnt = model.findings(of: device) { found[device] = learnt }
        return found.values.sorted { $0.device < $1.device }
    }

    /// Forgets the position, and keeps what was learnt of the receiver.
    public mutating func reset() {
        scalar = ScalarFilter()
        model.reset()
    }

    /// Uses an accepted fix at its coordinate, with a 1-sigma accuracy in metres; returns the position.
    public mutating func update(
        _ fix: Fix, coordinate: Coordinate, accuracy: Double, at time: Instant
    ) -> PositionEstimate {
        update(fix, coordinate: coordinate, accuracy: accuracy, at: time, rest: .none)
    }

    /// Uses an accepted fix; returns the position.
    /// - Parameters:
    ///   - fix: The fix; nothing is learnt of another receiver from what this one does.
    ///   - coordinate: Its coordinate.
    ///   - accuracy: Its 1-sigma accuracy in metres.
    ///   - time: Its time.
    ///   - rest: What holds the receiver in place.
    ///   - travelled: Metres since the fix before by speeds without a position.
    mutating func update(
        _ fix: Fix, coordinate: Coordinate, accuracy: Double, at time: Instant, rest: ReceiverBank.Rest,
        travelled: Double = 0
    ) -> PositionEstimate {
        if let device, device != fix.device {
            if let learnt = model.findings(of: device) { earlier[device] = learnt }
            model = MultipleModelFilter()
        }
        let velocity = velocity(of: fix)
        (device, course) = (fix.device, fix.courseDegrees)
        let measurement = MultipleModelFilter.Measurement(
            coordinate: coordinate, velocity: velocity, speed: fix.speed, altitude: fix.altitude,
            accuracy: max(accuracy, parameters.minimumAccuracy), time: time, rest: rest, travelled: travelled)
        let estimate = model.update(measurement, parameters.constantVelocity)
        let shown = shown(measurement, estimate, accuracy: accuracy)
        lastCoordinate = shown.coordinate
        return shown
    }

    /// Returns the velocity of the fix that comes next; `nil` if it has none.
    func velocity(of fix: Fix) -> FixVelocity? {
        FixVelocity(fix, courseBefore: device == fix.device ? course : nil)
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
