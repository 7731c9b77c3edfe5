import ArgumentParser
import Foundation
import Replay

/// `odographctl compare`: the error of a session's track against a reference.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a session's track with another recording of the same journey.",
        discussion: """
            Finds the lag between the two clocks, up to a minute, and reports the error of the smoothed track: RMS, \
            50 % and 95 %, and the bias along and across the reference's course. The points of the reference are used \
            unchanged.
            """)

    @Argument(help: "The session, or any file that import accepts.")
    var file: String

    @Argument(help: "The recording or track file to compare with.")
    var reference: String

    @Flag(help: "Write one JSON object.")
    var json = false

    @OptionGroup var parameterOptions: ParameterOptions

    func run() throws {
        let input = try SessionInput(path: file)
        let parameters = try parameterOptions.parameters(over: input.parameters)
        var engine = TuningEngine(input.recording)
        guard let run = engine.run(parameters) else { return }
        do {
            guard let line = ReferenceLine(try SessionInput(path: reference).recording) else {
                throw ReferenceError.noLine
            }
            let report = ReferenceReport(try ReferenceComparison(run, with: line))
            print(json ? try JSONText.indented(report) : report.text)
        } catch let error as ReferenceError {
            throw CommandError("\(error)")
        }
    }
}

/// The comparison with a reference as one JSON object: metres and seconds.
private struct ReferenceReport: Encodable {
    let points: Int
    let lag: Double
    let rms: Double
    let median: Double
    let percentile95: Double
    let alongBias: Double?
    let acrossBias: Double?

    init(_ comparison: ReferenceComparison) {
        points = comparison.errors.count
        lag = comparison.lag
        rms = comparison.rootMeanSquare
        median = comparison.median
        percentile95 = comparison.percentile95
        alongBias = comparison.alongBias
        acrossBias = comparison.acrossBias
    }

    var text: String {
        func metres(_ value: Double?) -> String { value.map { String(format: "%.2f m", $0) } ?? "unknown" }
        return """
            points        \(points)
            lag           \(String(format: "%.2f s", lag)), the reference's clock is ahead if positive
            rms           \(metres(rms))
            50 %          \(metres(median))
            95 %          \(metres(percentile95))
            bias along    \(metres(alongBias)), positive ahead
            bias across   \(metres(acrossBias)), positive to the right
            """
    }
}
