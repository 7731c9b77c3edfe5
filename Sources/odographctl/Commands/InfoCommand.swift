import ArgumentParser
import Foundation

/// `odographctl info`: summarizes a session.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the contents of a file: streams, rates, gaps, drops, laps, duration, bounds, size.",
        discussion: """
            The distance is that of the whole track, with the part that was estimated through outages; in JSON, as \
            in run, it is without that part.

            Examples:
              odographctl info walk.odograph
              odographctl info ride.fit --json
            """
    )

    @Argument(help: "A session, or any file that import accepts.", completion: .recordings)
    var file: String

    @Flag(help: "Write one JSON object.")
    var json = false

    func run() throws {
        let info = try InputFile(file).info()
        print(json ? try InfoText.json(info) : InfoText.text(info))
    }
}
