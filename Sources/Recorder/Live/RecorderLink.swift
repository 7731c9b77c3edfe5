import Foundation
import GPSDClient
import Glibc
public import SensorModel
import SessionStore
import Synchronization

/// Follows a recorder that runs in another process, and receives the events that its file receives, in the same order.
///
/// The recorder does not depend on its followers: the recording continues when a link ends, whether by ``detach()`` or
/// with its process.
public final class RecorderLink: Sendable {
    /// A message from the recorder to its follower: events, a status, or the end.
    public enum Message: Sendable {
        /// The next events in the session's order, without gaps or duplicates.
        case events([SensorEvent])
        /// The session has another date than until now: all events follow again, with the times of that date.
        case restarted
        /// The state of the recording, about once per second.
        case status(RecorderStatus)
        /// The end of the messages: `nil` after the recorder's last status, otherwise the reason for the end.
        case ended(LiveError?)
    }

    /// The recorder's greeting.
    public let hello: LiveHello
    /// The messages, to be read by a single task. Batches that arrive in a burst are not merged: a display draws once
    /// per frame anyway.
    public let messages: AsyncStream<Message>
    private let message: AsyncStream<Message>.Continuation
    private let wake = WakePipe()
    private let outgoing = Mutex<[UInt8]>([])
    private let isDetached = Atomic(false)

    /// Reads the events recorded before the link from a recording's file, and passes them on in parts, in order.
    public typealias History = @Sendable (_ path: String, _ take: ([SensorEvent]) -> Void) throws -> Void

    /// Reads the events of a session file; the usual argument for ``attach(to:history:)``.
    public static let sessionHistory: History = { path, take in
        var part: [SensorEvent] = []
        try SessionReader(opening: path).forEachBatch(raw: false) { batch in
            part += batch.lazy.map(\.event)
            guard part.count >= partLength else { return }
            take(part)
            part.removeAll(keepingCapacity: true)
        }
        take(part)
    }

    /// The number of tries, 50 ms apart, to reach a recorder that was started: a new file waits for the disk several times.
    private static let startTries = 1_200

    /// The number of earlier events per part: all events of a day together would need gigabytes.
    private static let partLength = 20_000

    /// Follows the recorder that runs in a folder.
    /// - Parameters:
    ///   - folder: The recorder's runtime folder.
    ///   - history: Reads the earlier events from the file; `nil` to receive only new events.
    /// - Throws: ``LiveError`` if no recorder runs there, or if it uses another version.
    public static func attach(to folder: RuntimeFolder, history: History? = nil) throws(LiveError) -> RecorderLink {
        RecorderLink(try Connection(to: folder), folder, history)
    }

    /// A connection that the recorder has greeted.
    private struct Connection {
        let descriptor: CInt
        let hello: LiveHello
        /// The bytes that were read and not looked at yet.
        var buffer: [UInt8] = []

        init(to folder: RuntimeFolder) throws(LiveError) {
            descriptor = try UnixSocket.connect(to: folder.socketPath)
            do throws(LiveError) {
                hello = try RecorderLink.firstWord(descriptor, &buffer)
                guard hello.version == LiveHello.currentVersion else { throw .version(hello.version) }
            } catch {
                close(descriptor)
                throw error
            }
        }
    }

    /// The state of what has been passed on, over one connection or several.
    private struct Progress {
        /// The number of the next event.
        var next: UInt64 = 0
        /// The nanoseconds that the recorder's decisions so far add to its times.
        var translation: Int64 = 0
    }

    /// Starts a recorder in its own session, so that it outlives this process, and follows it.
    /// - Parameters:
    ///   - program: The path of `odographctl`.
    ///   - arguments: Options of `record`.
    ///   - folder: The runtime folder for the recorder.
    ///   - history: As in ``attach(to:history:)``.
    /// - Throws: ``LiveError`` if the recorder cannot be started or ends immediately, with the recorder's message.
    public static func start(
        program: String, arguments: [String], in folder: RuntimeFolder, history: History? = nil
    ) async throws(LiveError) -> RecorderLink {
        try folder.prepare()
        let child = try RecorderChild(
            program: program, arguments: ["record", "--runtime-folder", folder.path] + arguments,
            errorLog: folder.path + "/recorder.log")
        for _ in 0..<Self.startTries {
            if let link = try? attach(to: folder, history: history), link.hello.process == child.process { return link }
            if child.hasEnded { throw .endedAtOnce(child.words) }
            try? await Task.sleep(for: .milliseconds(50))
        }
        throw .noRecorder(folder.socketPath)
    }

