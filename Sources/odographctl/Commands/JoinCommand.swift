import ArgumentParser
import SessionStore
import TrackFormats

/// `odographctl join`: joins sessions of one journey.
struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join sessions of one journey into a new one, as if the recorder had been off between them.",
        discussion: """
            The sessions must not overlap; their order does not matter. The new session has the title and the parameters of the \
            earliest one; what is hidden in a session is left out. Devices of the same name become one. To divide a \
            session, use `correct --split`; to compare simultaneous ones, `compare`.

            Examples:
              odographctl join morning.odograph afternoon.odograph --output day.odograph
              odographctl join ride.odograph ride-2.odograph --output whole.odograph
            """)

    @Argument(help: "The sessions.", completion: .recordings)
    var sessions: [String]

    @Option(help: ArgumentHelp("The session to create.", valueName: "session"))
    var output: String

    @OptionGroup var replacement: ForceOption

    func validate() throws {
        guard sessions.count > 1 else { throw ValidationError("Give at least two sessions to join.") }
        guard output != "-" else {
            throw ValidationError("A session is a database, which standard output cannot be; give a file.")
        }
    }

    func run() throws {
        let join = try SessionJoin(sessions.map(reader))
        guard join.paths.count > 1 else {
            throw CommandError("Only one of the sessions contains anything: there is nothing to join.")
        }
        if let (earlier, later) = join.overlap {
            throw CommandError(
                "“\(later)” begins before “\(earlier)” ends; sessions of the same time cannot be joined. `odographctl compare` "
                    + "compares them.")
        }
        for name in join.partialDevices {
            StandardError.write("“\(name)” is in some of the sessions only; the new session has all devices.")
        }
        if join.changesParameters {
            StandardError.write(
                "The parameters of the sessions differ; the new session has those of “\(join.paths[0])”.")
        }
        try OutputFile.makeSession(output, besides: sessions, isForced: replacement.force) { try join.write(to: $0) }
        StandardError.write("\(output): joined \(join.paths.count) sessions.")
    }

    private func reader(of path: String) throws -> SessionReader {
        let file = try InputFile(path)
        guard file.format == .session else {
            throw CommandError(
                "“\(path)” is not a session; create one with `odographctl import`, which also joins several files.")
        }
        return try file.session()
    }
}
