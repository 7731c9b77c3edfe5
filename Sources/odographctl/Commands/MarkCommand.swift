import ArgumentParser
import Foundation
import Recorder
import SensorModel
import SessionStore

/// `odographctl mark`: marks a moment of a session.
struct MarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark the present moment of the recording, or a moment of a session, with a text.",
        discussion: """
            Without --session, the recorder that runs is asked to add the mark. `run` and `export` write marks: GPX has \
            them as waypoints.

            Examples:
              odographctl mark "the gate"
              odographctl mark "the gate" --session walk.odograph --at 14:05
            """)

    @Argument(help: "The text of the mark.")
    var text: String

    @Option(help: ArgumentHelp("A finished session to add the mark to.", valueName: "file"), completion: .recordings)
    var session: String?

    @Option(help: ArgumentHelp("The time of the mark in the session: 14:05, 2026-05-17T14:05:30.", valueName: "time"))
    var at: String?

    @OptionGroup var recorderOptions: RecorderOptions

    /// The maximum time, in seconds, until the recorder has added a mark.
    private static let patience = 10.0

    func validate() throws {
        guard (session == nil) == (at == nil) else {
            throw ValidationError("Give both --session FILE and --at TIME, or neither to mark the recording.")
        }
        guard text.contains(where: { !$0.isWhitespace }) else { throw ValidationError("Give a text for the mark.") }
    }

    func run() async throws {
        if let session, let at {
            let reader = try SessionReader(opening: session)
            guard let day = LocalDay(containing: reader.recordedStart() ?? reader.header.created) else {
                throw CommandError("“\(session)” has no date.")
            }
            try SessionWriter.mark(session, text, at: day.statedInstant(at))
            return StandardError.write("\(session): marked.")
        }
        let link = try RecorderLink.attach(to: recorderOptions.folder)
        link.send(.mark(text))
        let timer = Task {
            try await Task.sleep(for: .seconds(Self.patience))
            link.detach()
        }
        defer { timer.cancel() }
        for await message in link.messages {
            guard case .events(let events) = message, let mark = events.first(where: isMark) else { continue }
            link.detach()
            return StandardError.write("Marked at \(mark.time.isoText).")
        }
        throw CommandError("The recorder did not add the mark; it might be an older version.")
    }

    private func isMark(_ event: SensorEvent) -> Bool {
        if case .marker(let marked) = event.payload { text.hasPrefix(marked) } else { false }
    }
}
