import ArgumentParser
import FusionCore
import Parallel
import Replay
import SensorModel
import TrackFormats

/// `odographctl run`: runs the fusion core on a session, an event log or any file that can be imported.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract:
            "Run the fusion core on a session, an event log or an imported file, and write the estimates as NDJSON.",
        discussion: """
            Lines of one type are in the order of time; `--list-parameters --expert` lists what --set accepts.

            Examples:
              odographctl run walk.odograph --emit smoothed,summary
              odographctl run ride.gpx --set simplifier.tolerance=5 --emit simplified
            """
    )

    @Argument(help: "A session, an event log, GPX, NMEA or another file that can be imported.", completion: .recordings)
    var input: String?

    @OptionGroup var parameterOptions: ParameterOptions

    @Option(
        help: ArgumentHelp(
            "The estimates to write, separated by commas: \(EmitKind.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "list"), completion: .list(EmitKind.allCases.map(\.rawValue)))
    var emit = "verdict,position,speed,status,summary"

    @Option(
        help: ArgumentHelp(
            "The file to write to; `-` is standard output. (default: standard output)", valueName: "file"))
    var output: String?

    @OptionGroup var replacement: ForceOption

    @Option(
        help: ArgumentHelp(
            "A program of your own that filters positions.",
            discussion: """
                A command line such as 'python3 my_filter.py'. It reads the events as NDJSON on its input, as `export --format \
                events` writes them, and writes lines of the type position. They follow the other estimates, with the \
                command line as `filter`. It may write only below the current folder, and has no network.
                """, valueName: "program"))
    var filter: String?

    @Flag(help: "List the parameters with their defaults, ranges and meanings, and exit.")
    var listParameters = false

    @Flag(help: "With --list-parameters: write one JSON object.")
    var json = false

    @Flag(help: "With --list-parameters: also list the coefficients of the models.")
    var expert = false

    func validate() throws {
        guard !listParameters else { return }
        if expert || json { throw ValidationError("--expert and --json go with --list-parameters.") }
        _ = try kinds()
        guard input != nil else { throw ValidationError("Give an input: a session, an event log, or a track.") }
    }

    private func kinds() throws -> Set<EmitKind> {
        var unknown: String?
        let kinds = EmitKind.set(from: emit, unknown: &unknown)
        if let kinds, !kinds.isEmpty { return kinds }
        let names = EmitKind.allCases.map(\.rawValue)
        let list = names.joined(separator: ", ")
        guard kinds == nil else { throw ValidationError("--emit names nothing to write; it takes \(list).") }
        let word = unknown ?? emit
        throw ValidationError(
            "There are no “\(word)” estimates; --emit takes \(list)." + Suggestion.question(word, among: names))
    }

    func run() throws {
        if listParameters {
            print(
                json
                    ? try JSONText.indented(["parameters": ParameterList.entries(includesCoefficients: expert)])
                    : ParameterList.text(includesCoefficients: expert))
            return
        }
        let kinds = try kinds()
        guard let input else { return }
        let session = try SessionInput(path: input)
        let parameters = try parameterOptions.parameters(over: session.parameters)
        let sink = try StandardOutput.sink(
            output, besides: [input, parameterOptions.file], isForced: replacement.force)
        var writer = EstimateLogWriter(sink: sink, kinds: kinds, names: session.names)
        try write(session.recording, parameters, to: &writer)
        var failure: OwnFilterError?
        do {
            if filter != nil { Interruption.watch() }
            for position in try filter.map({
                try OwnFilter(program: $0).positions(
                    of: session.recording.events, names: session.names,
                    isCancelled: { Interruption.isRequested },
                    report: { $0.split(separator: "\n").forEach { StandardError.write(String($0)) } })
            }) ?? [] { try sink.write(line: try JSONText.line(position)) }
        } catch let error as OwnFilterError {
            failure = error
        } catch is CancellationError { throw ExitCode.interrupted }
        try sink.close()
        // The other estimates are complete.
        if let failure {
            StandardError.write("Error: \(failure)")
            throw ExitCode.partly
        }
    }

    private func write(_ recording: Recording, _ parameters: Parameters, to writer: inout EstimateLogWriter) throws {
        var core = FusionCore(parameters: parameters)
        var finisher = TrackFinisher(fixes: recording.events.fixCount, isThin: true)
        var failure: (any Error)?
        // Verdicts on late fixes are written in order of time, which is known only after the last event.
        let isOrdered = recording.hasOrderedFixes
        var verdicts: [FixVerdict] = []
        for event in recording.events {
            finisher.consume(event, with: &core) { estimate in
                switch estimate {
                // A finished session has activities computed with later events; these follow below.
                case .activity: return
                case .verdict(let verdict) where !isOrdered: return verdicts.append(verdict)
                default: break
                }
                do { try writer.write(estimate) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
        }
        verdicts.sort { $0.time < $1.time }
        for verdict in verdicts { try writer.write(.verdict(verdict)) }
        let track = finisher.finish(core, together: inParallel)
        for activity in track.activities { try writer.write(.activity(activity)) }
        for position in track.track { try writer.write(smoothed: position) }
        for point in track.simplified { try writer.write(simplified: point.estimate, activity: point.activity) }
        for workout in track.day.workouts { try writer.write(workout) }
        for item in track.day.items { try writer.write(item) }
        try writer.write(track.summary)
    }
}

extension Recording {
    /// Whether the fixes are in order of their times, regardless of their arrival.
    fileprivate var hasOrderedFixes: Bool {
        var last: Instant?
        for event in events {
            guard case .fix = event.payload else { continue }
            if let last, event.time < last { return false }
            last = event.time
        }
        return true
    }
}
