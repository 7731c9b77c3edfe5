public import SensorModel

/// The choice of the day to show: a day of the open session, or a day of the library before or after it.
public struct DayBrowser: Sendable, Hashable {
    /// The days of the open session, ascending.
    public var sessionDates: [CivilDate] = [] {
        didSet {
            guard sessionDates != oldValue else { return }
            date = nil
            isDivided = false
        }
    }
    /// The days on which the library has sessions, ascending.
    public var libraryDates: [CivilDate] = []
    /// The day that the user selected; `nil` for the whole open session.
    public private(set) var date: CivilDate?

    /// True if the open session is shown day by day, because it is too long for one list.
    public private(set) var isDivided = false

    /// Creates a browser without days.
    public init() {}

    /// The choices for what the pane shows.
    public enum Shown: Sendable, Hashable {
        /// The whole open session.
        case session
        /// One day of the open session.
        case sessionDay(CivilDate)
        /// One day of the library, over all of its sessions.
        case libraryDay(CivilDate)
        /// There is nothing to show.
        case nothing
    }

    /// The part that is shown.
    public var shown: Shown {
        if let date { return sessionDates.contains(date) ? .sessionDay(date) : .libraryDay(date) }
        return sessionDates.isEmpty ? .nothing : .session
    }

    /// The day before the one that is shown; `nil` if none is known.
    public var previous: CivilDate? { dates.last { $0 < (date ?? sessionDates.first ?? Self.latest) } }

    /// The day after the one that is shown; `nil` if none is known.
    public var next: CivilDate? {
        // From a session of several days, the next step is one of its days.
        if date == nil, sessionDates.count > 1 { return sessionDates.first }
        guard let last = date ?? sessionDates.last else { return nil }
        return dates.first { $0 > last }
    }

    /// A day of the month to show: the shown day's month, otherwise that of the newest session; `nil` without any.
    public var usualMonth: CivilDate? { date ?? sessionDates.first ?? libraryDates.last }

    /// Selects a day. The only day of the open session stands for the session.
    public mutating func show(_ date: CivilDate?) { self.date = sessionDates == [date] ? nil : date }

    /// The maximum number of rows of a session of several days that is shown whole.
    public static let mostRows = 200

    /// Selects a day of a session of several days that is too long for one list, unless a day is selected already.
    /// - Parameters:
    ///   - rows: The number of rows of the session.
    ///   - date: The preferred day; the session's first if it is not one of its days.
    public mutating func divide(rows: Int, at date: CivilDate?) {
        guard self.date == nil, sessionDates.count > 1, rows > Self.mostRows else { return }
        isDivided = true
        self.date = date.flatMap { sessionDates.contains($0) ? $0 : nil } ?? sessionDates.first
    }

    /// Returns the day to show when the replay has reached a day: another day of a session that is shown day by day;
    /// `nil` to keep what is shown.
    public func following(_ reached: CivilDate) -> CivilDate? {
        guard isDivided, case .sessionDay(let shown) = self.shown, shown != reached, sessionDates.contains(reached)
        else { return nil }
        return reached
    }

    private var dates: [CivilDate] { Set(sessionDates + libraryDates).sorted() }
    private static let latest = CivilDate(daysSince1970: 4_000_000)
}
