import Dispatch
import Glibc
import IIOClient
import Wire

/// Where the program starts.
@main
enum Program {
    /// A capture child gives its rights up before there is a second thread; everything else runs on several.
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        if words.first == CaptureArguments.command { captureSensors(words.dropFirst()) }
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
