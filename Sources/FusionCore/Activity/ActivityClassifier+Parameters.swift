extension ActivityClassifier {
    /// How activities are told apart.
    public struct Parameters: Sendable, Hashable {
        /// Weight of the motion model; windows overlap and repeat each other.
        public var motionWeight = 0.35
        /// Weight of counted steps.
        public var stepWeight = 0.6
        /// Weight of the speed over ground; fixes of one moment repeat each other.
        public var speedWeight = 0.4
        /// Weight of the speed where it is all there is.
        public var aloneSpeedWeight = 0.12
        /// Metres of accuracy above which a speed counts less.
        public var speedAccuracy = 15.0
        /// Logarithm by which running is less likely where no acceleration can show steps.
        public var stepless = 0.5
        /// Share of the difference between cycling and automotive that the motion model is believed.
        public var rideContrast = 0.1
        /// The same where no speed is known.
        public var aloneRideContrast = 0.7
        /// How often rest looks like a ride to the motion model where no speed is known, as a share.
        public var aloneFidget = 0.1
        /// How often rest looks like a ride to the motion model, as a share.
        public var fidget = 0.4
        /// What the motion model leaves to every state.
        public var motionFloor = 0.06
        /// m/s^2 of deviation below which nobody pedals.
        public var stillDeviation = 0.12
        /// Spread in m/s of the receiver's speed at rest.
        public var standingSpread = 0.25
        /// Usual speed of walking in m/s.
        public var walkingSpeed = 1.3
        /// Spread of the speed of walking in m/s.
        public var walkingSpread = 0.6
        /// Usual speed of running in m/s.
        public var runningSpeed = 3.0
        /// Spread of the speed of running in m/s.
        public var runningSpread = 0.7
        /// Median speed of cycling in m/s.
        public var cyclingSpeed = 3.4
        /// Spread of the logarithm of the speed of cycling.
        public var cyclingSpread = 0.45
        /// Median speed of a motor vehicle that moves, in m/s.
        public var automotiveSpeed = 8.5
        /// Spread of the logarithm of the speed of a motor vehicle.
        public var automotiveSpread = 0.85
        /// Mean speed in m/s of a motor vehicle in a jam.
        public var crawlSpeed = 4.0
        /// Mean seconds of rest before a walk.
        public var restTime = 120.0
        /// Mean seconds of a walk or run.
        public var walkTime = 120.0
        /// Mean seconds between two stops of a ride.
        public var rideTime = 90.0
        /// Mean seconds of a stop on the way.
        public var lightTime = 60.0
        /// Mean seconds after which a standing vehicle is parked.
        public var parkTime = 300.0
        /// Mean seconds between two rides of different kind without a step between.
        public var swapTime = 7_200.0
        /// Probability from which on confidence is medium.
        public var mediumConfidence = 0.7
        /// Probability from which on confidence is high.
        public var highConfidence = 0.9
        /// Probability below which an activity is not named.
        public var unknownBelow = 0.4
        /// Share of the largest probability from which on another activity is present too.
        public var presentShare = 0.8
        /// Mean speed in m/s from which on an unknown stretch is taken for cycling.
        public var cyclingFallback = 1.2
        /// Seconds without anything seen after which the activity is unknown.
        public var silence = 60.0
        /// Exponent by which probabilities are told less surely live, where the speed is all there is.
        public var aloneTemper = 1.15

        /// How likely what is seen is in each state.
        public var likelihoods = ActivityLikelihoods()
        /// How activities change into each other.
        public var changes = ActivityChanges()

        /// Creates parameters with default values.
        public init() {}
    }
}
