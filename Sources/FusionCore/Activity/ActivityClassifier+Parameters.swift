extension ActivityClassifier {
    /// The parameters for distinguishing activities.
    public struct Parameters: Sendable, Hashable {
        /// The weight of the motion model, below 1 because overlapping windows are correlated.
        public var motionWeight = 0.35
        /// The weight of counted steps.
        public var stepWeight = 0.6
        /// The weight of the speed over ground, below 1 because consecutive fixes are correlated.
        public var speedWeight = 0.4
        /// The weight of the speed if it is the only evidence.
        public var aloneSpeedWeight = 0.12
        /// The maximum accuracy, in metres, of the fix of a speed with full weight.
        public var speedAccuracy = 15.0
        /// The reduction of the log-likelihood of running if no acceleration could show steps.
        public var stepless = 0.5
        /// The fraction of the motion model's distinction between cycling and automotive that is used.
        public var rideContrast = 0.1
        /// The same fraction if the speed is unknown.
        public var aloneRideContrast = 0.7
        /// The fraction of rest that looks like a ride to the motion model, if the speed is unknown.
        public var aloneFidget = 0.1
        /// The fraction of rest that looks like a ride to the motion model.
        public var fidget = 0.4
        /// The probability that is added to the motion model's output for every state.
        public var motionFloor = 0.06
        /// The minimum deviation of the acceleration while pedalling, in m/s^2.
        public var stillDeviation = 0.12
        /// The spread of the receiver's speed at rest, in m/s.
        public var standingSpread = 0.25
        /// The usual walking speed, in m/s.
        public var walkingSpeed = 1.3
        /// The spread of the walking speed, in m/s.
        public var walkingSpread = 0.6
        /// The usual running speed, in m/s.
        public var runningSpeed = 3.0
        /// The spread of the running speed, in m/s.
        public var runningSpread = 0.7
        /// The median cycling speed, in m/s.
        public var cyclingSpeed = 3.4
        /// The spread of the logarithm of the cycling speed.
        public var cyclingSpread = 0.45
        /// The median speed of a moving motor vehicle, in m/s.
        public var automotiveSpeed = 8.5
        /// The spread of the logarithm of a motor vehicle's speed.
        public var automotiveSpread = 0.85
        /// The mean speed of a motor vehicle in a traffic jam, in m/s.
        public var crawlSpeed = 4.0
        /// The mean duration of a rest before a walk, in seconds.
        public var restTime = 120.0
        /// The mean duration of a walk or run, in seconds.
        public var walkTime = 120.0
        /// The mean time between two stops of a ride, in seconds.
        public var rideTime = 90.0
        /// The mean duration of a stop during a ride, in seconds.
        public var lightTime = 60.0
        /// The mean time after which a stopped vehicle is parked, in seconds.
        public var parkTime = 300.0
        /// The mean time until a ride changes directly to one of the other kind, in seconds.
        public var swapTime = 7_200.0
        /// The minimum probability for medium confidence.
        public var mediumConfidence = 0.7
        /// The minimum probability for high confidence.
        public var highConfidence = 0.9
        /// The minimum probability of a named activity.
        public var unknownBelow = 0.4
        /// The minimum probability of a displayed activity, as a fraction of the largest one.
        public var presentShare = 0.8
        /// The minimum mean speed, in m/s, at which an unknown activity counts as cycling.
        public var cyclingFallback = 1.2
        /// The time without input, in seconds, after which the activity is unknown.
        public var silence = 60.0
        /// The exponent whose inverse flattens live probabilities if the speed is the only evidence.
        public var aloneTemper = 1.15

        /// The likelihoods of observations in each state.
        public var likelihoods = ActivityLikelihoods()
        /// The rates of change between activities.
        public var changes = ActivityChanges()

        /// Creates parameters with default values.
        public init() {}
    }
}
