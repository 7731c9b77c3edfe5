import FusionCore
public import Replay
public import SensorModel

/// A table of the tracks on the map: a column for each track, a row for each figure.
public struct TrackTable: Sendable, Equatable {
    /// A track with its figures.
    public struct Column: Sendable, Equatable {
        /// The layer of the map.
        public let kind: TrackKind
        /// The set of parameters that the track has, while two are compared.
        public let set: ParameterSets.Name?
        let parameters: Parameters?
        let run: RunFigures?
        let rejectedCount, points: Int?
        let length, duration, offset: Double?
        let errors: ReferenceComparison.Figures?

        /// Measures a track. O(n).
        /// - Parameters:
        ///   - kind: The layer of the map.
        ///   - line: Its points; `nil` if it has too few.
        ///   - offset: The seconds by which its clock is ahead of the session's; `nil` for a track of the session.
        ///   - errors: Its comparison with the truth; `nil` if there is none.
        ///   - run: The run that it belongs to; `nil` for another track.
        ///   - set: The set of parameters of that run, while two are compared.
        ///   - isMain: Whether it stands for the run, and has the figures of all its stages.
        public init(
            _ kind: TrackKind, _ line: ReferenceLine?, offset: Double? = nil, errors: ReferenceComparison?,
            run: SessionRun? = nil, set: ParameterSets.Name? = nil, isMain: Bool = false
        ) {
            (self.kind, self.set, self.offset) = (kind, set, offset)
            (points, duration) = (line?.count, line?.duration)
            self.run = isMain ? run.map(RunFigures.init) : nil
            // The distance of a run is the same everywhere.
            length = self.run?.summary.distance ?? line?.length
            self.errors = errors?.figures
            (parameters, rejectedCount) = (isMain ? run?.parameters : nil, run?.summary.rejectedCount)
        }
    }

    /// A figure of all tracks.
    public struct Row: Sendable, Hashable {
        /// The figure.
        public var title: Phrase
        /// The value of each track.
        public var values: [String]
        /// The meaning of the figure; `nil` if the title says it.
        public var help: Phrase?
        /// Whether the figure is of interest even if only one track has it.
        var isMain = false

        /// Whether two tracks have different values.
        public var differs: Bool { Set(known).count > 1 }
        private var known: [String] { values.filter { $0 != missingText } }
        /// Whether the row says something about the tracks.
        var isWorthShowing: Bool { differs || isMain && known.count == 1 }
    }

    /// The tracks, in the order of the columns.
    public let columns: [Column]
    /// The parameters in which two sets differ: title and meaning, and the values in the columns of the sets.
    public let parameters: [Row]

    /// Creates the table of some tracks.
    public init(_ columns: [Column]) {
        self.columns = columns
        let sets = columns.compactMap(\.parameters)
        parameters = Parameters.table.compactMap { entry in
            let values = sets.compactMap { $0.value(of: entry.name) }
            guard values.count > 1, Set(values.map { ParameterScale.text(of: $0, entry.unit) }).count > 1 else {
                return nil
            }
            let stage = TunePanel.title(of: String(entry.name.prefix { $0 != "." }))
            return Row(
                title: Phrase("{1}: {2}", [Phrase(parameterTitle: stage), Phrase(parameterTitle: entry.title)]),
                values: columns.map {
                    $0.parameters?.value(of: entry.name).map { ParameterScale.text(of: $0, entry.unit) } ?? missingText
                }, help: Phrase(parameterTitle: entry.meaning))
        }
    }

    /// Returns the rows that say something: figures that differ, and the main ones that only one track has.
    /// - Parameter unit: The unit of speeds, and of the distances that go with it.
    public func rows(in unit: SpeedUnit) -> [Row] { all(in: unit).filter(\.isWorthShowing) }

    /// Returns the rows of figures that several tracks have, equal in each.
    public func equalRows(in unit: SpeedUnit) -> [Row] {
        all(in: unit).filter { row in !row.differs && row.values.count { $0 != missingText } > 1 }
    }

    private func all(in unit: SpeedUnit) -> [Row] {
        func row(_ title: String, isMain: Bool = false, _ text: (Column) -> String?) -> Row {
            Row(title: Phrase(title), values: columns.map { text($0) ?? missingText }, isMain: isMain)
        }
        func run(_ title: String, isMain: Bool = false, _ text: (RunFigures) -> String?) -> Row {
            row(title, isMain: isMain) { $0.run.flatMap(text) }
        }
        func short(_ metres: Double?) -> String { unit.distanceUnit.shortText(of: metres) }
        func noise(_ speed: Double?) -> String? {
            speed.flatMap(unit.axis.value(of:)).map { "\(decimalText($0, decimals: 3)) \(unit.axis.symbol)" }
        }
        func error(_ title: String, _ metres: (ReferenceComparison.Figures) -> Double?) -> Row {
            row(title, isMain: true) {
                $0.errors.flatMap(metres).map { unit.distanceUnit.smallText(of: $0, decimals: 2) }
            }
        }
        let figures = [
            row(translatable("Distance"), isMain: true) { unit.distanceUnit.text(of: $0.length) },
            run(translatable("Estimated distance")) { unit.distanceUnit.text(of: $0.summary.estimatedDistance) },
            row(translatable("Mean speed"), isMain: true) { column in
                guard let length = column.length, let seconds = column.duration, seconds > 0 else { return nil }
                return unit.text(of: length / seconds)
            },
            row(translatable("Points"), isMain: true) { $0.points.map(countText) },
            row(translatable("Rejected"), isMain: true) { $0.rejectedCount.map(countText) },
            row(translatable("Clock ahead by"), isMain: true) { $0.offset.map { "\(decimalText($0, decimals: 2)) s" } },
            error(translatable("RMS error"), \.rootMeanSquare), error(translatable("50 % within"), \.median),
            error(translatable("95 % within"), \.percentile95), error(translatable("Bias ahead"), \.alongBias),
            error(translatable("Bias to the right"), \.acrossBias),
            run(translatable("Filtered points")) { countText($0.filteredPoints) },
            run(translatable("Simplified points")) { countText($0.summary.simplifiedPoints) },
            run(translatable("Mean deviation, filtered")) { short($0.meanDeviation) },
            run(translatable("Largest deviation, filtered")) { short($0.maximumDeviation) },
            run(translatable("Mean deviation, smoothed")) { short($0.meanSmoothedDeviation) },
            run(translatable("Innovation (2 is right)"), isMain: true) {
                $0.summary.normalizedInnovationSquared.map { decimalText($0, decimals: 2) }
            },
            run(translatable("Speed noise")) { noise($0.speedNoise) },
            run(translatable("Speed estimated")) {
                $0.estimatedShare.map { "\(decimalText($0 * 100, decimals: 1)) %" }
            },
            run(translatable("Fastest")) { unit.text(of: $0.summary.maximumSpeed) },
            run(translatable("Stops")) { countText($0.stops) },
            run(translatable("Steps")) { countText($0.summary.steps) },
            run(translatable("Fixes")) { countText($0.summary.fixes) },
        ]
        return figures
            + FixVerdict.Rejection.allCases.compactMap { reason in
                guard columns.contains(where: { $0.run?.summary.rejected[reason] ?? 0 > 0 }) else { return nil }
                let counts = columns.map { $0.run.map { countText($0.summary.rejected[reason] ?? 0) } ?? missingText }
                return Row(title: Phrase(translatable("Rejected: {1}"), [Phrase(reason.title)]), values: counts)
            }
    }
}
