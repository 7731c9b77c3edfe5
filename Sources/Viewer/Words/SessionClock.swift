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

    /// Chooses the clock of a session. Where this machine's clock cannot be that of the place, it is the whole hour nearest to
    /// the sun's time, which can be an hour or two from the law's.
    /// - Parameters:
    ///   - rule: The rule.
    ///   - place: Where the session begins; `nil` if it is not known.
    ///   - instant: When it begins.
    package init(_ rule: ClockRule, at place: Coordinate?, on instant: Instant) {
        self.init(rule, at: place, on: instant, system: .current)
    }

    /// - Parameter system: This machine's time zone.
    init(_ rule: ClockRule, at place: Coordinate?, on instant: Instant, system: TimeZone) {
        let offset = Double(system.secondsFromGMT(for: Date(timeIntervalSince1970: instant.seconds)))
        let sun = place.map { $0.longitude * Self.secondsPerDegree } ?? offset
        guard rule == .utc || rule == .place && abs(offset - sun) > Self.widest else {
            (zone, note) = (system, nil)
            return
        }
        let hours = rule == .utc ? 0 : Int(nearest: sun / 3_600)
        zone = TimeZone(secondsFromGMT: hours * 3_600) ?? system
        note = hours == 0 ? "UTC" : hours < 0 ? "UTC−\(-hours)" : "UTC+\(hours)"
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
