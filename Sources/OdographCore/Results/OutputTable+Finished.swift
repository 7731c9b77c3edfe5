import FusionCore
import Geometry
import SensorModel

/// The results of the passes over the whole session.
extension OutputTable {
    static let finished: [OutputTable] = [
        OutputTable("smoothed", empty: [], \.track.smoothed) { positionColumns(of: $0, \.self) },
        OutputTable("simplified", empty: [], \.track.simplified) { row in
            positionColumns(of: row, \.estimate) + [row.word("activity", \.activity)]
        },
        OutputTable("activity", empty: [], \.track.activities) { row in
            [
                row.integer("time", unit: "ns") { $0.time.nanoseconds },
                row.integer("until", unit: "ns") { $0.until.nanoseconds }, row.word("activity", \.activity),
                row.word("confidence", \.confidence), row.number("probability", \.probability),
                row.flag("isStated", \.isStated), row.word("vehicle", \.vehicle),
            ]
        },
        OutputTable("storyline", empty: [], \.track.day.items, columns: storylineColumns),
        OutputTable("finishedWorkout", empty: [], \.track.day.workouts) { row in
            [
                row.integer("start", unit: "ns") { $0.start.nanoseconds },
                row.integer("end", unit: "ns") { $0.end.nanoseconds }, row.word("activity", \.activity),
                row.word("confidence", \.confidence), row.flag("isStated", \.isStated),
                row.integer("steps") { $0.steps.map(Int64.init) }, row.number("distance", unit: "m", \.distance),
                row.number("estimatedDistance", unit: "m", \.estimatedDistance),
                row.number("movingTime", unit: "s", \.movingTime),
            ]
        },
    ]

    private static func storylineColumns(of row: OutputRows<[StorylineItem]>) -> [OutputColumn] {
        [
            row.word("kind", StorylineKind.init), row.integer("start", unit: "ns") { $0.start.nanoseconds },
            row.integer("end", unit: "ns") { $0.end.nanoseconds },
            row.number("latitude", unit: "degrees") { $0.stop?.coordinate.latitude },
            row.number("longitude", unit: "degrees") { $0.stop?.coordinate.longitude },
            row.number("radius", unit: "m") { $0.stop?.radius }, row.text("name") { $0.stop?.name },
            row.word("activity") { $0.move?.activity },
            row.number("distance", unit: "m") { $0.stop?.distance ?? $0.move?.distance },
            row.number("estimatedDistance", unit: "m") { $0.stop?.estimatedDistance ?? $0.move?.estimatedDistance },
            row.integer("steps") { ($0.stop?.steps ?? $0.move?.steps).map(Int64.init) },
            row.integer("floorsUp") { ($0.stop?.floorsUp ?? $0.move?.floorsUp).map(Int64.init) },
            row.integer("floorsDown") { ($0.stop?.floorsDown ?? $0.move?.floorsDown).map(Int64.init) },
            row.word("confidence") { $0.move?.confidence }, row.flag("isStated") { $0.move?.isStated ?? false },
            row.text("sport") { $0.move?.sport }, row.word("vehicle") { $0.move?.vehicle },
        ]
    }

    /// Totals, rejected fixes, findings about receivers, and the parameters.
    static let totals: [OutputTable] = [
        OutputTable("summary", empty: [], { [$0.track.summary] }, columns: summaryColumns),
        OutputTable("rejected", empty: [], { rejections(of: $0.track.summary) }) { row in
            [row.word("reason", \.reason), row.integer("count") { Int64($0.count) }]
        },
        OutputTable("receiver", empty: [], \.track.summary.receivers) { row in
            [
                row.integer("device") { Int64($0.device.rawValue) }, row.number("white", unit: "m", \.white),
                row.number("wander", unit: "m", \.wander), row.number("speedLag", unit: "s", \.speedLag),
                row.number("speedScale", \.speedScale), row.number("error", unit: "m", \.error),
            ]
        },
        OutputTable(always: "parameters", parameterRows(of:)) { row in
            [
                row.text("name", \.entry.name), row.text("value", \.value), row.text("default", \.usual),
                row.text("unit", \.entry.unit),
                row.number("minimum") { $0.range?.lowerBound }, row.number("maximum") { $0.range?.upperBound },
                row.text("choices", \.choices), row.text("title", \.entry.title), row.text("meaning", \.entry.meaning),
                row.text("source", \.entry.source), row.word("tier") { ParameterKind(rawValue: "\($0.entry.tier)") },
            ]
        },
    ]

    private static func summaryColumns(of row: OutputRows<[Summary]>) -> [OutputColumn] {
        SummaryFigure.all.map { figure in
            figure.isCount
                ? row.integer("\(figure.name)") { figure.value($0).map { Int64(Int(nearest: $0)) } }
                : row.number("\(figure.name)", unit: figure.unit, figure.value)
        } + [
            row.word("filter", \.filter), row.word("distanceAvailability", \.distanceAvailability),
            row.word("stepsAvailability", \.stepsAvailability), row.word("floorsAvailability", \.floorsAvailability),
        ]
    }

    private struct Rejected: Sendable {
        let reason: FixVerdict.Rejection
        let count: Int
    }

    private static func rejections(of summary: Summary) -> [Rejected] {
        FixVerdict.Rejection.allCases.compactMap { reason in
            summary.rejected[reason].map { Rejected(reason: reason, count: $0) }
        }
    }

    private static func parameterRows(of material: Material) -> [ParameterRow] {
        let usual = Parameters()
        return Parameters.table.map { ParameterRow($0, of: material.parameters, usual: usual) }
    }
}

/// The kind of a storyline item.
enum StorylineKind: String, CaseIterable, Sendable {
    case stop, move, gap

    init(_ item: StorylineItem) {
        switch item {
        case .stop: self = .stop
        case .move: self = .move
        case .gap: self = .gap
        }
    }
}

/// The audience of a parameter.
enum ParameterKind: String, CaseIterable, Sendable {
    case essential, tunable, coefficient
}

extension StorylineItem {
    fileprivate var stop: Stop? { if case .stop(let stop) = self { stop } else { nil } }
    fileprivate var move: Move? { if case .move(let move) = self { move } else { nil } }
}

/// A parameter with its value in a run.
private struct ParameterRow: Sendable {
    let entry: ParameterEntry<Parameters>
    let value: String?
    let usual: String?
    let range: ClosedRange<Double>?
    /// The words that the parameter accepts, separated by commas.
    let choices: String?

    init(_ entry: ParameterEntry<Parameters>, of parameters: Parameters, usual: Parameters) {
        self.entry = entry
        value = parameters.value(of: entry.name)?.description
        self.usual = usual.value(of: entry.name)?.description
        switch entry.domain {
        case .number(let range): (self.range, choices) = (range, nil)
        case .choice(let words): (range, choices) = (nil, words.joined(separator: ","))
        case .toggle: (range, choices) = (nil, "true,false")
        }
    }
}
