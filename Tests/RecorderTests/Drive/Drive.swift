import Foundation
import SensorModel

/// A drive of a minute that both players can play: samples of four sensors at 10 Hz, and a receiver's sentences.
///
/// Every sample and every fix has a unique value.
struct Drive {
    static let seconds = 60
    static let samplesPerSecond = 10

    /// A sensor: its column, its description in the mock, and the expected record.
    struct Sensor {
        let column: String
        let kind: StreamKind
        let axes: [String]
        /// The mock's scale as the kernel would print it.
        let scale: Double
        let unitFactor: Double
    }

    static let sensors = [
        Sensor(column: "accel", kind: .acceleration, axes: ["_x", "_y", "_z"], scale: 0.000598550, unitFactor: 1),
        Sensor(column: "anglvel", kind: .rotation, axes: ["_x", "_y", "_z"], scale: 0.000174533, unitFactor: 1),
        Sensor(column: "magn", kind: .magneticField, axes: ["_x", "_y", "_z"], scale: 0.001, unitFactor: 100),
        Sensor(column: "pressure", kind: .scalar(.pressure), axes: [""], scale: 0.0001, unitFactor: 1),
    ]

    /// The sensor's row as the table has it.
    private static func row(_ index: Int, of sensor: Sensor) -> [String] {
        let time = Double(index) / Double(samplesPerSecond)
        let values: [Double] =
            switch sensor.kind {
            case .acceleration: [Double(index) * 0.01, 2 * sin(time), 9.81]
            case .rotation: [sin(time / 3), Double(index) * 0.005, -0.1]
            case .magneticField: [0.2, Double(index) * 0.004, -0.4]
            default: [101.325 - Double(index) * 0.001]
            }
        return values.map { String(format: "%.6f", $0) }
    }

    /// The table of samples, as the mock reads it.
    static var table: String {
        let names = sensors.flatMap { sensor in sensor.axes.map { sensor.column + $0 } }
        let rows = (0..<seconds * samplesPerSecond).map { index in
            ([String(format: "%.4f", Double(index) / Double(samplesPerSecond))]
                + sensors.flatMap { row(index, of: $0) }).joined(separator: ",")
        }
        return (["t," + names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    }

    /// The expected values of a sensor's samples: counts as the mock rounds them, then scaled.
    static func expected(_ sensor: Sensor) -> [[Double]] {
        let scale = sensor.scale * sensor.unitFactor
        return (0..<seconds * samplesPerSecond).map { index in
            row(index, of: sensor).map { text in
                ((Double(text) ?? 0) / sensor.scale).rounded(.toNearestOrEven) * scale
            }
        }
    }

    /// The position of the receiver at each second.
    static func coordinate(_ second: Int) -> (latitude: String, longitude: String) {
        // Whole ten-thousandths of a minute, so that sentences say it exactly.
        (String(format: "50%07.4f", Double(second) * 0.01), String(format: "014%07.4f", Double(second) * 0.015))
    }

    /// The latitude in degrees at each second, as gpsd is to understand it.
    static func latitude(_ second: Int) -> Double { 50 + Double(second) * 0.01 / 60 }

    /// The receiver's sentences.
    static var sentences: String {
        (0..<seconds).flatMap { second -> [String] in
            let time = String(format: "1200%02d.00", second)
            let (latitude, longitude) = coordinate(second)
            return [
                "GPRMC,\(time),A,\(latitude),N,\(longitude),E,30.00,45.00,140526,,,A",
                "GPGGA,\(time),\(latitude),N,\(longitude),E,1,09,0.9,250.0,M,44.0,M,,",
                "GPGSA,A,3,02,05,12,15,18,21,25,29,31,,,,1.6,0.9,1.3",
                "GPGST,\(time),3.0,2.0,1.5,45.0,1.8,1.6,3.2",
            ]
        }.map { body in
            "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^)) + "\r\n"
        }.joined()
    }
}