    private init(_ first: Connection, _ folder: RuntimeFolder, _ history: History?) {
        hello = first.hello
        (messages, message) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .unbounded)
        Thread.detachNewThread { [self] in
            var next: Connection? = first
            var progress = Progress()
            var failure: LiveError?
            while var connection = next {
                let end = follow(&connection, history, &progress)
                close(connection.descriptor)
                next = nil
                switch end {
                case .session(let reason): failure = reason
                case .date:
                    message.yield(.restarted)
                    progress = Progress()
                    // The decision may not be in the file yet.
                    usleep(Self.pause)
                    do throws(LiveError) { next = try Connection(to: folder) } catch { failure = error }
                case .dropped:
                    next = try? Connection(to: folder)
                    if let other = next, other.hello.process != hello.process {
                        close(other.descriptor)
                        next = nil
                    }
                    if next == nil { failure = .lost }
                }
            }
            message.yield(.ended(failure))
            message.finish()
        }
    }

    /// The reason why a connection is over.
    private enum End {
        /// The recording, or its connection.
        case session(LiveError?)
        /// Another date than that of the events so far.
        case date
        /// The connection alone: the recorder has ended, or has dropped a follower that did not read.
        case dropped
    }

    /// The pause before the events are read again, in microseconds.
    private static let pause: UInt32 = 100_000

    /// Sends a request to the recorder. After ``LiveRequest/stop``, the last status and ``Message/ended(_:)`` follow; after
    /// ``LiveRequest/mark(_:)``, the mark is among the events.
    public func send(_ request: LiveRequest) {
        outgoing.withLock { $0 += LiveFrame.request(request).bytes }
        wake.signal()
    }

    /// Stops following; the recording continues.
    public func detach() {
        isDetached.store(true, ordering: .releasing)
        wake.signal()
    }

    private func follow(_ connection: inout Connection, _ history: History?, _ progress: inout Progress) -> End {
        if let history, let path = connection.hello.path, connection.hello.firstSequence > progress.next {
            let (first, next) = (connection.hello.firstSequence, progress.next)
            var translation = progress.translation
            do {
                try history(path) { part in
                    let past = part.filter { $0.sequence < first }
                    translation = Self.translation(of: past) ?? translation
                    let news = past.filter { $0.sequence >= next }
                    if !news.isEmpty { message.yield(.events(news)) }
                    // The recorder would drop a follower that does not read meanwhile.
                    _ = try? Self.read(connection.descriptor, &connection.buffer)
                }
            } catch {
                return .session(.folder(path, reason: "\(error)"))
            }
            guard next == 0 || translation == progress.translation else { return .date }
            progress = Progress(next: first, translation: translation)
        }
        var hasEnded = false
        do throws(LiveError) {
            while !isDetached.load(ordering: .acquiring) {
                while let frame = try LiveFrame.next(in: &connection.buffer) {
                    guard deliver(frame, &progress, &hasEnded, hasHistory: history != nil) else { return .date }
                }
                guard try exchange(&connection) else { return hasEnded ? .session(nil) : .dropped }
            }
            return .session(nil)
        } catch {
            return .session(error)
        }
    }

    /// Passes a frame on. Returns `false` if it has another date than the events before it.
    private func deliver(
        _ frame: LiveFrame, _ progress: inout Progress, _ hasEnded: inout Bool, hasHistory: Bool
    ) -> Bool {
        switch frame {
        case .events(var events):
            events.removeAll { $0.sequence < progress.next }
            guard let last = events.last else { break }
            let translation = Self.translation(of: events) ?? progress.translation
            guard translation == progress.translation || !hasHistory else { return false }
            progress = Progress(next: last.sequence &+ 1, translation: translation)
            message.yield(.events(translation == 0 ? events : events.map { $0.moved(by: translation) }))
        case .status(let status):
            hasEnded = status.hasEnded
            message.yield(.status(status))
        case .hello, .request: break
        }
        return true
    }

    /// Returns what the decisions among events add to the recorder's times; `nil` without a decision.
    private static func translation(of events: [SensorEvent]) -> Int64? {
        for case .clock(let decision) in events.lazy.map(\.payload) { return decision.translation }
        return nil
    }

    /// Waits for bytes and reads them. Returns `false` at the end of the connection.
    private func exchange(_ connection: inout Connection) throws(LiveError) -> Bool {
        let isSending = outgoing.withLock { !$0.isEmpty }
        var polled = [
            pollfd(fd: wake.readEnd, events: CShort(POLLIN), revents: 0),
            pollfd(fd: connection.descriptor, events: CShort(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0),
        ]
        poll(&polled, 2, -1)
        wake.clear()
        outgoing.withLock { bytes in
            guard !bytes.isEmpty else { return }
            bytes.removeFirst(max(0, Glibc.send(connection.descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))))
        }
        return try Self.read(connection.descriptor, &connection.buffer)
    }

    /// Reads the available bytes. Returns `false` at the end of the connection.
    private static func read(_ descriptor: CInt, _ buffer: inout [UInt8]) throws(LiveError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count > 0 { buffer += bytes[..<count] }
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    }

    private static func firstWord(_ descriptor: CInt, _ buffer: inout [UInt8]) throws(LiveError) -> LiveHello {
        let deadline = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < deadline {
            var polled = [pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)]
            poll(&polled, 1, 500)
            let isOpen = try read(descriptor, &buffer)
            if let frame = try LiveFrame.next(in: &buffer) {
                guard case .hello(let hello) = frame else { throw .malformed }
                return hello
            }
            guard isOpen else { throw .crowded }
        }
        throw .lost
    }
}
