extension MotionBody {
    /// The parameters for combining the sensors of a body.
    public struct Parameters: Sendable, Hashable {
        /// The time without samples, in seconds, after which attitude restarts and a gyroscope counts as silent.
        public var gap = 0.5
        /// The cut-off frequency, in hertz, of the low-pass that estimates gravity without a gyroscope.
        public var fallbackCutoff = 0.3
        /// The time, in seconds, after which a sensor without any sample is reported as missing.
        public var missingAfter = 5.0
        /// The minimum acceleration of a shake, in g, including gravity.
        public var shakeThreshold = 2.5
        /// The time below that acceleration, in seconds, that ends a shake.
        public var shakeHold = 1.0
        /// The maximum relative deviation from standard gravity that counts as the scale error of a resting
        /// accelerometer.
        public var gravityTolerance = 0.06

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "gap", \.gap, title: "Gap", unit: "s", range: 0.1...10,
                meaning:
                    "The time without a sample after which the inclination restarts and a gyroscope counts as missing. With lower values, lost packets restart it; higher values guess turns that were not measured.",
                source: "six samples of the slowest rate"),
            .number(
                "fallbackCutoff", \.fallbackCutoff, title: "Fallback cut-off", unit: "Hz", range: 0.02...5,
                meaning:
                    "The cut-off of the low-pass that estimates gravity without a gyroscope. Lower values follow a tilt slowly; higher values let motion into gravity.",
                source: "Anguita et al. 2013"),
            .number(
                "missingAfter", \.missingAfter, title: "Missing after", unit: "s", range: 0.5...60,
                meaning: "The time after which a gyroscope or magnetometer without a sample is reported as missing.",
                source: "streams start within two seconds of each other"),
            .number(
                "shakeThreshold", \.shakeThreshold, tier: .tunable, title: "Shake threshold", unit: "g",
                range: 1.1...16,
                meaning:
                    "The minimum acceleration of a shake, including gravity. Lower values mistake steps for shakes; with higher values, only blows count.",
                source: "the usual threshold of shake gestures, 2.5-2.7 g"),
            .number(
                "shakeHold", \.shakeHold, title: "Shake hold", unit: "s", range: 0.1...30,
                meaning: "The time below the threshold after which a shake ends; until then, it is reported only once.",
                source: "one report per shake"),
            .number(
                "gravityTolerance", \.gravityTolerance, title: "Gravity tolerance", unit: "", range: 0...0.3,
                meaning:
                    "The largest scale error that is corrected, as the difference from 1 g of a resting accelerometer.",
                source: "zero-g and sensitivity tolerances of consumer accelerometers"),
        ]
    }
}
