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
            is exported.
            """,
        version: Version.current,
        subcommands: [
            RecordCommand.self, MarkCommand.self, InfoCommand.self, RunCommand.self, ImportCommand.self,
            ExportCommand.self,
            SimulateCommand.self, TuneCommand.self, SensitivityCommand.self, CompareCommand.self, ReceiverCommand.self,
            MatchCommand.self,
            DoctorCommand.self,
            DayCommand.self,
            CorrectCommand.self,
            PlacesCommand.self, HistoryCommand.self,
            RecordsCommand.self, MapCommand.self,
        ])

    static func main() async {
        StandardOutput.watch()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            leave(error)
        }
    }

    /// Exits the program like ArgumentParser, but shows control characters in the error, which can quote a file name
    /// or content.
    private static func leave(_ error: any Error) -> Never {
        let status = exitCode(for: error)
        let text = fullMessage(for: error)
        if status.isSuccess {
            if !text.isEmpty { print(text) }
        } else {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !text.isEmpty {
                StandardError.write(String(line))
            }
        }
        Glibc.exit(status.rawValue)
    }
}

/// The version of the program.
enum Version {
    /// The same version as in meson.build and the metainfo.
    static let current = "0.1.0"
    /// The day of its release in UTC, the same as in the metainfo. A clock with an earlier date is wrong.
    static let released = CivilDate(year: 2026, month: 11, day: 21)
}
