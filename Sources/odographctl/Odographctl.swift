import ArgumentParser

/// The command line of Odograph: everything that needs no window.
struct Odographctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "odographctl",
        abstract: "Records, replays, converts and explains journeys.",
        discussion: """
            Results go to standard output, messages to standard error. The data never leaves this machine unless it \
            is exported.
            """,
        version: Version.current,
        subcommands: [
            RecordCommand.self, InfoCommand.self, RunCommand.self, ImportCommand.self, ExportCommand.self,
            SimulateCommand.self, TuneCommand.self, DoctorCommand.self, DayCommand.self, CorrectCommand.self,
            PlacesCommand.self, HistoryCommand.self,
            RecordsCommand.self,
        ])

    static func main() async {
        StandardOutput.watch()
        await main(nil)
    }
}

/// The version of the program.
enum Version {
    /// As in meson.build and the metainfo.
    static let current = "0.1.0"
}
