import Geometry
import SensorModel

/// Reads the subtitles (SRT) that DJI drones write along with a video: one position per frame.
///
/// The forms are `[latitude: 1.5] [longitude: 2.5] [altitude: 3]`, with `abs_alt` and `rel_alt` in newer files, and
/// `GPS (2.5, 1.5, 17)`, with the longitude first. Subtitles without a date count from the unknown start of the
/// video, so their positions become a line without times.
struct SubtitleReader: LineFormat {
    static let format = FileFormat("subtitles", "srt")

    var count: Int { points.count }

    private var points: [TrackDocument.Point] = []
    private var time: Instant?

    static func certainty(of head: FileHead) -> Certainty { !head.lines.isEmpty && begins(head.text) ? .certain : .no }

    func finish(into document: inout TrackDocument) { document.add(points, source: "DJI") }

    private static func begins(_ text: Substring) -> Bool {
        let lines = text.prefix(400).split(maxSplits: 2, whereSeparator: \.isNewline)
        // Early drones write a date in place of the span of a frame.
        let isNumbered = lines.count > 1 && Int(lines[0].trimmingCharacters()) != nil && date(String(lines[1])) != nil
        guard isNumbered || text.prefix(400).contains(" --> ") else { return false }
        let part = text.prefix(4_000)
        return part.contains("latitude") || part.contains("GPS(") || part.contains("GPS (")
    }

    /// Reads a line.
    mutating func read(_ line: UnsafeRawBufferPointer) {
        let text = String(decoding: line, as: UTF8.self)
        if text.contains(" --> ") {
            time = nil
            return
        }
        if let stated = Self.date(text) { time = stated }
        guard let place = Self.bracketed(text) ?? Self.plain(text) else { return }
        // Several frames share a position: an unchanged position is not a new fix.
        if let last = points.last, last.coordinate == place.coordinate, last.altitude == place.altitude,
            let before = last.time, let time, time - before < Self.repetition
        {
            return
        }
        // Without a fix, the drone writes zeros.
        guard place.coordinate.latitude != 0 || place.coordinate.longitude != 0 else { return }
        var point = place
        point.time = time
        points.append(point)
    }

    /// The time, in seconds, for which an unchanged position counts as the same fix. The receiver delivers several
    /// fixes per second.
    private static let repetition = 1.0

    /// Parses a position whose members are in brackets.
    private static func bracketed(_ text: String) -> TrackDocument.Point? {
        guard let latitude = number("latitude", in: text),
            let longitude = number("longitude", in: text) ?? number("longtitude", in: text)
        else { return nil }
        let altitude = number("abs_alt", in: text) ?? number("altitude", in: text)
        return TrackDocument.Point(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: altitude)
    }

    /// Returns the number that follows a name and a colon.
    private static func number(_ name: String, in text: String) -> Double? {
        var rest = text[...]
        while let found = rest.firstRange(of: name) {
            let before = found.lowerBound == text.startIndex ? " " : text[text.index(before: found.lowerBound)]
            rest = rest[found.upperBound...]
            guard before == "[" || before == " " else { continue }
            let value = rest.drop { $0 == " " }
            guard value.first == ":" else { continue }
            return Double(value.dropFirst().drop { $0 == " " }.prefix { $0.isNumber || "+-.e".contains($0) })
        }
        return nil
    }

    /// Parses a position of the form `GPS(longitude, latitude, satellites)`.
    private static func plain(_ text: String) -> TrackDocument.Point? {
        guard let start = text.firstRange(of: "GPS") else { return nil }
        let rest = text[start.upperBound...].drop { $0 == " " }
        guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
        let parts = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",")
            .map { Double($0.trimmingCharacters()) }
        guard parts.count >= 2, let longitude = parts[0], let latitude = parts[1] else { return nil }
        var point = TrackDocument.Point(coordinate: Coordinate(latitude: latitude, longitude: longitude))
        let height = text.firstRange(of: "BAROMETER:") ?? text.firstRange(of: ", H ")
        if let height {
            point.altitude = Double(
                text[height.upperBound...].drop { $0 == " " }.prefix { $0.isNumber || "+-.".contains($0) })
        }
        return point
    }

    /// Finds a date with a time of day in a line, such as `2019-06-09 15:31:57,410,868` or `2017.08.05 14:11:51`.
    private static func date(_ text: String) -> Instant? {
        let words = text.split { $0 == " " || $0 == "<" || $0 == ">" }
        for (day, clock) in zip(words, words.dropFirst()) {
            guard day.count == 10, day.first?.isNumber == true, clock.count >= 8 else { continue }
            // Milliseconds and microseconds are in separate groups.
            let groups = clock.split(separator: ",")
            let fraction = groups.dropFirst().joined()
            let seconds = fraction.isEmpty ? String(groups.first ?? "") : "\(groups.first ?? "").\(fraction)"
            if let time = Timestamp.instant(parsing: "\(day)T\(seconds)") { return time }
        }
        return nil
    }
}
