import ArchiveReader
import Dispatch
import Glibc
import IIOClient
import Recorder
import TrackFormats
import Wire

/// The entry point of the program.
@main
enum Program {
    /// Starts the program. A confined child must drop its privileges before a second thread exists; everything else uses
    /// several threads.
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        if words.first == CaptureArguments.command { captureSensors(words.dropFirst()) }
        if words.first == OwnFilter.confinement { OwnFilterProcess.run(words.dropFirst()) }
        if words.first == UnpackingRequest.command { UnpackingProcess.run() }
        if let shortage = ProcessLimits.shortage() {
            StandardError.write("\(shortage)")
            exit(EX_OSERR)
        }
        Task {
            await Odographctl.main()
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }

    private static func captureSensors(_ words: ArraySlice<String>) -> Never {
        guard let arguments = CaptureArguments(words: words) else {
            StandardError.write("\(CaptureArguments.command) is started by the recorder; it is not for other uses.")
            exit(EX_USAGE)
        }
        var process = CaptureProcess(
            name: arguments.name, addresses: arguments.addresses, clockOffset: arguments.clockOffset)
        process.settings.choices = arguments.choices
        process.run()
    }
}
