import SensorModel
import Synchronization
import Wire

/// Assigns the sensors of one address their numbers in a recording, the same ones after each restart of the child.
///
/// A child that keeps announcing new sensors is limited to the maximum number of devices.
final class CaptureRegister: Sendable {
    private let source: String
    private let devices: DeviceNumbers
    private let bound: Int
    private let known = Mutex<[String: DeviceID]>([:])

    /// Creates an empty register.
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - devices: The numbers of the recording.
    ///   - bound: The maximum number of sensors, not including the address itself.
    init(source: String, devices: DeviceNumbers, bound: Int) {
        self.source = source
        self.devices = devices
        self.bound = bound
    }

    /// Returns the number of a sensor; `nil` if there are too many.
    func number(of sensor: CapturedSensor) -> DeviceID? {
        let key = "\(source) \(sensor.name) \(sensor.label ?? "") \(sensor.index)"
        return known.withLock { known in
            if let device = known[key] { return device }
            guard known.count <= bound else { return nil }
            let device = devices.number(of: key)
            known[key] = device
            return device
        }
    }
}
