public import Replay
public import SensorModel

/// The effect of the last change of parameters on the predictions of the fixes, as a small table.
public struct ResidualTable: Sendable, Hashable {
    /// A figure before and after the change.
    public struct Row: Sendable, Hashable {
        /// The figure's name.
        public let title: Phrase
        /// Its meaning.
        public let help: Phrase
        /// Its value before the change; `nil` if it is unknown or looks the same.
        public let before: String?
        /// Its value now.
        public let after: String
        /// Whether it is better or worse than before.
        public let verdict: HiddenPredictions.Verdict
    }

    /// The conclusion in one sentence.
    public let headline: Phrase
    /// The conclusion.
    public let verdict: HiddenPredictions.Verdict
    /// The figures.
    public let rows: [Row]

    /// The minimum relative change of a figure that counts as one.
    private static let leastChange = 0.02

    /// Describes a change.
    /// - Parameters:
    ///   - now: The innovations with the parameters in force.
    ///   - before: The innovations before the change; `nil` if there was none.
    ///   - hidden: The predictions of hidden fixes before the change and now, as far as they are known.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    public init(
        _ now: ResidualFigures, before: ResidualFigures?,
        hidden: (before: HiddenPredictions?, now: HiddenPredictions?), in unit: SpeedUnit
    ) {
        let conclusion = before == nil ? nil : hidden.before.flatMap { hidden.now?.verdict(from: $0) }
        verdict = conclusion ?? .undecided
        headline = Phrase(Self.sentence(on: conclusion))
        func metres(_ value: Double) -> String { unit.distanceUnit.shortText(of: value) }
        func number(_ value: Double) -> String { decimalText(value, decimals: 2) }
        let fixed = [
            Self.row(
                Phrase(translatable("Miss of the next fix")),
                translatable("The median distance of a fix from where the filter expected it"), before?.miss, now.miss,
                metres, cost: { $0 }),
            Self.row(
                Phrase(translatable("Innovation (2 is right)")),
                translatable(
                    "Above 2, the fixes lie further from their predictions than the filter expected: it trusts itself too much. Below 2, it trusts itself too little."
                ), before?.size, now.size, number, cost: { max($0 / 2, 2 / max($0, 1e-9)) - 1 }),
            Self.row(
                Phrase(translatable("Correlation (0 is right)")),
                translatable(
                    "How much one innovation is like the next. Above 0, the track lags behind the fixes; below 0, it follows their noise."
                ), before?.correlation, now.correlation, number, cost: { abs($0) }),
        ]
        let hiddenRow = hidden.now?.miss.map { miss in
            Self.row(
                Phrase(translatable("Miss after {1} without fixes"), durationText(HiddenPredictions.missDuration)),
                translatable(
                    "The median distance of a fix from where the filter expected it, after fixes were hidden from it that long"
                ), before == nil ? nil : hidden.before?.miss, miss, metres, cost: { $0 })
        }
        rows = fixed + [hiddenRow].compactMap { $0 }
    }

    private static func sentence(on conclusion: HiddenPredictions.Verdict?) -> String {
        switch conclusion {
        case nil: translatable("How well the fixes are predicted")
        case .better: translatable("The fixes are predicted better than before")
        case .worse: translatable("The fixes are predicted worse than before")
        case .undecided: translatable("The fixes do not show which is better")
        }
    }

    /// Returns the row of a figure.
    /// - Parameter cost: Returns how bad a value is.
    private static func row(
        _ title: Phrase, _ help: String, _ before: Double?, _ after: Double, _ text: (Double) -> String,
        cost: (Double) -> Double
    ) -> Row {
        var (earlier, verdict) = (before.map(text), HiddenPredictions.Verdict.undecided)
        if earlier == text(after) { earlier = nil }
        if let before, earlier != nil {
            let (old, new) = (cost(before), cost(after))
            if abs(old - new) > leastChange * max(old, new) { verdict = old > new ? .better : .worse }
        }
        return Row(title: title, help: Phrase(help), before: earlier, after: text(after), verdict: verdict)
    }
}
