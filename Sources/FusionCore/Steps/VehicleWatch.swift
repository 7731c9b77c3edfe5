public import SensorModel

/// Infers from the speed over ground whether the shaking may come from a vehicle.
///
/// A speed too high for the gait indicates a vehicle. The vehicle is remembered through red lights and traffic jams.
/// While fixes show that it is stopped or fast, no steps count. While it creeps, or if fixes stop, only long even walks
/// count.
public struct VehicleWatch: Sendable, Hashable {
    /// The parameters for detecting a vehicle.
    public struct Parameters: Sendable, Hashable {
        /// The minimum speed of a vehicle with any gait, in m/s.
        public var vehicleSpeed = 7.0
        /// The minimum speed of a vehicle without a running gait, in m/s.
        public var runningSpeed = 3.0
        /// The minimum duration of such a speed, in seconds.
        public var confirmation = 3.0
        /// The time, in seconds, for which a vehicle is remembered after it was last fast.
        public var memory = 180.0
        /// The minimum speed of a moving vehicle, in m/s; a slower one is stopped.
        public var standingSpeed = 0.5
        /// The maximum age of a usable speed, in seconds.
        public var speedAge = 10.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// The parameters for detecting a vehicle.
    public var parameters: Parameters
    private var speed: Double?
    private var heard: Instant?
    private var fastSince: Instant?
    private var lastVehicle: Instant?

    /// Creates a watch without a speed.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Processes a speed over ground.
    /// - Parameters:
    ///   - speed: The speed in m/s.
    ///   - isRunning: True if the gait is that of a run.
    ///   - time: The time of the speed.
    public mutating func update(speed: Double, isRunning: Bool, at time: Instant) {
        self.speed = speed
        heard = time
        guard speed >= (isRunning ? parameters.vehicleSpeed : parameters.runningSpeed) else {
            fastSince = nil
            return
        }
        let since = fastSince ?? time
        fastSince = since
        if time - since >= parameters.confirmation { lastVehicle = time }
    }

    /// Clears the remembered vehicle after a long walk has shown that the user left it.
    mutating func leave() {
        lastVehicle = nil
    }

    /// Returns the restriction on counting steps at a time.
    func licence(at time: Instant) -> StepRun.Licence {
        guard let lastVehicle, time - lastVehicle <= parameters.memory else {
            return fastSince == nil ? .usual : .doubtful
        }
        guard let speed, let heard, time - heard <= parameters.speedAge else { return .doubtful }
        let creeps = speed >= parameters.standingSpeed && speed < parameters.runningSpeed
        return creeps ? .doubtful : .suppressed
    }
}
