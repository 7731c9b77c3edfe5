import ArgumentParser
import Foundation
import FusionCore
import Recorder
import SensorModel
import SessionStore
import Synchronization

/// `odographctl record`: records receivers and motion sensors into a session until it is stopped.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record GPS receivers and motion sensors into a session file until interrupted.",
        discussion: """
            Ctrl+C, SIGTERM, or a closed terminal ends the recording normally. One status line per second goes to standard output. \
            Missing parts may become available later: a receiver that is plugged in, a gpsd that is started, a disk \
            with free space again.

            Examples:
              odographctl record
              odographctl record --output walk.odograph --duration 600 --iio none
            """)

    @OptionGroup var sourceOptions: SourceOptions

    @Option(help: ArgumentHelp("The session file to write. (default: a new session of the library)", valueName: "file"))
    var output: String?

    @OptionGroup var replacement: ForceOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seconds to record. (default: until interrupted)", valueName: "seconds"))
    var duration: Double?

    @Option(help: ArgumentHelp("The session's title.", valueName: "text"))
    var title = ""

    @OptionGroup var recorderOptions: RecorderOptions

    @Flag(help: "Allow the machine to suspend during the recording.")
    var allowSleep = false

    func validate() throws {
        if let duration, !(duration > 0) { throw ValidationError("--duration takes a number of seconds above zero.") }
    }

    func run() async throws {
        let clock = RecorderClock.system()
        let path = try outputPath(clock)
        let ending = EndingRequest()
        let server = try liveServer(path, ending)
        let printer = StatusPrinter()
        let parameters = try? SessionLibrary.existing()?.parametersOfNewSessions()
        let header = SessionHeader(
            title: title, created: clock.now(), programVersion: Version.current, parameters: parameters ?? .init())
        let calibration = RecordingCalibration(isKept: output == nil)
        var settings = Recorder.Settings()
        settings.release = Version.released?.instant(secondOfDay: 0) ?? settings.release
        let sources = try sourceOptions.sources()
        let recorder = try OutputFile.replacing(path, isForced: replacement.force) {
            try Recorder(
                file: .session(at: path, header: header, in: output == nil ? LibraryFolder.standard() : nil),
                asides: SessionLogFile.asides(of: path, header: header, in: foldersAside()),
                sources: sources, clock: clock, parameters: header.parameters,
                learned: calibration.before(), settings: settings,
                announce: { status in
                    printer.show(status)
                    server?.publish(status)
                },
                publish: { server?.publish($0) })
        }
        listen(server)
        ending.serve(recorder)
        let signals = ending.catchSignals()
        let timer = duration.map { seconds in
            Task {
                try await clock.sleep(seconds)
                ending.request()
            }
        }
        let keeper = Task {
            // If the recorder is killed, at most one minute of learned calibration is lost.
            while !Task.isCancelled {
                try await clock.sleep(60)
                await calibration.keep(recorder.learned)
            }
        }
        StandardError.write("Recording into \(path).")
        let inhibitor = allowSleep ? nil : SleepInhibitor(reason: "A drive or walk is being recorded")
        let last = await recorder.run()
        timer?.cancel()
        server?.close()
        withExtendedLifetime((signals, inhibitor)) {}
        keeper.cancel()
        await calibration.keep(recorder.learned)
        try conclude(last, last.path ?? path)
    }

    private func outputPath(_ clock: RecorderClock) throws -> String {
        if let output {
            return URL(filePath: output, relativeTo: .currentDirectory()).standardizedFileURL.path
        }
        let library = LibraryFolder.standard()
        try library.prepare()
        return library.freePath(at: clock.now())
    }

    /// Returns folders that might still have space if the disk of the session's folder is full.
    private func foldersAside() -> [String] {
        [
            LibraryFolder.standard().path, homeFolder, "/var/tmp",
            FileManager.default.temporaryDirectory.standardizedFileURL.path, RuntimeFolder.standard().path,
        ]
    }

    /// The folder in `$HOME`, which the user might have changed; otherwise the user's home folder according to the
    /// system.
    private var homeFolder: String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return home.hasPrefix("/") ? home : FileManager.default.homeDirectoryForCurrentUser.path
    }

    /// Creates the live server. If its folder cannot be used, the recording continues without a live view; if another
    /// recorder uses the folder, throws an error.
    private func liveServer(_ path: String, _ ending: EndingRequest) throws -> LiveServer? {
        let folder = recorderOptions.folder
        do {
            return try LiveServer(in: folder, path: path, onRequest: { ending.serve($0) })
        } catch {
            guard case LiveError.folder = error else { throw error }
            StandardError.write("\(error) Recording without it.")
            return nil
        }
    }

    /// Accepts followers only now, after the file has been created, because its creation can fail.
    private func listen(_ server: LiveServer?) {
        do {
            try server?.listen()
        } catch {
            StandardError.write("\(error) Recording without it.")
        }
    }

    private func conclude(_ last: RecorderStatus, _ path: String) throws {
        guard last.unwrittenCount == 0 else {
            let reason = last.fileTrouble?.description ?? "The file cannot store more events."
            let lost = last.unwrittenCount - last.asideCount
            guard !last.asidePaths.isEmpty else { throw RecordError.unwritten(count: lost, reason: reason) }
            throw RecordError.aside(
                count: last.asideCount, path: path, asides: last.asidePaths, lost: lost, reason: reason)
        }
        if let trouble = last.fileTrouble {
            StandardError.write("The session is whole, in \(path) and its -wal file; keep both together. \(trouble)")
        }
        StandardError.write("Kept \(last.eventCount) events with \(last.fixCount) fixes in \(path).")
    }
}

