import SensorModel
import Synchronization
import Wire

/// Gives the sensors of one address their numbers in a recording: the same ones after each restart of the child.
///
/// A child that names ever new sensors gets no more numbers than there may be devices.
final class CaptureRegister: Sendable {
    private let source: String
    private let devices: DeviceNumbers
    private let bound: Int
    private let known = Mutex<[String: DeviceID]>([:])

    /// Creates an empty register.
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - devices: The numbers of the recording.
    ///   - bound: The number of sensors that are accepted; the address itself comes on top.
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
