import Foundation
package import FusionCore
package import Geometry
package import SensorModel
package import ViewerModel

/// Whose clock the times of a session are read from.
package enum ClockRule: String, Sendable, CaseIterable {
    /// That of the place where the session begins.
    case place
    /// That of this machine.
    case system
    /// Universal time.
    case utc

    /// The name for the user.
    package var title: String {
        switch self {
        case .place: translatable("Of the place")
        case .system: translatable("Of this computer")
        case .utc: "UTC"
        }
    }
}

/// The clock of a session.
package struct SessionClock: Sendable, Hashable {
    private let zone: TimeZone
    /// The name of a clock other than this machine's: `UTC+8`; `nil` for this machine's.
    package let note: String?

    /// The maximum time in seconds between this machine's clock and the sun's at a place where the former is used: time
    /// zones are wider than an hour, and an hour ahead in summer.
    private static let widest = 2.5 * 3_600
    private static let secondsPerDegree = 240.0

    /// This machine's clock.
    package static var local: SessionClock { SessionClock(.system, at: nil, on: Instant(nanoseconds: 0)) }

    /// Chooses the clock of a session. Where this machine's clock cannot be that of the place, it is the clock of the nearest
    /// principal city of a time zone, and at sea the whole hour nearest to the sun's time.
    /// - Parameters:
    ///   - rule: The rule.
    ///   - place: Where the session begins; `nil` if it is not known.
    ///   - instant: When it begins.
    package init(_ rule: ClockRule, at place: Coordinate?, on instant: Instant) {
        self.init(rule, at: place, on: instant, system: .current, zones: .system)
    }

    /// - Parameters:
    ///   - system: This machine's time zone.
    ///   - zones: The time zones of the world.
    init(_ rule: ClockRule, at place: Coordinate?, on instant: Instant, system: TimeZone, zones: ZoneTable) {
        let date = Date(timeIntervalSince1970: instant.seconds)
        let offset = system.secondsFromGMT(for: date)
        if rule == .place, let place, abs(Double(offset) - place.longitude * Self.secondsPerDegree) > Self.widest {
            zone = zones.zone(at: place, usual: system) ?? Self.zone(ofSunAt: place)
        } else {
            zone = rule == .utc ? .gmt : system
        }
        let seconds = zone.secondsFromGMT(for: date)
        note = rule != .utc && seconds == offset ? nil : Self.label(of: seconds)
    }

    private static func zone(ofSunAt place: Coordinate) -> TimeZone {
        TimeZone(secondsFromGMT: Int(nearest: place.longitude * secondsPerDegree / 3_600) * 3_600) ?? .gmt
    }

    private static func label(of offset: Int) -> String {
        let (sign, minutes) = (offset < 0 ? "−" : "+", abs(offset) / 60)
        let rest = minutes % 60 == 0 ? "" : ":\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
        return minutes == 0 ? "UTC" : "UTC\(sign)\(minutes / 60)\(rest)"
    }

    /// Returns the civil time of an instant.
    package func time(_ instant: Instant) -> ClockTime { ClockTime(instant, utcOffset: utcOffset(at: instant)) }

    /// Returns the seconds east of UTC at an instant.
    package func utcOffset(at instant: Instant) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant.seconds))
    }

    /// Returns the span of a day from midnight to midnight.
    package func span(of date: CivilDate) -> TimeSpan {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let first = calendar.date(from: DateComponents(year: date.year, month: date.month, day: date.day))
        let start = first ?? Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400)
        let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
        return TimeSpan(
            start: Instant(seconds: start.timeIntervalSince1970), end: Instant(seconds: end.timeIntervalSince1970))
    }
}
