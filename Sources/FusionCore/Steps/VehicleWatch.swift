public import SensorModel

/// Tells from the speed over ground whether what shakes may be a vehicle.
///
/// A speed that no runner without a runner's gait keeps up means a vehicle. It stays one through red lights and jams:
/// while fixes say that it stands, nothing is a step; while it creeps, or once fixes stop, only a long even walk is.
public struct VehicleWatch: Sendable, Hashable {
    /// When a vehicle is seen.
    public struct Parameters: Sendable, Hashable {
        /// Speed in m/s that is a vehicle's, whatever the gait.
        public var vehicleSpeed = 7.0
        /// Speed in m/s that is a vehicle's without a runner's gait.
        public var runningSpeed = 3.0
        /// Seconds for which a speed must last.
        public var confirmation = 3.0
        /// Seconds for which a vehicle is remembered after it was last fast.
        public var memory = 180.0
        /// Speed in m/s below which it stands.
        public var standingSpeed = 0.5
        /// Seconds after which a speed is old.
        public var speedAge = 10.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// When a vehicle is seen.
    public var parameters: Parameters
    private var speed: Double?
    private var heard: Instant?
    private var fastSince: Instant?
    private var lastVehicle: Instant?

    /// Creates a watch that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Processes the speed over ground in m/s.
    /// - Parameters:
    ///   - speed: m/s.
    ///   - isRunning: True while the gait is a runner's.
    ///   - time: When.
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

    /// Forgets the vehicle: a long walk has shown that it was left.
    mutating func leave() {
        lastVehicle = nil
    }

    /// Returns where steps may go at a moment.
    func licence(at time: Instant) -> StepRun.Licence {
        guard let lastVehicle, time - lastVehicle <= parameters.memory else {
            return fastSince == nil ? .usual : .doubtful
        }
        guard let speed, let heard, time - heard <= parameters.speedAge else { return .doubtful }
        let creeps = speed >= parameters.standingSpeed && speed < parameters.runningSpeed
        return creeps ? .doubtful : .suppressed
    }
}
