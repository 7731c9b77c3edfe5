/// A quantity that a sensor measures as a single number.
///
/// To support another sensor of this sort, add a case at the end and a name in the window; recording, storage, logs, the live
/// framing, and the sensor list all use this type.
public enum Quantity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The air pressure in kPa.
    case pressure
    /// The temperature in degrees Celsius.
    case temperature
    /// The heart rate in beats per minute.
    case heartRate
    /// Steps or crank revolutions per minute, as counted by a watch or a bicycle computer.
    case cadence
    /// The power at the crank in watts, as measured by a power meter.
    case power
    /// The speed in m/s that a wheel sensor, a foot pod, or a watch measures without a position.
    case sensorSpeed
    /// The ambient light in lux.
    case illuminance
    /// The interference that a receiver indicates, from 0 (none) to 255.
    case jamming

    /// The symbol of the unit.
    public var unit: String {
        switch self {
        case .pressure: "kPa"
        case .temperature: "°C"
        case .heartRate, .cadence: "1/min"
        case .power: "W"
        case .sensorSpeed: "m/s"
        case .illuminance: "lx"
        case .jamming: ""
        }
    }

    /// The difference, in ``unit``, that fills a small chart. Smaller variations are drawn as nearly constant.
    public var visibleRange: Double {
        switch self {
        case .pressure: 0.02
        case .temperature: 0.5
        case .heartRate, .cadence: 10
        case .power: 50
        case .sensorSpeed: 1
        case .illuminance, .jamming: 20
        }
    }

    /// The order among quantities at the same instant.
    var rank: Int {
        switch self {
        case .pressure: 0
        case .temperature: 1
        case .heartRate: 2
        case .cadence: 3
        case .power: 4
        case .sensorSpeed: 5
        case .illuminance: 6
        case .jamming: 7
        }
    }
}
