public import Geometry
import Glibc
import JSON
import Launch
public import SensorModel

/// A position filter of the user's own: a program that reads events as NDJSON and writes `position` lines.
///
/// It is confined: it may read all files, but write only below one folder, and has no network.
public struct OwnFilter: Sendable {
    /// The command line, for a shell.
    public let program: String
    /// The folder in which the program runs, the only one with files that it may write.
    public let folder: String

    /// The first argument of `odographctl` when it confines itself to a folder and becomes the filter.
    public static let confinement = "run-own-filter"
    /// The maximum time, in seconds, for which a filter may write nothing.
    static let patience = 120.0
    /// The maximum sizes of a filter's output and of its messages in bytes, and of the one that is quoted in characters.
    private static let (largestOutput, largestMessage, longestQuote) = (1 << 30, 1 << 16, 200)

    /// A position that the filter wrote, as a line of the output.
    public struct Position: Encodable, Sendable {
        let type = "position"
        let filter: String
        /// The time in seconds since 1970.
        public let time: Double
        let latitude: Double
        let longitude: Double
        let altitude: Double?
        let accuracy: Double?
        let isEstimated: Bool

        /// The latitude and longitude.
        public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
    }

    /// Creates a filter from a command line.
    /// - Parameters:
    ///   - program: The command line.
    ///   - folder: The folder in which it runs.
    public init(program: String, folder: String = ".") { (self.program, self.folder) = (program, folder) }

    /// Creates a filter from the file of a program: one in Python, or one that the system can execute.
    public init(fileAt path: String) {
        let quoted = "'\(path.replacing("'", with: "'\\''"))'"
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        self.init(program: path.hasSuffix(".py") ? "python3 \(quoted)" : quoted, folder: folder.isEmpty ? "/" : folder)
    }

    /// Runs the filter over events, in the background.
    /// - Parameters:
    ///   - events: The events of a recording.
    ///   - names: The names of its devices.
    ///   - isCancelled: Returns whether to end the filter.
    ///   - report: Called with what the filter wrote on its standard error, if that is anything.
    /// - Returns: Its positions, in order of time.
    /// - Throws: ``OwnFilterError``; `CancellationError` if it was cancelled.
    public func positions(
        of events: some Sequence<SensorEvent>, names: DeviceNames, isCancelled: () -> Bool,
        report: (String) -> Void
    ) throws -> [Position] {
        let input = try Self.unnamedFile()
        defer { close(input) }
        let messages = try Self.unnamedFile()
        defer { close(messages) }
        try Self.write(events, names, to: input)
        let child = try start(input: input, messages: messages)
        let output: [UInt8]
        do { output = try read(child, isCancelled) } catch {
            Self.kill(child)
            throw error
        }
        try finish(child, messages, isCancelled, report)
        return try positions(in: output)
    }

    /// Starts the program, confined.
    /// - Parameters:
    ///   - input: Its standard input.
    ///   - messages: Its standard error.
    ///   - environment: Its environment; `nil` for that of this process.
    func start(input: CInt, messages: CInt, environment: [String]? = nil) throws(OwnFilterError) -> Child {
        var launch = ChildLaunch(
            words: [InstalledProgram.companion("odographctl"), Self.confinement, program, folder])
        launch.input = .descriptor(input)
        launch.output = .pipe
        launch.errors = .descriptor(messages)
        launch.environment = environment
        do { return try launch.start() } catch {
            throw .cannotStart(program: program, reason: error.reason)
        }
    }

    /// Ends a program that is of no more use, with the programs that its shell started.
    static func kill(_ child: Child) {
        Glibc.kill(-child.process, SIGKILL)
        child.kill()
    }

