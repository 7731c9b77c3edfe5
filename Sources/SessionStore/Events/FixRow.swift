import GRDB
import Geometry
import SensorModel

/// The layout of a fix in its row.
enum FixRow {
    /// Returns the values in the order of ``Schema/fixValues``.
    static func values(of fix: Fix) -> [DatabaseValue] {
        [
            Int(fix.device.rawValue).databaseValue,
            fix.mode.rawValue.databaseValue,
            StoredValue.number(fix.coordinate?.latitude),
            StoredValue.number(fix.coordinate?.longitude),
            StoredValue.number(fix.altitude),
            StoredValue.number(fix.horizontalAccuracy),
            fix.accuracyOrigin.rawValue.databaseValue,
            StoredValue.number(fix.verticalAccuracy),
            StoredValue.number(fix.speed),
            StoredValue.number(fix.speedAccuracy),
            StoredValue.number(fix.courseDegrees),
            StoredValue.number(fix.courseAccuracyDegrees),
            StoredValue.number(fix.climb),
            fix.satellites?.databaseValue ?? .null,
            StoredValue.number(fix.horizontalDilution),
            fix.timeIsArrival.databaseValue,
        ]
    }

    /// Returns the fix in the columns that start at an index.
    static func fix(_ row: StoredRow, from start: Int) throws -> Fix {
        guard let mode = FixMode(rawValue: Int(try row.integer(start + 1))),
            let origin = AccuracyOrigin(rawValue: Int(try row.integer(start + 6)))
        else { throw StoredValueError.unexpected }
        var fix = Fix(device: try row.device(start), mode: mode, coordinate: nil, accuracyOrigin: origin)
        if let latitude = try row.number(start + 2), let longitude = try row.number(start + 3) {
            fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        fix.altitude = try row.number(start + 4)
        fix.horizontalAccuracy = try row.number(start + 5)
        fix.verticalAccuracy = try row.number(start + 7)
        fix.speed = try row.number(start + 8)
        fix.speedAccuracy = try row.number(start + 9)
        fix.courseDegrees = try row.number(start + 10)
        fix.courseAccuracyDegrees = try row.number(start + 11)
        fix.climb = try row.number(start + 12)
        fix.satellites = try row.optionalInteger(start + 13).map(Int.init)
        fix.horizontalDilution = try row.number(start + 14)
        fix.timeIsArrival = try row.flag(start + 15)
        return fix
    }
}
