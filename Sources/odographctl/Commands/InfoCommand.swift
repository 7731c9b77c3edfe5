import ArgumentParser
import Foundation

/// `odographctl info`: summarizes a session.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the contents of a session: streams, rates, gaps, drops, duration, bounds, size.",
        discussion:
            "The distance is that of the whole track; the part that was estimated through outages is listed separately."
    )

    @Argument(help: "A session.")
    var file: String

    @Flag(help: "Write one JSON object.")
    var json = false

    func run() throws {
        let info = try InputFile.info(of: file)
        print(json ? try InfoText.json(info) : InfoText.text(info))
    }
}
