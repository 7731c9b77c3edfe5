import Foundation
import Geometry
import SensorModel

/// The principal places of the world's time zones, from the time zone database of the system.
///
/// Format: `zone.tab`, described in its own first lines, of the IANA time zone database.
struct ZoneTable: Sendable {
    private struct Row: Sendable {
        var name: String
        var place: Coordinate
    }

    private let rows: [Row]

    /// The table of this system; empty if it has none.
    static let system = ZoneTable(
        text: (try? String(contentsOfFile: "/usr/share/zoneinfo/zone.tab", encoding: .utf8)) ?? "")

    /// The maximum distance in metres from a principal place to a place of its zone: beyond it is the open sea.
    private static let farthest = 1_500_000.0
    /// A zone that is known to be used counts as nearest if its place is at most this many times as far, or this many metres
    /// farther: borders are not halfway between two cities.
    private static let (preference, margin) = (1.5, 100_000.0)

    /// Creates a table from lines with a country, a place as in ISO 6709, and a name, separated by tabs. Skips other lines.
    init(text: String) {
        rows = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard !line.hasPrefix("#"), fields.count >= 3 else { return nil }
            return Self.place(fields[1]).map { Row(name: String(fields[2]), place: $0) }
        }
    }

    /// Returns the time zone of a place; `nil` if no principal place is near. O(zones).
    /// - Parameter usual: The time zone to prefer near a border.
    func zone(at place: Coordinate, usual: TimeZone) -> TimeZone? {
        let distances = rows.map { (name: $0.name, metres: $0.place.distance(to: place)) }
        guard let nearest = distances.min(by: { $0.metres < $1.metres }), nearest.metres < Self.farthest else {
            return nil
        }
        if let own = distances.first(where: { $0.name == usual.identifier }),
            own.metres <= max(Self.preference * nearest.metres, nearest.metres + Self.margin)
        {
            return usual
        }
        return TimeZone(identifier: nearest.name)
    }

    /// Returns a place such as `+0117+10351` or `+404251-0740023`; `nil` for other text.
    private static func place(_ text: Substring) -> Coordinate? {
        guard let cut = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
            let latitude = degrees(text[..<cut], digits: 2), let longitude = degrees(text[cut...], digits: 3)
        else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return place.isValid ? place : nil
    }

    /// Returns an angle of a sign, degrees of a number of digits, minutes, and perhaps seconds.
    private static func degrees(_ text: Substring, digits: Int) -> Double? {
        let (whole, rest) = (text.dropFirst().prefix(digits), text.dropFirst(1 + digits))
        guard let degrees = Double(whole), let minutes = Double(rest.prefix(2)),
            let seconds = rest.count > 2 ? Double(rest.dropFirst(2)) : 0
        else { return nil }
        let angle = degrees + minutes / 60 + seconds / 3_600
        return text.first == "-" ? -angle : angle
    }
}
