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
        public var harmonicWeight = 1.2
        /// Steps a second above which a gait is a run.
        public var runningCadence = 2.3
        /// Root mean square in m/s^2 that a run has at least.
        public var runningAmplitude = 2.5
        /// Weight, in natural logarithms, of continuing with the step rate of a run of steps.
        public var continuityWeight = 2.0
        /// Multiple of the mean deviation beyond which a knock is cut off.
        public var clip = 2.5
        /// Share of the best regularity at which a shorter period is taken.
        public var nearlyBest = 0.85
        /// Root mean square in m/s^2 below which nothing is gait.
        public var minimumAmplitude = 0.3
        /// Regularity from which on movement is gait.
        public var minimumRegularity = 0.5
        /// Regularity down to which a run of steps continues.
        public var keptRegularity = 0.2
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
        /// Largest coefficient of variation of the first intervals of a run.
        public var intervalVariation = 0.2
        /// Largest coefficient of variation of the first amplitudes of a run.
        public var amplitudeVariation = 0.5
        /// Seconds without a step that end a run.
        public var longestPause = 2.0
        /// Steps in a row before any is counted.
        public var heldSteps = 5.0
        /// Evidence before any is counted: the sum, over the steps held, of regularity beyond chance.
        public var heldEvidence = 2.2
        /// Regularity that chance gives.
        public var evidenceRegularity = 0.5
        /// m/s^2 at the step rate from which on a step is full evidence.
        public var evidenceAmplitude = 0.8
        /// Seconds after a counted step in which a new run needs less evidence.
        public var resumption = 8.0
        /// Share of the evidence that it then needs.
        public var resumedShare = 0.4
        /// Even steps in a row before any is counted where a vehicle may be what shakes.
        public var doubtfulSteps = 20.0

        /// Creates parameters with default values.
        public init() {}
    }
}
