import Glibc

/// The errors of motion sensors.
enum IIOError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are no sensors at the address.
    case noContext(uri: String, code: Int32)
    /// The context lists more devices than are accepted.
    case manyDevices(uri: String, count: Int, bound: Int)
    /// The context has more sensors than are captured.
    case manySensors(String, hidden: Int, bound: Int)
    /// Devices of the context have more channels or attributes than are accepted.
    case oversizedDevices(String, count: Int)
    /// The user chose a rate for a sensor that the context does not have.
    case unknownSensor(String, sensor: String)
    /// The device does not exist, or no longer exists.
    case deviceGone(String)
    /// The user has no permission to use the device's buffer.
    case notPermitted(String)
    /// Another program captures from the device.
    case bufferInUse(String)
    /// The device has no buffer that delivers.
    case noBuffer(String)
    /// The device's buffer needs a trigger, and none is set.
    case noTrigger(String)
    /// The kernel returned an error.
    case kernel(device: String, operation: String, code: Int32)

    /// A sentence that says what is wrong and what to do.
    var description: String {
        switch self {
        case .noContext(let uri, let code) where uri.hasPrefix("local") && code == ENOENT:
            "This machine has no motion sensors with a kernel driver; a recording continues without them."
        case .noContext(let uri, let code):
            "The sensors at \(uri) cannot be reached (\(errorText(code))); check the address, and whether iiod is running there."
        case .manyDevices(let uri, let count, let bound):
            "\(uri) lists \(count) devices and at most \(bound) are accepted; check what runs there."
        case .manySensors(let uri, let hidden, let bound):
            "\(uri) has more than \(bound) sensors: \(hidden) of them are not recorded."
        case .oversizedDevices(let uri, let count):
            "\(uri) has devices with more channels or attributes than are accepted: \(count) of them are not recorded."
        case .unknownSensor(let uri, let sensor):
            "\(uri) has no sensor with the name “\(sensor)”; odographctl doctor lists the names."
        case .deviceGone(let name): "The sensor \(name) is gone; it is used again when it is back."
        case .notPermitted(let name):
            "This user has no permission to use the buffer of \(name); install the udev rule of docs/sensors.md, or use iiod. "
                + "Until then its values are polled."
        case .bufferInUse(let name):
            "Another program captures from \(name) (often iio-sensor-proxy); its values are polled so as not to take "
                + "them away."
        case .noTrigger(let name): "\(name) has no trigger that makes it sample; its values are polled."
        case .noBuffer(let name): "\(name) has no buffer that delivers; its values are polled."
        case .kernel(let device, let operation, let code): "\(operation) of \(device) failed: \(errorText(code))."
        }
    }
}

/// Returns the text for an errno of either sign. Another machine may have sent any value.
func errorText(_ code: Int32) -> String {
    code == 0 ? "no reason was given" : String(cString: strerror(Int32(clamping: code.magnitude)))
}
