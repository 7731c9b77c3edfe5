public import SensorModel

/// The acceleration magnitude that steps and activity are told from: of one sensor, on a uniform grid.
///
/// Where several sensors deliver, the first that spoke is heard; another takes over when that one falls silent.
public struct AccelerationGrid: Sendable, Hashable {
    /// How the grid is made.
    public struct Parameters: Sendable, Hashable {
        /// Seconds between two samples that are still bridged.
        public var maximumGap = 0.6
        /// Seconds of silence after which another sensor is heard.
        public var handover = 5.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// What became of a sample.
    public enum Reception: Sendable, Hashable {
        /// It belongs to another sensor than the one heard.
        case ignored
        /// It follows the one before.
        case taken
        /// It starts again: what was before cannot be compared with it.
        case restarted
    }

    /// Grid values a second: twice the bandwidth of gait with its harmonics, half of what a slow motion stream gives.
    public static let rate = 25.0

    /// How the grid is made.
    public var parameters: Parameters {
        didSet { resampler.maximumGap = parameters.maximumGap }
    }
    private var resampler: UniformResampler
    private var device: DeviceID?
    private var lastHeard: Instant?

    /// Creates a grid that has heard nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
        resampler = UniformResampler(rate: Self.rate, maximumGap: parameters.maximumGap)
    }

    /// Processes a sample in m/s^2, gravity included.
    @inline(__always)
    public mutating func update(_ sample: VectorSample, at time: Instant) -> Reception {
        if let device, device != sample.device {
            guard let lastHeard, time - lastHeard > parameters.handover else { return .ignored }
        }
        let magnitude = (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()
        guard magnitude.isFinite else { return .ignored }
        device = sample.device
        lastHeard = time
        return resampler.update(magnitude, at: time) ? .restarted : .taken
    }

    /// Returns the next completed grid value in m/s^2 and the moment of its middle.
    @inline(__always)
    public mutating func next() -> (value: Double, time: Instant)? { resampler.next() }
}

extension AccelerationGrid.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "maximumGap", \.maximumGap, title: "Longest gap", unit: "s", range: 0.1...5,
            meaning:
                "Samples further apart are not joined. Small: lost packets interrupt a walk. Large: the line between them is made up.",
            source: "seven samples of the slowest rate"),
        .number(
            "handover", \.handover, title: "Handover", unit: "s", range: 0.5...60,
            meaning: "After this silence another sensor is heard.", source: "longer than a hiccup of a bus"),
    ]
}
