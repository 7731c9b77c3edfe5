import Foundation
import GPSDClient
import Glibc
import SensorModel
import Synchronization

/// Sends a recorder's output to any number of followers, over a socket that only its owner can open.
///
/// Publishing appends to buffers and returns immediately. A follower that reads too slowly is disconnected, so that the
/// recorder never waits. A single thread handles all connections. The greeting states which events the follower can
/// find in the file.
public final class LiveServer: Sendable {
    /// The maximum number of bytes, beyond its initial backlog, that may wait for a follower before it is disconnected.
    static let followerBound = 8 << 20

    /// The maximum size of the events kept for late followers while the file cannot be written, in bytes.
    static let retainedBound = 32 << 20

    private struct Follower {
        let descriptor: CInt
        var outgoing: [UInt8]
        /// The number of bytes at the front of `outgoing` that are left of the initial backlog.
        var backlog: Int
        var incoming: [UInt8] = []

        /// The number of bytes that were added later and are still waiting.
        var unread: Int { outgoing.count - backlog }

        init(descriptor: CInt, backlog: [UInt8]) {
            self.descriptor = descriptor
            outgoing = backlog
            self.backlog = backlog.count
        }
    }

    private struct State {
        var followers: [Follower] = []
        /// Frames of events that the file does not contain yet, with the numbers of their first and last events.
        var retained: [(first: UInt64, last: UInt64, frame: [UInt8])] = []
        var firstSequence: UInt64 = 0
        var lastStatus: [UInt8] = []
        var isClosing = false
    }

    private let state = Mutex(State())
    private let listener = Atomic<CInt>(-1)
    private let socketPath: String
    private let lock: RecorderLock
    private let path: String?
    private let wake = WakePipe()
    private let ended = DispatchGroup()
    private let onStop: @Sendable () -> Void

    /// Acquires the folder's lock. Followers can connect only after ``listen()``.
    /// - Parameters:
    ///   - folder: The runtime folder for the socket and the lock.
    ///   - path: The recording's file, from which followers read earlier events.
    ///   - onStop: Called when a follower requests a clean end.
    /// - Throws: ``LiveError`` if another recorder uses the folder, or if the folder cannot be used.
    public init(in folder: RuntimeFolder, path: String?, onStop: @escaping @Sendable () -> Void) throws(LiveError) {
        lock = try folder.lock(recording: path)
        socketPath = folder.socketPath
        self.path = path
        self.onStop = onStop
    }

    /// Accepts followers. Call this once, after the file that they read earlier events from has been created.
    /// - Throws: ``LiveError`` if the socket cannot be created in the folder.
    public func listen() throws(LiveError) {
        listener.store(try UnixSocket.listen(at: socketPath), ordering: .releasing)
        ended.enter()
        Thread.detachNewThread { [self] in
            serve()
            ended.leave()
        }
    }

    /// Sends a batch to all followers. Keeps the events that the file lacks for later followers.
    public func publish(_ batch: RecorderBatch) {
        guard let first = batch.events.first?.sequence, let last = batch.events.last?.sequence else { return }
        let frame = LiveFrame.events(batch.events).bytes
        state.withLock { state in
            // The file contains a batch either completely or not at all.
            state.retained.append((first, last, frame))
            state.retained.removeAll { $0.last < batch.firstUnwritten }
            while state.retained.count > 1, state.retained.reduce(0, { $0 + $1.frame.count }) > Self.retainedBound {
                state.retained.removeFirst()
            }
            state.firstSequence = state.retained.first?.first ?? last + 1
            Self.append(frame, to: &state)
        }
        wake.signal()
    }

    /// Sends a status to all followers.
    public func publish(_ status: RecorderStatus) {
        let frame = LiveFrame.status(status).bytes
        state.withLock { state in
            state.lastStatus = frame
            Self.append(frame, to: &state)
        }
        wake.signal()
    }