    /// Waits for the end of a program that has closed its output, no longer than for its output.
    /// - Throws: ``OwnFilterError``; `CancellationError` if it was cancelled.
    func finish(_ child: Child, _ messages: CInt, _ isCancelled: () -> Bool, _ report: (String) -> Void) throws {
        let step = 0.01
        var waited = 0.0
        while child.ending == nil {
            let isLate = waited > Self.patience
            if isLate || isCancelled() {
                Self.kill(child)
                throw isLate
                    ? OwnFilterError.silent(program: program, seconds: Int(Self.patience)) : CancellationError()
            }
            poll(nil, 0, CInt(step * 1_000))
            waited += step
        }
        let ending = child.wait()
        let message = Self.text(in: messages)
        if !message.isEmpty { report(message) }
        guard ending == .status(0) else {
            let last = message.split(separator: "\n").last.map { String($0.prefix(Self.longestQuote)).visible }
            throw OwnFilterError.failed(program: program, ending: "\(ending)", message: last ?? "")
        }
    }

    /// Returns an open file without a name.
    static func unnamedFile() throws(OwnFilterError) -> CInt {
        var template = Array("/tmp/odograph-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .noRoom(reason: String(cString: strerror(errno))) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return descriptor
    }

    private static func write(
        _ events: some Sequence<SensorEvent>, _ names: DeviceNames, to descriptor: CInt
    ) throws {
        let sink = ByteSink(descriptor: descriptor)
        var writer = EventLogWriter(sink: sink, names: names)
        for event in events { try writer.write(event) }
        try sink.close()
        lseek(descriptor, 0, SEEK_SET)
    }

    /// The end of what a file holds.
    private static func text(in descriptor: CInt) -> String {
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: max(0, min(size, largestMessage)))
        let count = pread(descriptor, &bytes, bytes.count, off_t(max(0, size - bytes.count)))
        var text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }

    private func read(_ child: Child, _ isCancelled: () -> Bool) throws -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var waited = 0.0
        while true {
            if isCancelled() { throw CancellationError() }
            var descriptor = pollfd(fd: child.output, events: CShort(POLLIN), revents: 0)
            let step = 0.2
            guard poll(&descriptor, 1, CInt(step * 1_000)) > 0 else {
                waited += step
                guard waited < Self.patience else {
                    throw OwnFilterError.silent(program: program, seconds: Int(Self.patience))
                }
                continue
            }
            waited = 0
            let count = Glibc.read(child.output, &buffer, buffer.count)
            if count == 0 { return output }
            if count < 0 {
                guard errno == EINTR else { return output }
                continue
            }
            output += buffer[..<count]
            guard output.count <= Self.largestOutput else { throw OwnFilterError.tooMuch(program: program) }
        }
    }

    private func positions(in output: [UInt8]) throws(OwnFilterError) -> [Position] {
        var positions: [Position] = []
        for (index, line) in output.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            if let position = try position(in: line, number: index + 1) { positions.append(position) }
        }
        return positions.sorted { $0.time < $1.time }
    }

    /// Returns the position in a line of the output; `nil` for an empty line.
    /// - Parameter number: The number of the line, from one.
    func position(in line: ArraySlice<UInt8>, number: Int) throws(OwnFilterError) -> Position? {
        guard line.contains(where: { $0 > 32 }) else { return nil }
        if let position = position(in: line) { return position }
        let text = String(decoding: line.prefix(80), as: UTF8.self)
        throw .notPosition(program: program, line: number, text: text.visible)
    }

    private func position(in line: ArraySlice<UInt8>) -> Position? {
        guard case .object(let values)? = line.withUnsafeBytes({ try? JSONValue(parsing: $0) }) else { return nil }
        func number(_ name: String) -> Double? {
            if case .number(let value)? = values[name], value.isFinite { value } else { nil }
        }
        guard case .string("position")? = values["type"], let time = number("time"),
            let latitude = number("latitude"), let longitude = number("longitude"), abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        let isEstimated = if case .bool(true)? = values["isEstimated"] { true } else { false }
        return Position(
            filter: program, time: time, latitude: latitude, longitude: longitude, altitude: number("altitude"),
            accuracy: number("accuracy"), isEstimated: isEstimated)
    }
}
