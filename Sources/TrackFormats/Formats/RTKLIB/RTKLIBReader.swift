import Geometry
import SensorModel

/// Reads an RTKLIB solution (`.pos`) with latitude, longitude and height.
///
/// The times are a date, or a week and a second, and are in GPS time unless the header states UTC.
struct RTKLIBReader: LineFormat {
    static let format = FileFormat("rtklib", "pos")

    var count: Int { points.count }

    private var points: [TrackDocument.Point] = []
    private var isUTC = false
    /// The place of each value that the header names, after the two words of the time.
    private var columns: [String: Int] = [:]

    /// The start of GPS time, in seconds since 1970.
    private static let epoch = 315_964_800.0
    private static let week = 604_800.0

    static func certainty(of head: FileHead) -> Certainty { head.lines.contains(where: isHead) ? .certain : .no }

    func finish(into document: inout TrackDocument) { document.add(points, source: "RTKLIB") }

    /// Returns whether a line is the header of such a file.
    private static func isHead(_ line: Substring) -> Bool {
        line.first == "%" && ["GPST", "UTC", "JST"].contains { line.contains($0) }
            && (line.contains("latitude(") || line.contains("x-ecef(") || line.contains("e-baseline("))
    }

    /// Reads a line.
    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        if line.first == UInt8(ascii: "%") {
            let head = Substring(String(decoding: line, as: UTF8.self))
            guard Self.isHead(head) else { return }
            isUTC = head.contains("UTC")
            let names = head.dropFirst().split { " \t,;".contains($0) }.map { $0.prefix { $0 != "(" } }
            columns = Dictionary(names.enumerated().map { (String($1), $0 + 1) }) { first, _ in first }
            guard head.contains("latitude("), !head.contains("latitude(d'") else {
                throw LineError(
                    translatable("the solution is not in degrees of latitude and longitude; write it as lat/lon/height")
                )
            }
            return
        }
        // Some solutions separate the values by commas, semicolons or tabs.
        let words = line.split { $0 == 32 || $0 == 9 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 5, let time = time(words[0], words[1]), let latitude = Double(words[2]),
            let longitude = Double(words[3]), let height = Double(words[4])
        else { throw LineError(translatable("a time, a latitude, a longitude and a height are expected")) }
        var point = TrackDocument.Point(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), time: time, altitude: height)
        point.mode = .threeDimensional
        if words.count > 6 { point.satellites = Double(words[6]).flatMap(Int.init(exactly:)) }
        if words.count > 9, let north = Double(words[7]), let east = Double(words[8]), let up = Double(words[9]) {
            let sigma = ((north * north + east * east) / 2).squareRoot()
            point.accuracy = sigma > 0 ? sigma : nil
            point.verticalAccuracy = up > 0 ? up : nil
        }
        func value(_ name: String) -> Double? {
            columns[name].flatMap { words.indices.contains($0) ? Double(words[$0]) : nil }
        }
        if let north = value("vn"), let east = value("ve") {
            let motion = TrackDocument.motion(north: north, east: east)
            (point.speed, point.courseDegrees) = (motion.speed, motion.speed > 0 ? motion.course : nil)
        }
        points.append(point)
    }

    private func time(_ first: String, _ second: String) -> Instant? {
        var time: Instant?
        if first.contains("/") || first.contains("-") {
            time = Timestamp.instant(parsing: "\(first)T\(second)")
        } else if let weeks = Double(first), let seconds = Double(second), 0..<10_000 ~= weeks,
            0...Self.week ~= seconds
        {
            time = Instant(seconds: Self.epoch + weeks * Self.week + seconds)
        }
        return time.map { isUTC ? $0 : $0 + -LeapSeconds.count(at: $0) }
    }
}
