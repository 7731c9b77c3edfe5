import Geodesy
import SensorModel

/// Reads the subtitles (SRT) that drones of DJI write beside a film: one place a frame.
///
/// The forms: `[latitude: 1.5] [longitude: 2.5] [altitude: 3]`, with `abs_alt` and `rel_alt` in newer ones, and
/// `GPS (2.5, 1.5, 17)`, whose longitude comes first. A subtitle without a date counts from the film's start, which nobody
/// knows: its places are a line without times.
struct SubtitleReader {
    /// The points so far.
    private(set) var points: [TrackDocument.Point] = []
    private var time: Instant?

    static let source = "DJI"

    /// Returns whether the start of a text is such a file.
    static func matches(_ text: Substring) -> Bool {
        guard text.prefix(400).contains(" --> ") else { return false }
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
        // Many frames have one position: what did not change is no fix of its own.
        if let last = points.last, last.coordinate == place.coordinate, last.altitude == place.altitude,
            let before = last.time, let time, time - before < Self.repetition
        {
            return
        }
        // Without a fix it writes zeros.
        guard place.coordinate.latitude != 0 || place.coordinate.longitude != 0 else { return }
        var point = place
        point.time = time
        points.append(point)
    }

    /// Seconds for which a position that does not change is the same fix: the receiver delivers some a second.
    private static let repetition = 1.0

    /// The place in members with brackets around them.
    private static func bracketed(_ text: String) -> TrackDocument.Point? {
        guard let latitude = number("latitude", in: text),
            let longitude = number("longitude", in: text) ?? number("longtitude", in: text)
        else { return nil }
        let altitude = number("abs_alt", in: text) ?? number("altitude", in: text)
        return TrackDocument.Point(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: altitude)
    }

    /// The number behind a name and a colon.
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

    /// The place in `GPS(longitude, latitude, satellites)`.
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

    /// A date with a time of day anywhere in a line: `2019-06-09 15:31:57,410,868`, `2017.08.05 14:11:51`.
    private static func date(_ text: String) -> Instant? {
        let words = text.split { $0 == " " || $0 == "<" || $0 == ">" }
        for (day, clock) in zip(words, words.dropFirst()) {
            guard day.count == 10, day.first?.isNumber == true, clock.count >= 8 else { continue }
            // Milliseconds and microseconds are two groups.
            let groups = clock.split(separator: ",")
            let fraction = groups.dropFirst().joined()
            let seconds = fraction.isEmpty ? String(groups.first ?? "") : "\(groups.first ?? "").\(fraction)"
            if let time = Timestamp.instant(parsing: "\(day)T\(seconds)") { return time }
        }
        return nil
    }
}
