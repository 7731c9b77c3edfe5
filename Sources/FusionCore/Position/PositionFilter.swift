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
    }

    /// How the filter works.
    public struct Parameters: Sendable, Hashable {
        /// Which filter.
        public var kind = Kind.scalar
        /// The scalar filter's q in m/s.
        public var scalarProcessNoise = 3.0
        /// The floor of a fix's 1-sigma accuracy in metres.
        public var minimumAccuracy = 1.0

        /// Makes the defaults.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .choice(
                "kind", \.kind, title: "Filter",
                meaning: "none shows fixes as they are; scalar is the one-variance baseline.", source: "SPEC 5"),
            .number(
                "scalarProcessNoise", \.scalarProcessNoise, title: "Scalar process noise", unit: "m/s",
                range: 0.01...100,
                meaning: "How fast the scalar filter loses certainty. Small: glassy and late in turns. Large: hardly filters.",
                source: "SPEC 5"),
            .number(
                "minimumAccuracy", \.minimumAccuracy, title: "Minimum accuracy", unit: "m", range: 0.01...50,
                meaning: "No fix counts as better than this. Small: an optimistic receiver rules. Large: good fixes are smoothed away.",
                source: "SPEC 5"),
        ]
    }

    /// How the filter works.
    public var parameters: Parameters
    private var scalar = ScalarFilter()

    /// Makes a filter that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Takes an accepted fix and returns where we are.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - coordinate: Where it is.
    ///   - accuracy: Its 1-sigma accuracy in metres.
    ///   - time: When.
    public mutating func update(
        _ fix: Fix, coordinate: Coordinate, accuracy: Double, at time: Instant
    ) -> PositionEstimate {
        switch parameters.kind {
        case .none:
            return PositionEstimate(time: time, coordinate: coordinate, altitude: fix.altitude, accuracy: accuracy)
        case .scalar:
            let filtered = scalar.update(
                coordinate, accuracy: accuracy, at: time, processNoise: parameters.scalarProcessNoise,
                minimumAccuracy: parameters.minimumAccuracy)
            return PositionEstimate(
                time: time, coordinate: filtered, altitude: fix.altitude, accuracy: scalar.variance.squareRoot())
        }
    }
}
