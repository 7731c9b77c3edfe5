import FusionCore
public import Replay
public import SensorModel

/// A table that compares two runs of one recording.
public struct ComparisonTable: Sendable, Hashable {
    /// One quantity of both runs.
    public struct Row: Sendable, Hashable {
        /// The quantity.
        public var title: Phrase
        /// The first run's value.
        public var first: String
        /// The second run's value.
        public var second: String
        /// What it means; `nil` if the title says it.
        public var help: Phrase?
        /// True if the displayed values differ.
        public var differs: Bool { first != second }
    }

    /// The parameters in which the runs differ: title and meaning, first and second value.
    public let parameters: [Row]

    private let first: RunFigures
    private let second: RunFigures

    /// Compares two runs. O(n).
    public init(_ first: SessionRun, _ second: SessionRun) {
        self.first = RunFigures(first)
        self.second = RunFigures(second)
        parameters = Parameters.table.compactMap { entry in
            guard let one = first.parameters.value(of: entry.name), let other = second.parameters.value(of: entry.name),
                one != other
            else { return nil }
            let stage = TunePanel.title(of: String(entry.name.prefix { $0 != "." }))
            return Row(
                title: Phrase("{1}: {2}", [Phrase(parameterTitle: stage), Phrase(parameterTitle: entry.title)]),
                first: ParameterScale.text(of: one, entry.unit), second: ParameterScale.text(of: other, entry.unit),
                help: Phrase(parameterTitle: entry.meaning))
        }
    }

    /// Returns the rows.
    /// - Parameter unit: The unit of speeds, and of the distances that go with it.
    public func rows(in unit: SpeedUnit) -> [Row] {
        func row(_ title: String, _ text: (RunFigures) -> String) -> Row {
            Row(title: Phrase(title), first: text(first), second: text(second))
        }
        func short(_ metres: Double?) -> String {
            let unit = unit.distanceUnit
            return unit.smallText(of: metres, decimals: (metres ?? 0) < 9.95 * unit.small.metres ? 2 : 1)
        }
        func noise(_ speed: Double?) -> String {
            let value = speed.flatMap(unit.axis.value(of:))
            return value.map { "\(decimalText($0, decimals: 3)) \(unit.axis.symbol)" } ?? missingText
        }
        let figures = [
            row(translatable("Distance")) { unit.distanceUnit.text(of: $0.summary.distance) },
            row(translatable("Estimated distance")) { unit.distanceUnit.text(of: $0.summary.estimatedDistance) },
            row(translatable("Filtered points")) { "\($0.filteredPoints)" },
            row(translatable("Simplified points")) { "\($0.summary.simplifiedPoints)" },
            row(translatable("Mean deviation, filtered")) { short($0.meanDeviation) },
            row(translatable("Largest deviation, filtered")) { short($0.maximumDeviation) },
            row(translatable("Mean deviation, smoothed")) { short($0.meanSmoothedDeviation) },
            row(translatable("Innovation (2 is right)")) {
                $0.summary.normalizedInnovationSquared.map { decimalText($0, decimals: 2) } ?? missingText
            },
            row(translatable("Speed noise")) { noise($0.speedNoise) },
            row(translatable("Speed estimated")) {
                $0.estimatedShare.map { "\(decimalText($0 * 100, decimals: 1)) %" } ?? missingText
            },
            row(translatable("Fastest")) { unit.text(of: $0.summary.maximumSpeed) },
            row(translatable("Stops")) { "\($0.stops)" },
            row(translatable("Steps")) { "\($0.summary.steps)" },
            row(translatable("Fixes")) { "\($0.summary.fixes)" },
        ]
        return figures + rejections
    }

    /// The number of rejected fixes for each reason that occurs.
    private var rejections: [Row] {
        FixVerdict.Rejection.allCases.compactMap { reason in
            let counts = (first.summary.rejected[reason] ?? 0, second.summary.rejected[reason] ?? 0)
            guard counts != (0, 0) else { return nil }
            return Row(
                title: Phrase(translatable("Rejected: {1}"), [Phrase(reason.title)]), first: countText(counts.0),
                second: countText(counts.1))
        }
    }
}
