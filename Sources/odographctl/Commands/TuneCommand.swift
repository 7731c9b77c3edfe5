import ArgumentParser
import Foundation
import FusionCore
import Geodesy
import Replay
import SensorModel

/// `odographctl tune`: finds parameters that bring a track closer to a reference, or that make the filter consistent.
struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Searches parameters against a reference track, or for filter consistency.",
        discussion: """
            With --reference the mean distance of the smoothed track to the reference line counts; with --self the \
            likelihood of the fixes under the filter. Writes one JSON object: the costs and the changed parameters.
            """)

    @Argument(help: "The session.")
    var session: String

    @Option(help: ArgumentHelp("A track of where it really was.", valueName: "file"))
    var reference: String?

    @Flag(name: .customLong("self"), help: "Looks for filter consistency.")
    var bySelf = false

    @Option(
        name: .customLong("parameter"),
        help: ArgumentHelp("A parameter to vary; may be repeated.", valueName: "name"))
    var names: [String] = []

    @OptionGroup var parameterOptions: ParameterOptions

    func validate() throws {
        guard bySelf != (reference != nil) else {
            throw ValidationError("Give either --reference FILE or --self.")
        }
        for name in names {
            guard let entry = Parameters.entry(named: name) else {
                throw ValidationError(ParameterError.unknownName(name).description)
            }
            guard case .number = entry.domain else {
                throw ValidationError("“\(name)” is no number; only numbers can be searched.")
            }
        }
    }

    func run() throws {
        let input = try SessionInput(path: session)
        let start = try parameterOptions.parameters(over: input.parameters)
        let recording = input.recording
        let cost = try cost(over: recording)
        let startCost = cost(start)
        guard startCost.isFinite else {
            throw CommandError("“\(session)” holds no fix that a filter could be tuned by.")
        }
        var search = ParameterSearch(
            names: names.isEmpty ? ParameterSearch.usualNames : names, start: start, cost: startCost)
        search.run(cost, note: { name, value, cost in StandardError.write("\(name) = \(value): \(cost)") })
        let result = TuneResult(
            criterion: bySelf ? "negativeLogLikelihood" : "meanDistance", before: startCost, after: search.cost,
            normalizedInnovationSquared: FinishedTrack(events: recording.events, parameters: search.best).summary
                .normalizedInnovationSquared,
            evaluations: search.evaluations, parameters: search.best.changes)
        print(try JSONText.indented(result))
    }

    private func cost(over recording: Recording) throws -> (Parameters) -> Double {
        guard let reference else {
            return { parameters in
                var core = FusionCore(parameters: parameters)
                for event in recording.events { core.consume(event) { _ in } }
                return core.consistency.negativeLogLikelihood ?? .infinity
            }
        }
        let line = try SessionInput(path: reference).recording.events.compactMap { event -> Coordinate? in
            if case .fix(let fix) = event.payload { fix.coordinate } else { nil }
        }
        guard let track = ReferenceTrack(line) else {
            throw CommandError("“\(reference)” has no line to compare with: it needs at least two points with times.")
        }
        return { track.meanDistance(of: FinishedTrack(events: recording.events, parameters: $0).smoothed) }
    }
}

/// The result of a search.
private struct TuneResult: Encodable {
    let criterion: String
    let before: Double
    let after: Double
    let normalizedInnovationSquared: Double?
    let evaluations: Int
    let parameters: [String: ParameterValue]
}
