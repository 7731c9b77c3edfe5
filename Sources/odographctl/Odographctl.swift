import ArgumentParser
import Glibc
import SensorModel

/// The command-line program of Odograph, for everything that does not need a window.
struct Odographctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "odographctl",
        abstract: "Record, replay, convert and explain journeys.",
        discussion: """
            Results go to standard output, messages to standard error. The data never leaves this machine unless it \
            is exported. The exit status is 0 if everything was done, 1 if nothing was, 2 if a part was, 64 after a wrong \
            option, and 130 after Ctrl+C.
            """,
        version: Version.current,
        subcommands: [
            RecordCommand.self, WatchCommand.self, MarkCommand.self, InfoCommand.self, RunCommand.self,
            ImportCommand.self, JoinCommand.self, LapsCommand.self,
            ExportCommand.self,
            SimulateCommand.self, TuneCommand.self, SensitivityCommand.self, CompareCommand.self, ReceiverCommand.self,
            MatchCommand.self,
            DoctorCommand.self,
            DayCommand.self,
            CorrectCommand.self,
            PlacesCommand.self, PacesCommand.self, HistoryCommand.self,
            RecordsCommand.self, MapCommand.self,
        ])

    static func main() async {
        StandardOutput.watch()
        var failing: any ParsableCommand.Type = Self.self
        do {
            try checkName()
            var command = try parseAsRoot()
            failing = type(of: command)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            leave(error, of: failing)
        }
    }

    /// Refuses an unknown name of a command: ArgumentParser only says that there are too many arguments.
    private static func checkName() throws {
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word) else {
            return
        }
        throw ValidationError("There is no command “\(word)”." + Suggestion.question(word, among: names))
    }

    /// Exits the program like ArgumentParser, but shows control characters in the error, which can quote a file name
    /// or content, and the usage of the command that failed.
    private static func leave(_ error: any Error, of command: any ParsableCommand.Type) -> Never {
        let status = command.exitCode(for: error)
        let (name, path) = (command._commandName, path(to: command, below: self) ?? command._commandName)
        let text = command.fullMessage(for: error).replacing("Usage: \(name)", with: "Usage: \(path)")
            .replacing("See '\(name) --help'", with: "See '\(path) --help'")
        if status.isSuccess {
            let isScript = CommandLine.arguments.contains { $0.hasPrefix("--generate-completion-script") }
            if !text.isEmpty { print(isScript ? CompletionScript.withLibrary(text) : text) }
        } else {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !text.isEmpty {
                StandardError.write(String(line))
            }
        }
        Glibc.exit(status.rawValue)
    }

    /// Returns the words that call a command; `nil` if it is not below another one.
    private static func path(to command: any ParsableCommand.Type, below parent: any ParsableCommand.Type) -> String? {
        if command == parent { return parent._commandName }
        for child in parent.configuration.subcommands {
            if let words = path(to: command, below: child) { return "\(parent._commandName) \(words)" }
        }
        return nil
    }
}

/// The version of the program.
enum Version {
    /// The same version as in meson.build and the metainfo.
    static let current = "0.1.0"
    /// The day of its release in UTC, the same as in the metainfo. A clock with an earlier date is wrong.
    static let released = CivilDate(year: 2026, month: 11, day: 21)
}
