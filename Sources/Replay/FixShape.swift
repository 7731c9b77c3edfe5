import Geodesy
import SensorModel

/// Which values a fix has, and everything about it that is no value: fixes of one shape are columns of numbers.
struct FixShape: Sendable, Hashable {
    private var present: UInt16 = 0
    private var mode = FixMode.unknown
    private var origin = AccuracyOrigin.receiver
    private var timeIsArrival = false

    /// The optional values of a fix, in the order of their bits and of their columns.
    private static func values(of fix: Fix) -> [Double?] {
        [
            fix.altitude, fix.horizontalAccuracy, fix.verticalAccuracy, fix.speed, fix.speedAccuracy,
            fix.courseDegrees, fix.courseAccuracyDegrees, fix.climb, fix.horizontalDilution,
        ]
    }

    private static let coordinateBit: UInt16 = 1 << 14
    private static let satellitesBit: UInt16 = 1 << 15

    /// The shape of nothing.
    init() {}

    /// The shape of a fix.
    init(_ fix: Fix) {
        mode = fix.mode
        origin = fix.accuracyOrigin
        timeIsArrival = fix.timeIsArrival
        if fix.coordinate != nil { present |= Self.coordinateBit }
        if fix.satellites != nil { present |= Self.satellitesBit }
        for (bit, value) in Self.values(of: fix).enumerated() where value != nil { present |= 1 << bit }
    }

    /// Numbers of a fix of this shape.
    var width: Int { present.nonzeroBitCount + (present & Self.coordinateBit != 0 ? 1 : 0) }

    /// Puts a fix of this shape at the end of a column.
    func append(_ fix: Fix, to values: inout [Double]) {
        if let coordinate = fix.coordinate {
            values.append(coordinate.latitude)
            values.append(coordinate.longitude)
        }
        if let satellites = fix.satellites { values.append(Double(bitPattern: UInt64(bitPattern: Int64(satellites)))) }
        for value in Self.values(of: fix) { if let value { values.append(value) } }
    }

    /// Returns the fix whose numbers begin at a place of a column.
    func fix(of device: DeviceID, from values: [Double], at start: Int) -> Fix {
        var place = start
        func next() -> Double {
            defer { place += 1 }
            return values[place]
        }
        var fix = Fix(
            device: device, mode: mode, coordinate: nil, accuracyOrigin: origin, timeIsArrival: timeIsArrival)
        if present & Self.coordinateBit != 0 {
            let latitude = next()
            fix.coordinate = Coordinate(latitude: latitude, longitude: next())
        }
        if present & Self.satellitesBit != 0 { fix.satellites = Int(Int64(bitPattern: next().bitPattern)) }
        if present & 1 != 0 { fix.altitude = next() }
        if present & 2 != 0 { fix.horizontalAccuracy = next() }
        if present & 4 != 0 { fix.verticalAccuracy = next() }
        if present & 8 != 0 { fix.speed = next() }
        if present & 16 != 0 { fix.speedAccuracy = next() }
        if present & 32 != 0 { fix.courseDegrees = next() }
        if present & 64 != 0 { fix.courseAccuracyDegrees = next() }
        if present & 128 != 0 { fix.climb = next() }
        if present & 256 != 0 { fix.horizontalDilution = next() }
        return fix
    }
}
