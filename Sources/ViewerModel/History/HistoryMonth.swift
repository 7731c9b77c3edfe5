public import SensorModel

/// A month of days with bars of one quantity.
public struct HistoryMonth: Sendable, Hashable {
    /// A part of a bar.
    public struct Part: Sendable, Hashable {
        /// The activity that determines the colour; `nil` for none.
        public var activity: Activity?
        /// The share of the longest bar of the month, 0 ... 1.
        public var share: Double
    }

    /// One day.
    public struct Row: Sendable, Hashable {
        /// The day.
        public var date: CivilDate
        /// The parts of its bar, from the left.
        public var bar: [Part]
        /// The amount in words.
        public var text: Phrase
        /// True if there are sessions to open.
        public var hasSessions: Bool
    }

    /// The days, the first of the month first.
    public let rows: [Row]
    /// The sum of the month in words.
    public let total: Phrase

    /// The order of the parts of a bar.
    private static let order: [Activity] = [.walking, .running, .cycling, .automotive, .stationary, .unknown]

    /// Lists a month.
    /// - Parameters:
    ///   - days: The days in order.
    ///   - total: The whole month.
    ///   - quantity: The quantity that the bars show.
    ///   - unit: The unit of distances.
    public init(
        _ days: [(date: CivilDate, history: HistoryDay)], total: HistoryDay, quantity: HistoryQuantity,
        unit: DistanceUnit
    ) {
        let longest = days.compactMap { quantity.amount(of: $0.history).value }.max() ?? 0
        rows = days.map { date, history in
            Row(
                date: date, bar: Self.bar(of: history, quantity, longest: longest),
                text: quantity.text(of: history, unit: unit), hasSessions: history.sessionCount > 0)
        }
        self.total = quantity.text(of: total, unit: unit)
    }

    private static func bar(of day: HistoryDay, _ quantity: HistoryQuantity, longest: Double) -> [Part] {
        guard longest > 0, let value = quantity.amount(of: day).value, value > 0 else { return [] }
        guard quantity == .distance else { return [Part(activity: nil, share: value / longest)] }
        let known = order.compactMap { activity in
            day.distances[activity].flatMap { $0 > 0 ? (activity: activity, metres: $0) : nil }
        }
        let sum = known.reduce(0) { $0 + $1.metres }
        guard sum > 0 else { return [Part(activity: .unknown, share: value / longest)] }
        // Moves exclude the distance walked during stops, so the parts are scaled to the whole bar.
        return known.map { Part(activity: $0.activity, share: $0.metres / sum * value / longest) }
    }
}

extension CivilDate {
    /// The first day of its month.
    public var firstOfMonth: CivilDate { CivilDate(daysSince1970: daysSince1970 - day + 1) }
    /// The first day of the month after its own.
    public var nextMonth: CivilDate { CivilDate(daysSince1970: firstOfMonth.daysSince1970 + 31).firstOfMonth }
    /// The first day of the month before its own.
    public var previousMonth: CivilDate { CivilDate(daysSince1970: firstOfMonth.daysSince1970 - 1).firstOfMonth }

    /// All days of its month, in order.
    public var daysOfMonth: [CivilDate] {
        (firstOfMonth.daysSince1970..<nextMonth.daysSince1970).map(CivilDate.init(daysSince1970:))
    }
}
