/// A satellite receiver with known errors of its position, velocity, stated accuracy, and timing.
///
/// Every error is independent of the others, so that errors can be simulated individually or together.
public struct ReceiverModel: Sendable, Hashable {
    /// A fix far from the true place.
    public struct FarFix: Sendable, Hashable {
        /// The time since the start, in seconds.
        public var elapsed: Double
        /// The eastward error, in metres.
        public var distance: Double

        /// Creates a far fix.
        public init(at elapsed: Double, distance: Double) {
            self.elapsed = elapsed
            self.distance = distance
        }
    }

    /// The time between two fixes, in seconds.
    public var interval = 1.0
    /// The time from a fix to its arrival, in seconds.
    public var latency = 0.12
    /// The 1-sigma white position error of each axis, in metres.
    public var white = 0.6
    /// The 1-sigma wandering position error of each axis, in metres (first-order Gauss-Markov).
    public var correlated = 1.8
    /// The correlation time of the wandering error, in seconds.
    public var correlationTime = 40.0
    /// The fraction of fixes that are outliers.
    public var outlierShare = 0.0
    /// The distance of an outlier from the true place, in metres. Its direction is random.
    public var outlierDistance = 40.0
    /// The 1-sigma white error of each component of the velocity, in m/s; `nil` if the receiver reports no speed.
    public var speedNoise: Double? = 0.12
    /// The faults of the velocity in addition to its noise.
    public var velocity = VelocityFaults()
    /// The 1-sigma accuracy that every fix states, in metres; `nil` for the true one. ``accuracy`` can still modify it.
    public var statedAccuracy: Double?
    /// The faults of the stated accuracy.
    public var accuracy = AccuracyFaults()
    /// The faults of the timing: lost fixes and wrong times.
    public var timing = TimingFaults()
    /// Groups of consecutive outliers; `nil` for none.
    public var bursts: OutlierBursts?
    /// The errors of reflected signals; `nil` for none.
    public var multipath: Multipath?
    /// The resolution of the reported coordinates, in degrees; 0 for full precision.
    public var resolutionDegrees = 0.0
    /// True if the receiver repeats its last place, with a speed of zero, while it considers itself at rest (below
    /// ``VelocityFaults/restSpeed``), as with static navigation.
    public var freezesAtRest = false
    /// The time in which a cold receiver settles from ``coldAccuracy``, in seconds.
    public var settling = 0.0
    /// The 1-sigma accuracy of a cold receiver's first fix, in metres.
    public var coldAccuracy = 120.0
    /// The factor by which the wandering error is larger in a street canyon of the scenario.
    public var canyonFactor = 4.0
    /// The fraction of outliers in a street canyon of the scenario.
    public var canyonOutlierShare = 0.03
    /// The fixes far from the true place, in order of time.
    public var farFixes: [FarFix] = []

    /// Creates a good receiver under an open sky.
    public init() {}

    /// Returns a changed copy.
    public func with(_ change: (inout ReceiverModel) -> Void) -> ReceiverModel {
        var model = self
        change(&model)
        return model
    }

    /// White noise of 5 m per axis: the usual test of a filter, but unlike any real receiver.
    public static let whiteFiveMetres = ReceiverModel().with {
        $0.white = 5
        $0.correlated = 0
    }
    /// An error that wanders by 3 m in 40 s, and 1 m of white noise, per axis: closer to a real receiver.
    public static let wandering = ReceiverModel().with {
        $0.white = 1
        $0.correlated = 3
    }
}
