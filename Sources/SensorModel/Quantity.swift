/// A quantity that a sensor measures as one number.
///
/// Another sensor of one number is one case here and one name in the window; recording, storage, logs, the live framing, and
/// the list of sensors read this type.
public enum Quantity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Air pressure, kPa.
    case pressure
    /// Temperature, degrees Celsius.
    case temperature
    /// Heart beats per minute.
    case heartRate
    /// Steps or turns of the crank per minute, as a watch or a bicycle computer counts them.
    case cadence
    /// Power at the crank in watts, as a power meter measures it.
    case power
    /// Speed in m/s that a wheel, a foot pod or a watch measures without a position.
    case sensorSpeed
    /// Ambient light, lux.
    case illuminance

    /// The symbol of the unit.
    public var unit: String {
        switch self {
        case .pressure: "kPa"
        case .temperature: "°C"
        case .heartRate, .cadence: "1/min"
        case .power: "W"
        case .sensorSpeed: "m/s"
        case .illuminance: "lx"
        }
    }

    /// The difference in ``unit`` that fills a small chart: what varies by less is drawn as calm.
    public var visibleRange: Double {
        switch self {
        case .pressure: 0.02
        case .temperature: 0.5
        case .heartRate, .cadence: 10
        case .power: 50
        case .sensorSpeed: 1
        case .illuminance: 20
        }
    }

    /// The number in the live framing; it never changes.
    public var wireNumber: UInt8 {
        switch self {
        case .pressure: 6
        case .temperature: 7
        case .heartRate: 17
        case .cadence: 18
        case .power: 21
        case .sensorSpeed: 22
        case .illuminance: 23
        }
    }

    /// Creates the quantity of a number in the live framing; `nil` for any other number.
    public init?(wireNumber: UInt8) {
        guard let quantity = Self.allCases.first(where: { $0.wireNumber == wireNumber }) else { return nil }
        self = quantity
    }

    /// The place among the quantities of one instant.
    var rank: Int {
        switch self {
        case .pressure: 0
        case .temperature: 1
        case .heartRate: 2
        case .cadence: 3
        case .power: 4
        case .sensorSpeed: 5
        case .illuminance: 6
        }
    }
}
