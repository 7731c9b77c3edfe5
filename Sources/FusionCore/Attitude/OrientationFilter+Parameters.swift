extension OrientationFilter {
    /// The weights of the sensors, as time constants, so that no value depends on a sample rate.
    public struct Parameters: Sendable, Hashable {
        /// The time constant, in seconds, with which the accelerometer corrects inclination.
        public var accelerometerTime = 3.0
        /// The time constant, in seconds, with which the magnetometer corrects heading.
        public var magnetometerTime = 9.0
        /// True if the gyroscope's bias is estimated in motion.
        public var estimatesBiasInMotion = true
        /// True if the gyroscope's bias is estimated at rest.
        public var estimatesBiasAtRest = true
        /// True if the magnetometer is ignored in disturbed fields.
        public var rejectsDisturbances = true
        /// The 1-sigma bias before any estimate, in degrees per second.
        public var biasSigmaStart = 0.5
        /// The time, in seconds, in which the 1-sigma bias grows from 0 to 0.1 degrees per second.
        public var biasForgettingTime = 100.0
        /// The maximum plausible bias, in degrees per second.
        public var biasLimit = 10.0
        /// The maximum deviation, in degrees per second, that a single update in motion can attribute to the bias.
        public var biasStep = 2.0
        /// The 1-sigma bias to which estimation in motion alone converges, in degrees per second.
        public var biasSigmaMotion = 0.1
        /// The weight of the assumption that the bias about the vertical is zero if it cannot be observed.
        public var verticalBiasForgetting = 0.0001
        /// The 1-sigma bias to which estimation at rest converges, in degrees per second.
        public var biasSigmaRest = 0.03
        /// The time without motion, in seconds, for a rest.
        public var restTime = 1.5
        /// The time constant of the low-pass used to detect rest, in seconds.
        public var restFilterTime = 0.5
        /// The deviation of the angular rate that ends a rest, in degrees per second.
        public var restRotation = 2.0
        /// The deviation of the acceleration that ends a rest, in m/s^2.
        public var restAcceleration = 0.5
        /// The time constant of the low-pass for field strength and dip, in seconds.
        public var fieldFilterTime = 0.05
        /// The time constant, in seconds, with which the reference field follows the measured field.
        public var fieldReferenceTime = 20.0
        /// The maximum relative deviation of the field strength in an undisturbed field.
        public var fieldStrengthTolerance = 0.1
        /// The maximum deviation of the dip in an undisturbed field, in degrees.
        public var fieldDipTolerance = 10.0
        /// The time, in seconds, after which a new homogeneous field becomes the reference.
        public var newFieldTime = 20.0
        /// The same time at the start, before there is a reference.
        public var firstFieldTime = 5.0
        /// The minimum rotation, in degrees per second, during which that time counts.
        public var newFieldRotation = 20.0
        /// The time of an undisturbed field, in seconds, that ends a disturbance.
        public var undisturbedTime = 0.5
        /// The maximum time, in seconds, for which disturbances are ignored altogether.
        public var longestRejection = 60.0
        /// The factor by which corrections are slower after that time.
        public var rejectionFactor = 2.0

        /// Creates parameters with default values.
        public init() {}
    }
}
