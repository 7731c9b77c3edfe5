public import SensorModel

/// The library's sessions in the sidebar: by day, newest first, limited to those that match a search.
public struct LibraryList: Sendable {
    /// A row of the list, with what is searched in it.
    public struct Session: Sendable, Hashable, Identifiable {
        /// The identity among all sessions: the path.
        public var id: String
        /// The session's name for the user.
        public var title: String
        /// The start time.
        public var start: Instant
        /// The offset from UTC at the place of the recording, in seconds, positive to the east.
        public var utcOffset: Int
        /// The duration in seconds; `nil` if not known yet.
        public var duration: Double?
        /// The distance in metres; `nil` if it is not known.
        public var distance: Double?
        /// The fastest measured speed in m/s, without estimates; `nil` if it is not known.
        public var fastestSpeed: Double?
        /// The activities in order, with their seconds.
        public var stretches: [Stretch]
        /// The day and the activities in the user's language, for the search.
        public var words: String
        /// The reason in the user's language why the file cannot be read; `nil` if it can.
        public var problem: String?

        /// Describes a session.
        public init(
            id: String, title: String, start: Instant, utcOffset: Int = 0, duration: Double?, distance: Double? = nil,
            fastestSpeed: Double? = nil, stretches: [Stretch] = [], words: String = "", problem: String? = nil
        ) {
            self.id = id
            self.title = title
            self.start = start
            self.utcOffset = utcOffset
            self.duration = duration
            self.distance = distance
            self.fastestSpeed = fastestSpeed
            self.stretches = stretches
            self.words = words
            self.problem = problem
        }

        /// The local day on which it began.
        public var date: CivilDate { ClockTime(start, utcOffset: utcOffset).date }

        /// The line under the title: `21.4 km · 1 h 43 min`; the start time if nothing else is known.
        public func facts(in unit: DistanceUnit = .metric) -> String {
            guard duration != nil || distance != nil else { return ClockTime(start, utcOffset: utcOffset).minuteText }
            let time = durationText(duration)
            return distance.map { "\(unit.text(of: $0)) · \(time)" } ?? time
        }

        /// The stretches as fractions of the whole, 0 ... 1, in order, for the strip.
        public var strip: [(activity: Activity, start: Double, end: Double)] {
            let whole = stretches.reduce(0) { $0 + max(0, $1.duration) }
            guard whole > 0 else { return [] }
            var from = 0.0
            return stretches.filter { $0.duration > 0 }.map { stretch in
                defer { from += stretch.duration / whole }
                return (stretch.activity, from, min(1, from + stretch.duration / whole))
            }
        }
    }

    /// A stretch of one activity.
    public struct Stretch: Sendable, Hashable {
        /// The activity that determines the colour.
        public var activity: Activity
        /// Its seconds.
        public var duration: Double

        /// Creates a stretch.
        public init(activity: Activity, duration: Double) {
            self.activity = activity
            self.duration = duration
        }
    }

    /// The sessions of a day.
    public struct Day: Sendable, Hashable {
        /// The local day on which the sessions began.
        public var date: CivilDate
        /// Its sessions, newest first.
        public var sessions: [Session]
    }

    /// Every session of the library.
    public var sessions: [Session] { didSet { entries = Self.entries(of: sessions) } }
    /// The text of the search.
    public var search = ""

    /// The sessions in the order of the list, each with its day and its searchable text. They are prepared because the
    /// list is searched after every key.
    private var entries: [(session: Session, date: CivilDate, text: String)]

    /// Creates a list. O(n log n).
    public init(_ sessions: [Session] = []) {
        self.sessions = sessions
        entries = Self.entries(of: sessions)
    }

    private static func entries(of sessions: [Session]) -> [(session: Session, date: CivilDate, text: String)] {
        sessions.map { (session: $0, date: $0.date, text: text(of: $0)) }
            .sorted { ($0.date, $0.session.start, $0.session.id) > ($1.date, $1.session.start, $1.session.id) }
    }

    /// The days with sessions that match the search, newest first. O(n).
    ///
    /// Every word must occur in the title, the day (`friday`, `november`, `2025-11-14`) or an activity, or be a span of days
    /// around the session's (`2025-11-01..2025-11-30`, `2025-11-01..`, `..2025-11-30`).
    public var days: [Day] {
        let all = search.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let spans = all.compactMap(Self.span)
        let words = all.filter { Self.span($0) == nil }
        var days: [Day] = []
        for (session, date, text) in entries
        where spans.allSatisfy({ $0.contains(date) }) && words.allSatisfy({ text.contains($0) }) {
            if days.last?.date == date {
                days[days.count - 1].sessions.append(session)
            } else {
                days.append(Day(date: date, sessions: [session]))
            }
        }
        return days
    }

    /// Returns the span of days that a word is; `nil` if it is not one.
    private static func span(_ word: String) -> ClosedRange<CivilDate>? {
        let ends = word.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, ends != ["", ""] else { return nil }
        let first = ends[0].isEmpty ? CivilDate(daysSince1970: .min) : CivilDate(ends[0])
        let last = ends[1].isEmpty ? CivilDate(daysSince1970: .max) : CivilDate(ends[1])
        guard let first, let last, first <= last else { return nil }
        return first...last
    }

    private static func text(of session: Session) -> String {
        let date = session.date
        let activities = Set(session.stretches.map(\.activity.rawValue)).joined(separator: " ")
        return "\(session.title) \(date.longText) \(date.isoText) \(activities) \(session.words)".lowercased()
    }
}
