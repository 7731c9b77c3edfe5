import ArgumentParser
import Foundation
import FusionCore
import Replay
import SensorModel

/// `odographctl compare`: the error of a session's track against a reference.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a session's track with another recording of the same journey.",
        discussion: """
            Finds the lag between the two clocks, up to a minute, and reports the errors of the fixes and of the \
            filtered, smoothed, and simplified track: RMS, 50 % and 95 %, and the bias along and across the \
            reference's course. The points of the reference are used unchanged. A route or a line without times is a \
            reference, too: by the distance to it.

            Examples:
              odographctl compare puck.odograph phone.gpx
              odographctl compare walk.odograph truth.ndjson --json
            """)

    @Argument(help: "The session, or any file that import accepts.", completion: .recordings)
    var file: String

    @Argument(help: "The recording or track file to compare with.", completion: .recordings)
    var reference: String

    @Flag(help: "Write one JSON object.")
    var json = false

    @OptionGroup var parameterOptions: ParameterOptions

    /// The maximum median distance, in metres, between tracks that are taken for one journey without a remark.
    private static let sameJourney = 1000.0

    func run() throws {
        let input = try SessionInput(path: file)
        let parameters = try parameterOptions.parameters(over: input.parameters)
        var engine = TuningEngine(input.recording)
        guard let run = engine.run(parameters) else { return }
        do {
            let reference = try SessionInput(path: reference)
            let report: ReferenceReport
            if let line = ReferenceLine(reference.recording) {
                report = ReferenceReport(
                    try ReferenceComparison(run, with: line), try TrackErrors(run, with: line),
                    filter: run.summary.filter)
            } else {
                report = ReferenceReport(
                    nil, try TrackErrors(run, along: reference.untimedLines),
                    filter: run.summary.filter)
            }
            print(json ? try JSONText.indented(report) : report.text)
            if let far = report.median, far > Self.sameJourney {
                let distance = String(format: "%.1f km", far / 1000)
                StandardError.write("The two are \(distance) apart (median); they may not be of the same journey.")
            }
        } catch let error as ReferenceError {
            throw CommandError("\(error)")
        }
    }
}

/// The comparison with a reference as one JSON object: metres and seconds. The figures beside the tracks are those of the
/// smoothed one.
private struct ReferenceReport: Encodable {
    struct Row: Encodable {
        let track: String
        let points: Int
        let rms: Double
        let median: Double
        let percentile95: Double
        let alongBias: Double?
        let acrossBias: Double?
        let length: Double

        init(_ row: TrackErrors.Row) {
            track = row.track.rawValue
            points = row.points
            rms = row.rootMeanSquare
            (median, percentile95) = (row.median, row.percentile95)
            (alongBias, acrossBias) = (row.alongBias, row.acrossBias)
            length = row.length
        }
    }

    let points: Int?
    let lag: Double?
    let rms: Double?
    let median: Double?
    let percentile95: Double?
    let alongBias: Double?
    let acrossBias: Double?
    let filter: String
    let tracks: [Row]
    /// The sentence about a baseline, which only the text has.
    private let remark: String?

    private enum CodingKeys: CodingKey {
        case points, lag, rms, median, percentile95, alongBias, acrossBias, filter, tracks
    }

    init(_ comparison: ReferenceComparison?, _ errors: TrackErrors, filter kind: PositionFilter.Kind) {
        (filter, remark) = (kind.rawValue, kind.remark)
        tracks = errors.rows.map(Row.init)
        let smoothed = tracks.first { $0.track == TrackErrors.Track.smoothed.rawValue }
        lag = comparison?.lag
        (points, rms) = (smoothed?.points, smoothed?.rms)
        (median, percentile95) = (smoothed?.median, smoothed?.percentile95)
        (alongBias, acrossBias) = (smoothed?.alongBias, smoothed?.acrossBias)
    }

    var text: String {
        func metres(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }
        func line(_ cells: [String]) -> String {
            cells.enumerated().map { index, cell in
                let blanks = String(repeating: " ", count: max(0, (index == 0 ? 12 : 11) - cell.count))
                return index == 0 ? cell + blanks : blanks + cell
            }.joined()
        }
        var lines: [String] = []
        if let lag {
            lines.append(String(format: "lag           %.2f s, the reference's clock is ahead if positive", lag))
        }
        lines.append(line(["metres", "points", "rms", "50 %", "95 %", "along", "across", "length"]))
        for row in tracks {
            lines.append(
                line(
                    [row.track, "\(row.points)"]
                        + [row.rms, row.median, row.percentile95, row.alongBias, row.acrossBias, row.length].map(metres)
                ))
        }
        if let remark { lines.append("filter        \(remark)") }
        lines.append("along         the mean error along the course, positive ahead; across: positive to the right")
        return lines.joined(separator: "\n")
    }
}
