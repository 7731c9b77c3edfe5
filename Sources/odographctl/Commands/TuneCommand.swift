import ArgumentParser
import Foundation
import FusionCore
import Geometry
import Replay
import SensorModel

/// `odographctl tune`: finds parameters that bring a track closer to a reference, or that foretell hidden fixes.
struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Search for parameters that fit reference tracks, or that foretell hidden fixes.",
        discussion: """
            With --reference the mean distance of the smoothed track to the reference line counts, which may be a route or a line \
            without times. With --self, blocks of \
            fixes are hidden, and the likelihood of the fix after each counts; unless other parameters are clearly better, the \
            verdict is keepDefaults, and nothing is changed. Writes one JSON object: the costs and the changed parameters.

            With several sessions, give --reference once for each, in the same order. The RMS error at the same \
            instants counts then, relative to that before, so that no session decides alone. The search is repeated \
            without each session in turn, and the error of the session left out shows whether the parameters suit other \
            journeys (generalises) or these only (overfits). Ctrl+C ends the search of one session with the best parameters so \
            far.

            Examples:
              odographctl tune walk.odograph --self
              odographctl tune puck.odograph --reference phone.gpx --text
            """)

    @Argument(
        help: ArgumentHelp("The session; several are fitted together.", valueName: "session"), completion: .recordings)
    var sessions: [String]

    @Option(
        name: .customLong("reference"),
        help: ArgumentHelp("The true track; once for each session.", valueName: "file"))
    var references: [String] = []

    @Flag(name: .customLong("self"), help: "Search by hidden fixes.")
    var bySelf = false

    @Flag(help: "Write a table instead of JSON.")
    var text = false

    @Option(
        name: .customLong("parameter"),
        help: ArgumentHelp("A parameter to vary; may be repeated.", valueName: "name"),
        completion: .list(Parameters.table.map(\.name)))
    var names: [String] = []

    @OptionGroup var parameterOptions: ParameterOptions

    @OptionGroup var progressOptions: ProgressOptions

    func validate() throws {
        guard bySelf == references.isEmpty else {
            throw ValidationError("Give either --reference FILE or --self.")
        }
        guard !bySelf || sessions.count == 1 else {
            throw ValidationError("Give one session with --self, because filters are judged one at a time.")
        }
        guard bySelf || references.count == sessions.count else {
            throw ValidationError(
                "There are \(sessions.count) sessions and \(references.count) references: give --reference FILE once "
                    + "for each session, in the same order.")
        }
        for name in names {
            guard let entry = Parameters.entry(named: name) else {
                throw ValidationError(ParameterError.unknownName(name).sentence)
            }
            guard case .number = entry.domain else {
                throw ValidationError("“\(name)” is not a number; only numbers can be varied.")
            }
        }
    }

    func run() throws {
        Interruption.watch()
        let names = names.isEmpty ? ParameterSearch.usualNames : names
        if sessions.count > 1 {
            let fit = JointTuning(sessions: Array(zip(sessions, references)), names: names)
            let report: JointReport
            do {
                report = try fit.report(startingWith: parameterOptions, progressOptions.line("tune"))
            } catch is CancellationError {
                StandardError.write("Cancelled; a search over several sessions has no result before its end.")
                throw ExitCode.interrupted
            }
            return print(text ? report.text : try JSONText.indented(report))
        }
        for session in sessions {
            let result = try result(of: session, varying: names)
            print(text ? result.text : try JSONText.indented(result))
        }
        if Interruption.isRequested {
            StandardError.write("Interrupted: these are the best parameters so far.")
            throw ExitCode.interrupted
        }
    }

    /// The words that set parameters in another command, one in a line.
    static func flags(of parameters: [String: ParameterValue]) -> [String] {
        parameters.sorted { $0.key < $1.key }.map { "--set \($0.key)=\($0.value)" }
    }

    /// Searches over one session.
    private func result(of session: String, varying names: [String]) throws -> TuneResult {
        let input = try SessionInput(path: session)
        let start = try parameterOptions.parameters(over: input.parameters)
        let recording = input.recording
        if bySelf { return try self.result(of: recording, named: session, startingWith: start, varying: names) }
        let cost = try cost(over: recording)
        let startCost = cost(start)
        guard startCost.isFinite else {
            throw CommandError("“\(session)” contains no fixes for tuning a filter.")
        }
        var search = ParameterSearch(names: names, start: start, cost: startCost)
        var progress = progressOptions.line("tune")
        var best = startCost
        search.run(
            cost, isCancelled: { Interruption.isRequested }, report: { best = $2 },
            advance: { progress.show($0, String(format: "%.3f m, %.3f m before", best, startCost)) })
        progress.clear()
        return TuneResult(
            "meanDistance", before: startCost, after: search.cost, evaluations: search.evaluations, search.best,
            recording)
    }

    /// Searches by hidden fixes of a session.
    private func result(
        of recording: Recording, named session: String, startingWith start: Parameters, varying names: [String]
    ) throws -> TuneResult {
        guard
            let found = HiddenBlocks(recording)?.search(
                from: start, varying: names, isCancelled: { Interruption.isRequested })
        else {
            throw CommandError("“\(session)” has too few fixes: hiding some of them takes a minute at least.")
        }
        return TuneResult(
            "negativeLogLikelihood", before: found.before, after: found.after, evaluations: found.evaluations,
            found.parameters, recording, verdict: found.verdict)
    }

    private func cost(over recording: Recording) throws -> (Parameters) -> Double {
        let reference = try SessionInput(path: references[0])
        let line = reference.recording.events.compactMap { event -> Coordinate? in
            if case .fix(let fix) = event.payload { fix.coordinate } else { nil }
        }
        guard let track = ReferenceTrack([line]) ?? ReferenceTrack(reference.untimedLines) else {
            throw CommandError("“\(references[0])” has no line to compare with: it needs at least two points.")
        }
        return { track.meanDistance(of: FinishedTrack(events: recording.events, parameters: $0).smoothed) }
    }
}

/// The result of a search over one session.
private struct TuneResult: Encodable {
    let criterion: String
    let before: Double
    let after: Double
    let normalizedInnovationSquared: Double?
    let evaluations: Int
    let parameters: [String: ParameterValue]
    var verdict: HiddenBlocks.Verdict?

    init(
        _ criterion: String, before: Double, after: Double, evaluations: Int, _ best: Parameters,
        _ recording: Recording,
        verdict: HiddenBlocks.Verdict? = nil
    ) {
        (self.criterion, self.before, self.after, self.evaluations) = (criterion, before, after, evaluations)
        (parameters, self.verdict) = (verdict == .keepDefaults ? [:] : best.changes, verdict)
        normalizedInnovationSquared =
            FinishedTrack(events: recording.events, parameters: best).summary.normalizedInnovationSquared
    }

    var text: String {
        let costs = [
            "before  \(String(format: "%.3f", before)), \(criterion)", "after   \(String(format: "%.3f", after))",
        ]
        let verdict = self.verdict == .keepDefaults ? ["The defaults fit this receiver."] : []
        return (costs + verdict + TuneCommand.flags(of: parameters)).joined(separator: "\n")
    }
}