    /// Sends the remaining data, for at most a second, and closes all connections.
    public func close() {
        state.withLock { $0.isClosing = true }
        wake.signal()
        ended.wait()
        unlink(socketPath)
    }

    /// The number of connected followers.
    public var followerCount: Int { state.withLock { $0.followers.count } }

    private static func append(_ frame: [UInt8], to state: inout State) {
        for index in state.followers.indices.reversed() {
            if state.followers[index].unread + frame.count > followerBound {
                Glibc.close(state.followers.remove(at: index).descriptor)
            } else {
                state.followers[index].outgoing += frame
            }
        }
    }

    private func serve() {
        let listener = listener.load(ordering: .acquiring)
        var closingSince: ContinuousClock.Instant?
        while true {
            let polled = state.withLock { state in
                [pollfd(fd: wake.readEnd, events: CShort(POLLIN), revents: 0)]
                    + [pollfd(fd: listener, events: CShort(POLLIN), revents: 0)]
                    + state.followers.map {
                        pollfd(
                            fd: $0.descriptor, events: CShort($0.outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT),
                            revents: 0)
                    }
            }
            var descriptors = polled
            poll(&descriptors, nfds_t(descriptors.count), closingSince == nil ? -1 : 50)
            wake.clear()
            if descriptors[1].revents != 0 { accept(from: listener) }
            let ready = Set(descriptors.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            let (isDone, stopWanted, isClosing) = state.withLock { state in
                let stopWanted = Self.exchange(with: ready, &state)
                return (state.followers.allSatisfy { $0.outgoing.isEmpty }, stopWanted, state.isClosing)
            }
            if stopWanted { onStop() }
            guard isClosing else { continue }
            let since = closingSince ?? .now
            closingSince = since
            if isDone || ContinuousClock.now - since > .seconds(1) { break }
        }
        state.withLock { state in
            for follower in state.followers { Glibc.close(follower.descriptor) }
            state.followers = []
        }
        Glibc.close(listener)
    }

    private func accept(from listener: CInt) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        state.withLock { state in
            let hello = LiveHello(
                version: LiveHello.currentVersion, process: getpid(), path: path, firstSequence: state.firstSequence)
            let backlog = state.retained.flatMap(\.frame)
            state.followers.append(
                Follower(descriptor: descriptor, backlog: LiveFrame.hello(hello).bytes + backlog + state.lastStatus))
        }
        wake.signal()
    }

    /// Reads from and writes to the followers that are ready. Returns whether one of them requests the end.
    private static func exchange(with ready: Set<CInt>, _ state: inout State) -> Bool {
        var stopWanted = false
        for index in state.followers.indices.reversed() where ready.contains(state.followers[index].descriptor) {
            let isAlive = read(&state.followers[index], &stopWanted) && write(&state.followers[index])
            if !isAlive { Glibc.close(state.followers.remove(at: index).descriptor) }
        }
        return stopWanted
    }

    private static func read(_ follower: inout Follower, _ stopWanted: inout Bool) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(follower.descriptor, &buffer, buffer.count, 0)
        guard count != 0, count > 0 || errno == EAGAIN || errno == EINTR else { return false }
        follower.incoming += buffer[..<max(0, count)]
        // A follower sends very little; one that sends more, or invalid data, is disconnected.
        guard follower.incoming.count <= buffer.count else { return false }
        do {
            while let frame = try LiveFrame.next(in: &follower.incoming) {
                if case .stop = frame { stopWanted = true }
            }
            return true
        } catch {
            return false
        }
    }

    private static func write(_ follower: inout Follower) -> Bool {
        guard !follower.outgoing.isEmpty else { return true }
        let count = send(
            follower.descriptor, follower.outgoing, follower.outgoing.count, CInt(MSG_NOSIGNAL))
        guard count >= 0 || errno == EAGAIN || errno == EINTR else { return false }
        follower.outgoing.removeFirst(max(0, count))
        follower.backlog = max(0, follower.backlog - max(0, count))
        return true
    }
}
