import Foundation
import Glibc
import Launch
public import SensorModel
import Synchronization

/// A filter of the user's own beside a recording: a program that gets each event on arrival and whose positions are taken as it
/// writes them.
public final class LiveOwnFilter: Sendable {
    private let filter: OwnFilter
    private let waiting = Mutex(Waiting())

    /// The events that the program has not got yet, as lines of the event log.
    private struct Waiting {
        private let sink = ByteSink()
        private lazy var writer = EventLogWriter(sink: sink)
        var isComplete = false

        mutating func append(_ event: SensorEvent) {
            // Memory is always large enough.
            try? writer.write(event)
        }

        mutating func take() -> [UInt8] {
            defer { sink.buffer.removeAll() }
            return sink.bytes
        }

        var count: Int { sink.buffer.bytes.count }
    }

    /// The number of bytes after which a program that does not read is ended.
    private static let longestQueue = 64 << 20
    /// The time between two looks at the events that have arrived, in milliseconds.
    private static let interval: CInt = 100

    /// Creates the run of a filter.
    public init(_ filter: OwnFilter) { self.filter = filter }

    /// Passes events to the program, in order of arrival.
    public func consume(_ events: [SensorEvent]) {
        waiting.withLock { waiting in for event in events { waiting.append(event) } }
    }

    /// Ends the program's input: the recording has ended.
    public func complete() { waiting.withLock { $0.isComplete = true } }

    /// Runs the program to its end. Blocks the thread.
    /// - Parameters:
    ///   - isCancelled: Returns whether to end the program.
    ///   - report: Called with positions as the program writes them.
    /// - Throws: ``OwnFilterError``; `CancellationError` if it was cancelled.
    public func run(isCancelled: () -> Bool, report: ([OwnFilter.Position]) -> Void) throws {
        let messages = try OwnFilter.unnamedFile()
        defer { close(messages) }
        // Not a pipe, since the end of its reader would be a signal to this process.
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw OwnFilterError.cannotStart(program: filter.program, reason: String(cString: strerror(errno)))
        }
        var input = ends[0]
        defer { if input >= 0 { close(input) } }
        let child: Child
        do {
            defer { close(ends[1]) }
            // Python keeps what it writes to a pipe until there are 8 KiB of it.
            let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" } + ["PYTHONUNBUFFERED=1"]
            child = try filter.start(input: ends[1], messages: messages, environment: environment)
        }
        do { try exchange(with: child, &input, isCancelled, report) } catch {
            OwnFilter.kill(child)
            throw error
        }
        try filter.finish(child, messages, isCancelled) { _ in }
        if !waiting.withLock({ $0.isComplete }) { throw OwnFilterError.endedEarly(program: filter.program) }
    }

    /// Writes events and reads positions until the program closes its output.
    private func exchange(
        with child: Child, _ input: inout CInt, _ isCancelled: () -> Bool, _ report: ([OwnFilter.Position]) -> Void
    ) throws {
        var unsent: ArraySlice<UInt8> = []
        var lines = OutputLines()
        var silence = 0
        while !isCancelled() {
            let (count, isComplete) = waiting.withLock { waiting in
                // A program that has closed its input does not read them.
                if unsent.isEmpty || input < 0 { unsent = waiting.take()[...] }
                return (waiting.count, waiting.isComplete)
            }
            guard count < Self.longestQueue else { throw OwnFilterError.doesNotRead(program: filter.program) }
            if isComplete, unsent.isEmpty, count == 0, input >= 0 {
                close(input)
                input = -1
            }
            var polled = [
                pollfd(fd: child.output, events: CShort(POLLIN), revents: 0),
                pollfd(fd: unsent.isEmpty ? -1 : input, events: CShort(POLLOUT), revents: 0),
            ]
            let ready = poll(&polled, 2, Self.interval)
            silence = ready == 0 && isComplete ? silence + Int(Self.interval) : 0
            guard Double(silence) / 1_000 < OwnFilter.patience else {
                throw OwnFilterError.silent(program: filter.program, seconds: Int(OwnFilter.patience))
            }
            guard ready > 0 else { continue }
            if polled[1].revents != 0 { Self.send(&unsent, to: &input) }
            guard polled[0].revents != 0 else { continue }
            guard let found = try lines.read(child.output, filter) else { return }
            if !found.isEmpty { report(found) }
        }
        throw CancellationError()
    }

    /// Sends what the program's input takes; closes it if the program has closed it.
    private static func send(_ unsent: inout ArraySlice<UInt8>, to input: inout CInt) {
        let count = unsent.withUnsafeBytes {
            Glibc.send(input, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
        if count > 0 {
            unsent = unsent.dropFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            // A program that has closed its input writes what it still has.
            unsent = []
            close(input)
            input = -1
        }
    }

    /// The lines that a program writes, in pieces.
    private struct OutputLines {
        private var rest: [UInt8] = []
        private var count = 0
        private var buffer = [UInt8](repeating: 0, count: 1 << 16)

        private static let longestLine = 1 << 16

        /// Reads the next piece of the output and returns the positions of its whole lines; `nil` at the end.
        mutating func read(_ descriptor: CInt, _ filter: OwnFilter) throws -> [OwnFilter.Position]? {
            let length = Glibc.read(descriptor, &buffer, buffer.count)
            if length < 0 { return errno == EINTR ? [] : nil }
            if length == 0, rest.isEmpty { return nil }
            rest += length == 0 ? [10] : buffer[..<length]
            var found: [OwnFilter.Position] = []
            while let end = rest.firstIndex(of: 10) ?? (rest.count > Self.longestLine ? rest.endIndex : nil) {
                count += 1
                if let position = try filter.position(in: rest[..<end], number: count) { found.append(position) }
                rest = Array(rest[end...].dropFirst())
            }
            return found
        }
    }
}
