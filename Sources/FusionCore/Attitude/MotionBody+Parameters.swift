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
                    "Silence after which the inclination restarts and a gyroscope counts as missing. Too low: lost packets restart it. Too high: unmeasured turns are guessed.",
                source: "six samples of the slowest rate"),
            .number(
                "fallbackCutoff", \.fallbackCutoff, title: "Fallback cut-off", unit: "Hz", range: 0.02...5,
                meaning:
                    "Cutoff of the low-pass that estimates gravity without a gyroscope. Too low: slow to follow a tilt. Too high: motion leaks into gravity.",
                source: "Anguita et al. 2013"),
            .number(
                "missingAfter", \.missingAfter, title: "Missing after", unit: "s", range: 0.5...60,
                meaning: "A gyroscope or magnetometer that has not come by then is said to be missing.",
                source: "streams start within two seconds of each other"),
            .number(
                "shakeThreshold", \.shakeThreshold, tier: .tunable, title: "Shake threshold", unit: "g",
                range: 1.1...16,
                meaning:
                    "The acceleration, gravity included, above which a movement is a shake. Lower values take steps for shakes; with higher values only blows count.",
                source: "the usual threshold of shake gestures, 2.5-2.7 g"),
            .number(
                "shakeHold", \.shakeHold, title: "Shake hold", unit: "s", range: 0.1...30,
                meaning: "A shake ends after this time below the threshold; until then it is reported only once.",
                source: "one telling a shake"),
            .number(
                "gravityTolerance", \.gravityTolerance, title: "Gravity tolerance", unit: "", range: 0...0.3,
                meaning:
                    "A resting accelerometer that reads up to this share more or less than 1 g has a scale error, which is corrected.",
                source: "zero-g and sensitivity tolerances of consumer accelerometers"),
        ]
    }
}
