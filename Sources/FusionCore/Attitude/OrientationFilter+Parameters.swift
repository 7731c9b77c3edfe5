extension OrientationFilter {
    /// How the filter weighs its sensors; every time is a time constant, so that no value depends on a sample rate.
    public struct Parameters: Sendable, Hashable {
        /// Time constant in seconds with which the accelerometer corrects inclination.
        public var accelerometerTime = 3.0
        /// Time constant in seconds with which the magnetometer corrects heading.
        public var magnetometerTime = 9.0
        /// True if the gyroscope's bias is estimated in motion.
        public var estimatesBiasInMotion = true
        /// True if the gyroscope's bias is estimated at rest.
        public var estimatesBiasAtRest = true
        /// True if the magnetometer is ignored in disturbed fields.
        public var rejectsDisturbances = true
        /// 1-sigma bias in degrees a second before anything is known.
        public var biasSigmaStart = 0.5
        /// Seconds in which the bias' sigma grows from 0 to 0.1 degrees a second.
        public var biasForgettingTime = 100.0
        /// The largest bias in degrees per second that is believed.
        public var biasLimit = 10.0
        /// The largest deviation in degrees per second that motion shows at a time; more is not bias.
        public var biasStep = 2.0
        /// 1-sigma bias in degrees a second to which motion alone converges.
        public var biasSigmaMotion = 0.1
        /// Weight of the assumption that the bias about the vertical is zero, where nothing shows it.
        public var verticalBiasForgetting = 0.0001
        /// 1-sigma bias in degrees a second to which rest converges.
        public var biasSigmaRest = 0.03
        /// Seconds without motion that make a rest.
        public var restTime = 1.5
        /// Time constant in seconds of the low-pass that rest is judged against.
        public var restFilterTime = 0.5
        /// Degrees a second of deviation that end a rest.
        public var restRotation = 2.0
        /// m/s^2 of deviation that end a rest.
        public var restAcceleration = 0.5
        /// Time constant in seconds of the low-pass on field strength and dip.
        public var fieldFilterTime = 0.05
        /// Time constant in seconds with which the reference field follows.
        public var fieldReferenceTime = 20.0
        /// Relative deviation of field strength that is a disturbance.
        public var fieldStrengthTolerance = 0.1
        /// Degrees of deviation of the dip that are a disturbance.
        public var fieldDipTolerance = 10.0
        /// Seconds after which a new homogeneous field becomes the reference.
        public var newFieldTime = 20.0
        /// The same at start, when there is no reference yet.
        public var firstFieldTime = 5.0
        /// Degrees a second of rotation in which those seconds are counted.
        public var newFieldRotation = 20.0
        /// Seconds of undisturbed field that end a disturbance.
        public var undisturbedTime = 0.5
        /// Seconds for which disturbances are ignored altogether.
        public var longestRejection = 60.0
        /// Factor by which corrections are slowed after that.
        public var rejectionFactor = 2.0

        /// Creates parameters with default values.
        public init() {}
    }
}
