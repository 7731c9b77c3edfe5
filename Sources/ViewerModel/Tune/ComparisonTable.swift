import FusionCore
public import Replay

/// Two runs of one recording side by side, in words.
public struct ComparisonTable: Sendable, Hashable {
    /// One quantity of both runs.
    public struct Row: Sendable, Hashable {
        /// What it is.
        public var title: String
        /// The first run's value.
        public var first: String
        /// The second run's value.
        public var second: String
        /// True where the two differ in what is shown.
        public var differs: Bool { first != second }
    }

    /// The rows.
    public let rows: [Row]
    /// The parameters in which the runs differ: name, first and second value.
    public let parameters: [Row]

    /// Compares two runs.
    public init(_ first: SessionRun, _ second: SessionRun, unit: SpeedUnit = .kilometresPerHour) {
        let figures = (RunFigures(first), RunFigures(second))
        func row(_ title: String, _ text: (RunFigures) -> String) -> Row {
            Row(title: title, first: text(figures.0), second: text(figures.1))
        }
        func metres(_ value: Double?) -> String {
            value.map { "\(decimalText($0, decimals: $0 < 9.95 ? 2 : 1)) m" } ?? missingText
        }
        var rows = [
            row(translatable("Distance")) { unit.distanceUnit.text(of: $0.distance) },
            row(translatable("Estimated distance")) { unit.distanceUnit.text(of: $0.estimatedDistance) },
            row(translatable("Filtered points")) { "\($0.filteredPoints)" },
            row(translatable("Simplified points")) { "\($0.simplifiedPoints)" },
            row(translatable("Mean deviation from raw")) { metres($0.meanDeviation) },
            row(translatable("Largest deviation from raw")) { metres($0.maximumDeviation) },
            row(translatable("Mean deviation, smoothed")) { metres($0.meanSmoothedDeviation) },
            row(translatable("Innovation (2 is right)")) {
                $0.normalizedInnovationSquared.map { decimalText($0, decimals: 2) } ?? missingText
            },
            row(translatable("Speed noise")) {
                $0.speedNoise.map { "\(decimalText($0, decimals: 3)) m/s" } ?? missingText
            },
            row(translatable("Speed estimated")) {
                $0.estimatedShare.map { "\(decimalText($0 * 100, decimals: 1)) %" } ?? missingText
            },
            row(translatable("Fastest")) { unit.text(of: $0.fastestSpeed) },
            row(translatable("Stops")) { "\($0.stops)" },
            row(translatable("Steps")) { "\($0.steps)" },
            row(translatable("Fixes")) { "\($0.attempts)" },
        ]
        for reason in FixVerdict.Rejection.allCases {
            let counts = (figures.0.rejected[reason] ?? 0, figures.1.rejected[reason] ?? 0)
            guard counts != (0, 0) else { continue }
            rows.append(Row(title: "Rejected: \(reason.title)", first: "\(counts.0)", second: "\(counts.1)"))
        }
        self.rows = rows
        parameters = Parameters.table.compactMap { entry in
            guard let one = first.parameters.value(of: entry.name), let other = second.parameters.value(of: entry.name),
                one != other
            else { return nil }
            return Row(title: entry.name, first: "\(one)", second: "\(other)")
        }
    }
}
