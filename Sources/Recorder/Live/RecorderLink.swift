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
    private let descriptor: CInt
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

    /// The number of earlier events per part: all events of a day together would need gigabytes.
    private static let partLength = 20_000

    /// Follows the recorder that runs in a folder.
    /// - Parameters:
    ///   - folder: The recorder's runtime folder.
    ///   - history: Reads the earlier events from the file; `nil` to receive only new events.
    /// - Throws: ``LiveError`` if no recorder runs there, or if it uses another version.
    public static func attach(to folder: RuntimeFolder, history: History? = nil) throws(LiveError) -> RecorderLink {
        let descriptor = try UnixSocket.connect(to: folder.socketPath)
        var buffer: [UInt8] = []
        do throws(LiveError) {
            let hello = try firstWord(descriptor, &buffer)
            guard hello.version == LiveHello.currentVersion else { throw .version(hello.version) }
            return RecorderLink(descriptor, hello: hello, buffer: buffer, history: history)
        } catch {
            close(descriptor)
            throw error
        }
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
        for _ in 0..<200 {
            if let link = try? attach(to: folder, history: history), link.hello.process == child.process { return link }
            if child.hasEnded { throw .endedAtOnce(child.words) }
            try? await Task.sleep(for: .milliseconds(50))
        }
        throw .noRecorder(folder.socketPath)
    }

    private init(_ descriptor: CInt, hello: LiveHello, buffer: [UInt8], history: History?) {
        self.descriptor = descriptor
        self.hello = hello
        (messages, message) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .unbounded)
        Thread.detachNewThread { [self] in
            let failure = follow(buffer, history)
            message.yield(.ended(failure))
            message.finish()
            close(descriptor)
        }
    }

    /// Requests a clean end of the recording; the last status and ``Message/ended(_:)`` follow.
    public func stop() {
        outgoing.withLock { $0 += LiveFrame.stop.bytes }
        wake.signal()
    }

    /// Stops following; the recording continues.
    public func detach() {
        isDetached.store(true, ordering: .releasing)
        wake.signal()
    }

    private func follow(_ first: [UInt8], _ history: History?) -> LiveError? {
        if let history, let path = hello.path, hello.firstSequence > 0 {
            do {
                try history(path) { part in
                    let past = part.filter { $0.sequence < hello.firstSequence }
                    if !past.isEmpty { message.yield(.events(past)) }
                }
            } catch {
                return .folder(path, reason: "\(error)")
            }
        }
        var buffer = first
        var hasEnded = false
        do throws(LiveError) {
            while !isDetached.load(ordering: .acquiring) {
                while let frame = try LiveFrame.next(in: &buffer) { deliver(frame, &hasEnded) }
                guard try exchange(&buffer) else { return hasEnded ? nil : .lost }
            }
            return nil
        } catch {
            return error
        }
    }

    private func deliver(_ frame: LiveFrame, _ hasEnded: inout Bool) {
        switch frame {
        case .events(let events): message.yield(.events(events))
        case .status(let status):
            hasEnded = status.hasEnded
            message.yield(.status(status))
        case .hello, .stop: break
        }
    }

    /// Waits for bytes and reads them. Returns `false` at the end of the connection.
    private func exchange(_ buffer: inout [UInt8]) throws(LiveError) -> Bool {
        let isSending = outgoing.withLock { !$0.isEmpty }
        var polled = [
            pollfd(fd: wake.readEnd, events: CShort(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: CShort(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0),
        ]
        poll(&polled, 2, -1)
        wake.clear()
        outgoing.withLock { bytes in
            guard !bytes.isEmpty else { return }
            bytes.removeFirst(max(0, send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))))
        }
        return try Self.read(descriptor, &buffer)
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
