extension ActivityClassifier {
    /// The parameters for distinguishing activities.
    public struct Parameters: Sendable, Hashable {
        /// The minimum probability for medium confidence.
        public var mediumConfidence = 0.7
        /// The minimum probability for high confidence.
        public var highConfidence = 0.9
        /// The minimum probability of a named activity.
        public var unknownBelow = 0.4
        /// The minimum probability of a displayed activity, as a fraction of the largest one.
        public var presentShare = 0.8
        /// The minimum mean speed, in m/s, at which an unknown activity counts as cycling.
        public var cyclingFallback = Self.usualCyclingFallback
        /// The maximum mean speed, in m/s, at which it does.
        private static let fastestFallback = 12.0

        /// Returns whether an unknown activity counts as cycling, given the mean speed and the minimum one, in m/s.
        static func isFallback(_ speed: Double, above lowest: Double) -> Bool {
            speed > lowest && speed <= fastestFallback
        }

        /// The time without input, in seconds, after which the activity is unknown.
        public var silence = 60.0
        /// The user's own usual paces. Those of the average person are not evidence.
        public var paces = OwnPaces()

        /// Creates parameters with default values.
        public init() {}

        /// The default of ``cyclingFallback``, in m/s.
        static let usualCyclingFallback = 1.2
    }
}
