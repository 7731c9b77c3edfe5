import Geometry
import SensorModel

/// Reads a track of TwoNav or CompeGPS (`.trk`): a letter for the kind of each line, `T` for a point with its position, time
/// (UTC) and altitude.
struct TwoNavReader: LineFormat {
    static let format = FileFormat("twoNav", "trk")

    private var points: [TrackDocument.Point] = []

    var count: Int { points.count }

    /// A file is one if some of its first lines are points.
    static func certainty(of head: FileHead) -> Certainty {
        head.lines.prefix(SensorTable.longestPreface).contains { point($0) != nil } ? .certain : .no
    }

    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        guard line.first == UInt8(ascii: "T") else { return }
        guard let point = Self.point(String(decoding: line, as: UTF8.self)[...]) else {
            throw LineError(translatable("a latitude, a longitude, a date, and a time are expected after the T"))
        }
        points.append(point)
    }

    mutating func finish(into document: inout TrackDocument) { document.add(points, source: "TwoNav") }

    /// Parses `T  A 50.21ºN 8.86ºE 10-JUN-24 06:13:20.000 s 100.0`.
    private static func point(_ line: Substring) -> TrackDocument.Point? {
        let words = line.split(separator: " ")
        guard words.count >= 6, words[0] == "T", let latitude = angle(words[2], "N", "S"),
            let longitude = angle(words[3], "E", "W"),
            let time = Timestamp.instant(loose: "\(words[4]) \(words[5])", order: .dayFirst)
        else { return nil }
        return TrackDocument.Point(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), time: time,
            altitude: words.count > 7 ? Double(words[7]) : nil)
    }

    private static func angle(_ word: Substring, _ positive: Character, _ negative: Character) -> Double? {
        guard let letter = word.last, letter == positive || letter == negative else { return nil }
        // The degree sign can be in an encoding other than UTF-8.
        return Double(word.prefix { $0.isASCII && !$0.isLetter }).map { letter == positive ? $0 : -$0 }
    }
}
