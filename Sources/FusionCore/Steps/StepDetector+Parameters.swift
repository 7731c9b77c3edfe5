extension StepDetector {
    /// How steps are counted.
    public struct Parameters: Sendable, Hashable {
        /// Seconds that one analysis looks at.
        public var window = 4.0
        /// Seconds between two analyses.
        public var analysisInterval = 0.48
        /// Hertz below which movement is posture, not gait.
        public var lowCut = 0.5
        /// Hertz above which movement is vibration, not gait.
        public var highCut = 5.0
        /// Seconds of the longest stride.
        public var longestPeriod = 1.7
        /// Steps a second of the slowest walk.
        public var minimumCadence = 1.0
        /// Steps a second of the fastest run.
        public var maximumCadence = 4.0
        /// Steps a second that are most usual.
        public var usualCadence = 1.85
        /// Spread of the usual step rate, as the standard deviation of its logarithm.
        public var cadenceSpread = 0.25
        /// Weight of the power at twice the repeating frequency against how usual a step rate is.
        public var harmonicWeight = 0.7
        /// Share of the best regularity at which a shorter period is taken.
        public var nearlyBest = 0.85
        /// Root mean square in m/s^2 below which nothing is gait.
        public var minimumAmplitude = 0.3
        /// Regularity from which on movement is gait.
        public var minimumRegularity = 0.5
        /// Width of the wavelet in step periods.
        public var waveletWidth = 0.8
        /// m/s^2 at the step rate below which a step is not counted.
        public var minimumStepAmplitude = 0.25
        /// Share of the run's amplitude below which a step is not counted.
        public var relativeAmplitude = 0.3
        /// Share of a step period within which no second step is made.
        public var refractory = 0.55
        /// Share by which the first intervals of a run may exceed the step period.
        public var unevenness = 0.5
        /// Seconds without a step that end a run.
        public var longestPause = 2.0
        /// Even steps in a row before any is counted.
        public var heldSteps = 6.0
        /// Even steps in a row before any is counted where a vehicle may be what shakes.
        public var doubtfulSteps = 20.0

        /// Makes the defaults.
        public init() {}
    }
}