/// An error that ends a recording, or that occurred at its end.
enum RecordError: Error, CustomStringConvertible {
    /// Some events could not be written and were still in memory at the end.
    case unwritten(count: Int, reason: String)
    /// The last events were written to other files, apart from those that were lost.
    case aside(count: Int, path: String, asides: [String], lost: Int, reason: String)

    /// A sentence that says what is wrong.
    var description: String {
        switch self {
        case .unwritten(let count, let reason):
            "The last \(count) events could not be kept: \(reason)"
        case .aside(let count, let path, let asides, let lost, let reason):
            "\(reason) The last \(count) events are in \(asides.count == 1 ? "a separate session" : "separate sessions"), "
                + "\(asides.joined(separator: ", "))"
                + (FileManager.default.fileExists(atPath: path) ? "; all earlier ones are in \(path)." : ".")
                + (lost == 0 ? "" : " The last \(lost) events could not be kept.")
        }
    }
}

/// A request to end a recording, made by a signal, a follower or the clock. It can precede the recorder.
private final class EndingRequest: Sendable {
    private struct State {
        var recorder: Recorder?
        var isRequested = false
    }
    private let state = Mutex(State())

    /// Passes a request to a recorder, even if it was made earlier.
    func serve(_ recorder: Recorder) {
        let isRequested = state.withLock { state in
            state.recorder = recorder
            return state.isRequested
        }
        if isRequested { recorder.stop() }
    }

    /// Serves a request of a follower. A mark before the recording has begun is dropped.
    func serve(_ request: LiveRequest) {
        switch request {
        case .stop: self.request()
        case .mark(let text): state.withLock { $0.recorder }?.mark(text)
        }
    }

    /// Requests the end of the recording.
    func request() {
        let recorder = state.withLock { state in
            state.isRequested = true
            return state.recorder
        }
        recorder?.stop()
    }

    /// Handles signals as requests for as long as the returned sources are kept.
    func catchSignals() -> [any DispatchSourceSignal] {
        // If the reader of standard output exits, the recording continues.
        signal(SIGPIPE, SIG_IGN)
        // Reaching a limit on file size is handled like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        return [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [self] in request() }
            source.resume()
            return source
        }
    }
}
