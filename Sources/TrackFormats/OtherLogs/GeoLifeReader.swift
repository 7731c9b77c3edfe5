import Geodesy
import SensorModel

/// Reads a GeoLife trajectory (`.plt`): six header lines, then latitude, longitude, 0, altitude in feet, days, date,
/// time.
struct GeoLifeReader {
    /// The points so far.
    private(set) var points: [TrackDocument.Point] = []
    private var lineCount = 0

    /// The altitude, in feet, that means unknown.
    private static let unknownAltitude = -777.0

    /// Reads a line.
    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        lineCount += 1
        guard lineCount > 6 else { return }
        let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard cells.count >= 7, let latitude = Double(cells[0]), let longitude = Double(cells[1]) else {
            throw LineError("seven cells with latitude and longitude first are expected")
        }
        guard let time = Timestamp.instant(parsing: "\(cells[5])T\(cells[6])") else {
            throw LineError("\"\(cells[5]) \(cells[6])\" is not a date and a time")
        }
        let feet = Double(cells[3])
        points.append(
            TrackDocument.Point(
                coordinate: Coordinate(latitude: latitude, longitude: longitude), time: time,
                altitude: feet.flatMap { $0 == Self.unknownAltitude ? nil : $0 * ForeignUnit.foot }))
    }
}
