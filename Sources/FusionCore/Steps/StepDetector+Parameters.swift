extension StepDetector {
    /// The parameters for counting steps.
    public struct Parameters: Sendable, Hashable {
        /// The duration of the window of an analysis, in seconds.
        public var window = 4.0
        /// The time between two analyses, in seconds.
        public var analysisInterval = 0.48
        /// The minimum frequency of gait, in hertz; slower movement is posture.
        public var lowCut = 0.5
        /// The maximum frequency of gait, in hertz; faster movement is vibration.
        public var highCut = 5.0
        /// The maximum period of a stride, in seconds.
        public var longestPeriod = 1.7
        /// The minimum cadence of a walk, in steps per second.
        public var minimumCadence = 1.0
        /// The maximum cadence of a run, in steps per second.
        public var maximumCadence = 4.0
        /// The most usual cadence, in steps per second.
        public var usualCadence = 1.85
        /// The standard deviation of the logarithm of the cadence.
        public var cadenceSpread = 0.25
        /// The weight of the power at twice the repeating frequency, relative to how usual a cadence is.
        public var harmonicWeight = 1.2
        /// The minimum cadence of a run, in steps per second.
        public var runningCadence = 2.3
        /// The minimum root mean square of a run, in m/s^2.
        public var runningAmplitude = 2.5
        /// The weight, in natural logarithms, of continuing with the cadence of the current run of steps.
        public var continuityWeight = 2.0
        /// The multiple of the mean deviation at which impacts are clipped.
        public var clip = 2.5
        /// The fraction of the best regularity at which a shorter period is preferred.
        public var nearlyBest = 0.85
        /// The minimum root mean square of gait, in m/s^2.
        public var minimumAmplitude = 0.3
        /// The minimum regularity of gait.
        public var minimumRegularity = 0.5
        /// The minimum regularity at which a run of steps continues.
        public var keptRegularity = 0.2
        /// The width of the wavelet, in step periods.
        public var waveletWidth = 0.8
        /// The minimum amplitude of a counted step at the step rate, in m/s^2.
        public var minimumStepAmplitude = 0.25
        /// The minimum amplitude of a counted step, as a fraction of the run's amplitude.
        public var relativeAmplitude = 0.3
        /// The minimum time between two steps, as a fraction of the step period.
        public var refractory = 0.55
        /// The maximum excess of the first intervals of a run over the step period, as a fraction of it.
        public var unevenness = 0.5
        /// The maximum coefficient of variation of the first intervals of a run.
        public var intervalVariation = 0.2
        /// The maximum coefficient of variation of the first amplitudes of a run.
        public var amplitudeVariation = 0.5
        /// The time without a step, in seconds, that ends a run.
        public var longestPause = 2.0
        /// The minimum number of consecutive steps before any of them counts.
        public var heldSteps = 5.0
        /// The minimum evidence before any step counts: the sum of regularity beyond chance over the held steps.
        public var heldEvidence = 2.2
        /// The regularity that occurs by chance.
        public var evidenceRegularity = 0.5
        /// The minimum amplitude of a step at the step rate, in m/s^2, that is full evidence.
        public var evidenceAmplitude = 0.8
        /// The time after a counted step, in seconds, during which a new run needs less evidence.
        public var resumption = 8.0
        /// The fraction of the evidence that such a run needs.
        public var resumedShare = 0.4
        /// The minimum number of consecutive even steps before any of them counts, if the shaking may come from a
        /// vehicle.
        public var doubtfulSteps = 20.0

        /// Creates parameters with default values.
        public init() {}
    }
}
