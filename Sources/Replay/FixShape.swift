import Geodesy
import SensorModel

/// Which values a fix has, and everything about it that is no value: fixes of one shape are columns of numbers.
struct FixShape: Sendable, Hashable {
    private var present: UInt16 = 0
    private var mode = FixMode.unknown
    private var origin = AccuracyOrigin.receiver
    private var timeIsArrival = false

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
        if fix.altitude != nil { present |= 1 }
        if fix.horizontalAccuracy != nil { present |= 2 }
        if fix.verticalAccuracy != nil { present |= 4 }
        if fix.speed != nil { present |= 8 }
        if fix.speedAccuracy != nil { present |= 16 }
        if fix.courseDegrees != nil { present |= 32 }
        if fix.courseAccuracyDegrees != nil { present |= 64 }
        if fix.climb != nil { present |= 128 }
        if fix.horizontalDilution != nil { present |= 256 }
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
        if let value = fix.altitude { values.append(value) }
        if let value = fix.horizontalAccuracy { values.append(value) }
        if let value = fix.verticalAccuracy { values.append(value) }
        if let value = fix.speed { values.append(value) }
        if let value = fix.speedAccuracy { values.append(value) }
        if let value = fix.courseDegrees { values.append(value) }
        if let value = fix.courseAccuracyDegrees { values.append(value) }
        if let value = fix.climb { values.append(value) }
        if let value = fix.horizontalDilution { values.append(value) }
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
