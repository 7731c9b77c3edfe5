import SensorModel

extension SensorEvent.Payload {
    /// True for a sample of motion, magnetic field, pressure, or temperature.
    var isSample: Bool {
        switch self {
        case .acceleration, .rotation, .magneticField, .scalar(.pressure, _), .scalar(.temperature, _): true
        default: false
        }
    }
}
