public import SensorModel

/// The acceleration magnitude of a sensor on a uniform grid, from which steps and activities are inferred.
///
/// If several sensors send samples, the first one is used until it becomes silent.
public struct AccelerationGrid: Sendable, Hashable {
    /// The times after which gaps are no longer bridged.
    public struct Parameters: Sendable, Hashable {
        /// The maximum time between two samples that is bridged, in seconds.
        public var maximumGap = 0.6
        /// The silence, in seconds, after which another sensor is used.
        public var handover = 5.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// The effect of a sample.
    public enum Reception: Sendable, Hashable {
        /// The sample is unusable or from a sensor that is not used.
        case ignored
        /// The sample continues the grid.
        case taken
        /// The sample restarts the grid and cannot be compared with earlier ones.
        case restarted
    }

    /// The grid values per second: twice the bandwidth of gait with its harmonics, half the rate of a slow motion
    /// stream.
    public static let rate = 25.0

    /// The times after which gaps are no longer bridged.
    public var parameters: Parameters {
        didSet { resampler.maximumGap = parameters.maximumGap }
    }
    private var resampler: UniformResampler
    private var device: DeviceID?
    private var lastHeard: Instant?

    /// Creates a grid without samples.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
        resampler = UniformResampler(rate: Self.rate, maximumGap: parameters.maximumGap)
    }

    /// Processes a sample in m/s^2, including gravity.
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

    /// Returns the next completed grid value in m/s^2, with the time at the middle of its cell; `nil` if there is none.
    @inline(__always)
    public mutating func next() -> (value: Double, time: Instant)? { resampler.next() }
}

extension AccelerationGrid.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "maximumGap", \.maximumGap, title: "Longest gap", unit: "s", range: 0.1...5,
            meaning:
                "The longest time between two samples that are joined. With lower values, lost packets interrupt a walk; higher values invent the signal between them.",
            source: "seven samples of the slowest rate"),
        .number(
            "handover", \.handover, title: "Handover", unit: "s", range: 0.5...60,
            meaning: "The time without a sample after which another sensor is used.",
            source: "longer than a hiccup of a bus"),
    ]
}
