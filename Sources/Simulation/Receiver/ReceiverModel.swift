/// A satellite receiver whose errors are known: of its position, its velocity, its stated accuracy and its timing.
///
/// Every error is independent of the others, so that each can be simulated by itself or combined.
public struct ReceiverModel: Sendable, Hashable {
    /// A fix far from the true place.
    public struct FarFix: Sendable, Hashable {
        /// Seconds after the start.
        public var elapsed: Double
        /// The eastward error in metres.
        public var distance: Double

        /// Creates a far fix.
        public init(at elapsed: Double, distance: Double) {
            self.elapsed = elapsed
            self.distance = distance
        }
    }

    /// Seconds between two fixes.
    public var interval = 1.0
    /// Seconds from a fix's time to its arrival.
    public var latency = 0.12
    /// The 1-sigma white position error of each axis, in metres.
    public var white = 0.6
    /// The 1-sigma wandering position error of each axis, in metres (first-order Gauss-Markov).
    public var correlated = 1.8
    /// The correlation time of the wandering error, in seconds.
    public var correlationTime = 40.0
    /// The share of fixes that are outliers.
    public var outlierShare = 0.0
    /// The distance of an outlier from the true place in metres; its direction is random.
    public var outlierDistance = 40.0
    /// The 1-sigma white error of each component of the velocity in m/s; `nil` if the receiver reports no speed.
    public var speedNoise: Double? = 0.12
    /// The faults of the velocity besides its noise.
    public var velocity = VelocityFaults()
    /// The 1-sigma accuracy that every fix states; `nil` for the true one, which ``accuracy`` may still spoil.
    public var statedAccuracy: Double?
    /// The faults of the stated accuracy.
    public var accuracy = AccuracyFaults()
    /// Lost fixes and wrong times.
    public var timing = TimingFaults()
    /// Groups of consecutive outliers; `nil` for none.
    public var bursts: OutlierBursts?
    /// Reflected signals, on and off; `nil` for none.
    public var multipath: Multipath?
    /// The step of the reported coordinates in degrees; 0 for full precision.
    public var resolutionDegrees = 0.0
    /// True if the receiver repeats its last place, with a speed of zero, while it counts itself at rest
    /// (below ``VelocityFaults/restSpeed``), as static navigation does.
    public var freezesAtRest = false
    /// Seconds in which a cold receiver settles from ``coldAccuracy``.
    public var settling = 0.0
    /// The 1-sigma accuracy of the first fix of a cold receiver in metres.
    public var coldAccuracy = 120.0
    /// The factor by which the wandering error is larger in a street canyon of the scenario.
    public var canyonFactor = 4.0
    /// The share of outliers in a street canyon of the scenario.
    public var canyonOutlierShare = 0.03
    /// Fixes far off.
    public var farFixes: [FarFix] = []

    /// Creates a good receiver under an open sky.
    public init() {}

    /// Returns a changed copy.
    public func with(_ change: (inout ReceiverModel) -> Void) -> ReceiverModel {
        var model = self
        change(&model)
        return model
    }

    /// 5 m of white noise per axis: the usual test of a filter, and unlike any real receiver.
    public static let whiteFiveMetres = ReceiverModel().with {
        $0.white = 5
        $0.correlated = 0
    }
    /// 3 m wandering in 40 s and 1 m white per axis: closer to a real receiver.
    public static let wandering = ReceiverModel().with {
        $0.white = 1
        $0.correlated = 3
    }
}
