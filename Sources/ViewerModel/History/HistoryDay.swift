public import SensorModel

/// The totals of all sessions of the library over a day or another span.
public struct HistoryDay: Sendable, Hashable {
    /// An amount, or the reason why it is missing.
    public enum Amount: Sendable, Hashable {
        /// A sensor measured the amount, which may be zero: steps, metres or floors.
        case measured(Double)
        /// Sessions cover the day, but none of them has the sensor.
        case unavailable
        /// The sensor was present, but the user had no permission to read it.
        case notPermitted
        /// No session covers the day.
        case noData

        /// The amount; `nil` if there is none.
        public var value: Double? {
            if case .measured(let value) = self { return value }
            return nil
        }
    }

    /// The counted steps, without those of rides.
    public var steps: Amount
    /// The metres, measured and estimated.
    public var distance: Amount
    /// The metres by activity, measured and estimated.
    public var distances: [Activity: Double]
    /// The floors climbed.
    public var floorsUp: Amount
    /// The floors descended.
    public var floorsDown: Amount
    /// The sessions that cover a part of the day.
    public var sessionCount: Int

    /// Creates the history of a day.
    public init(
        steps: Amount = .noData, distance: Amount = .noData, distances: [Activity: Double] = [:],
        floorsUp: Amount = .noData, floorsDown: Amount = .noData, sessionCount: Int = 0
    ) {
        self.steps = steps
        self.distance = distance
        self.distances = distances
        self.floorsUp = floorsUp
        self.floorsDown = floorsDown
        self.sessionCount = sessionCount
    }
}

/// The quantities of a history.
public enum HistoryQuantity: String, Sendable, Hashable, CaseIterable {
    /// The counted steps, without those of rides.
    case steps
    /// The distance, by activity.
    case distance
    /// Floors climbed and descended.
    case floors

    /// The name on a button.
    public var title: String {
        switch self {
        case .steps: translatable("Steps")
        case .distance: translatable("Distance")
        case .floors: translatable("Floors")
        }
    }

    /// Returns the amount of a day that determines the length of its bar.
    func amount(of day: HistoryDay) -> HistoryDay.Amount {
        switch self {
        case .steps: day.steps
        case .distance: day.distance
        case .floors: day.floorsUp
        }
    }

    /// Returns the amount of a day as text: a number with its unit, or the reason why it is missing.
    func text(of day: HistoryDay, unit: DistanceUnit) -> Phrase {
        switch amount(of: day) {
        case .unavailable: Phrase(translatable("unavailable"))
        case .notPermitted: Phrase(translatable("not permitted"))
        case .noData: Phrase(translatable("no data"))
        case .measured(let value):
            switch self {
            case .steps:
                value == 1 ? Phrase(translatable("1 step")) : Phrase(translatable("{1} steps"), decimalText(value))
            case .distance: Phrase(plain: unit.text(of: value))
            case .floors:
                Phrase(translatable("{1} up, {2} down"), decimalText(value), decimalText(day.floorsDown.value ?? 0))
            }
        }
    }
}
