import Foundation
import GPSDClient
import Glibc
import SensorModel
import Synchronization

/// Sends a recorder's output to its followers, over a socket that only its owner can open.
///
/// Publishing appends to a log and returns immediately. A follower that does not read is disconnected, so that the
/// recorder never waits and its memory stays bounded; it can attach again. A single thread handles all connections. The
/// greeting states which events the follower can find in the file.
public final class LiveServer: Sendable {
    /// The limits of the server.
    struct Bounds: Sendable {
        /// The maximum number of followers.
        var followers = 16
        /// The maximum size of the frames that wait for followers, or for the file, in bytes.
        var bytes = 32 << 20
        /// The time for which a follower may leave everything unread.
        var patience = Duration.seconds(5)
        /// The number of descriptors that followers leave to gpsd, the file, and child processes.
        var reserve = 32
        /// The time for which no follower is accepted if the system has no descriptors.
        var pause = Duration.seconds(1)
    }

    private struct State {
        var followers: [LiveFollower] = []
        var log: LiveLog
        var isClosing = false

        /// Disconnects the followers for which a condition holds.
        mutating func drop(where isOver: (inout LiveFollower) -> Bool) {
            for index in followers.indices.reversed() where isOver(&followers[index]) {
                Glibc.close(followers.remove(at: index).descriptor)
            }
        }
    }

    private let state: Mutex<State>
    private let bounds: Bounds
    private let listener = Atomic<CInt>(-1)
    private let socketPath: String
    private let lock: RecorderLock
    private let path: String?
    private let wake = WakePipe()
    private let ended = DispatchGroup()
    private let onRequest: @Sendable (LiveRequest) -> Void

    /// Acquires the folder's lock. Followers can connect only after ``listen()``.
    /// - Parameters:
    ///   - folder: The runtime folder for the socket and the lock.
    ///   - path: The recording's file, from which followers read earlier events.
    ///   - onRequest: Called with each request of a follower.
    /// - Throws: ``LiveError`` if another recorder uses the folder, or if the folder cannot be used.
    public convenience init(
        in folder: RuntimeFolder, path: String?, onRequest: @escaping @Sendable (LiveRequest) -> Void
    )
        throws(LiveError)
    {
        try self.init(in: folder, path: path, bounds: Bounds(), onRequest: onRequest)
    }

    init(
        in folder: RuntimeFolder, path: String?, bounds: Bounds, onRequest: @escaping @Sendable (LiveRequest) -> Void
    ) throws(LiveError) {
        lock = try folder.lock(recording: path)
        socketPath = folder.socketPath
        self.path = path
        self.bounds = bounds
        self.onRequest = onRequest
        state = Mutex(State(log: LiveLog(bound: bounds.bytes)))
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
    public func publish(_ batch: RecorderBatch) { append { $0.append(batch) } }

    /// Sends a status to all followers.
    public func publish(_ status: RecorderStatus) { append { $0.append(status) } }

    private func append(_ append: (inout LiveLog) -> Void) {
        state.withLock { state in
            append(&state.log)
            let start = state.log.start
            state.drop { $0.position < start }
            state.log.trim(needed: state.followers.map(\.position).min())
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

    private func serve() {
        let listener = listener.load(ordering: .acquiring)
        var closingSince: ContinuousClock.Instant?
        var pausedUntil: SuspendingClock.Instant?
        while true {
            if let until = pausedUntil, SuspendingClock.now >= until { pausedUntil = nil }
            var descriptors = [
                pollfd(fd: wake.readEnd, events: CShort(POLLIN), revents: 0),
                pollfd(fd: pausedUntil == nil ? listener : -1, events: CShort(POLLIN), revents: 0),
            ]
            descriptors += state.withLock { state in
                state.followers.map { follower in
                    let events = follower.isWaiting(for: state.log) ? POLLIN | POLLOUT : POLLIN
                    return pollfd(fd: follower.descriptor, events: CShort(events), revents: 0)
                }
            }
            let isIdle = descriptors.count == 2 && pausedUntil == nil
            poll(&descriptors, nfds_t(descriptors.count), closingSince != nil ? 50 : isIdle ? -1 : 500)
            wake.clear()
            if descriptors[1].revents != 0, !accept(from: listener) { pausedUntil = .now + bounds.pause }
            let ready = Set(descriptors.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            let (isDone, requests, isClosing) = state.withLock { state in
                let requests = exchange(with: ready, &state)
                return (!state.followers.contains { $0.isWaiting(for: state.log) }, requests, state.isClosing)
            }
            requests.forEach(onRequest)
            guard isClosing else { continue }
            let since = closingSince ?? .now
            closingSince = since
            if isDone || ContinuousClock.now - since > .seconds(1) { break }
        }
        state.withLock { $0.drop { _ in true } }
        Glibc.close(listener)
    }

    /// Accepts a follower, or turns it away if there are enough. Returns `false` if the system has no descriptors.
    private func accept(from listener: CInt) -> Bool {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        state.withLock { state in
            // The system takes the lowest free number, so the number shows how many descriptors are in use.
            guard state.followers.count < bounds.followers,
                Int(descriptor) < ProcessLimits.descriptorCount - bounds.reserve
            else {
                Glibc.close(descriptor)
                return
            }
            let hello = LiveHello(
                version: LiveHello.currentVersion, process: getpid(), path: path,
                firstSequence: state.log.firstSequence)
            let greeting = LiveFrame.hello(hello).bytes + state.log.lastStatus
            state.followers.append(
                LiveFollower(descriptor: descriptor, greeting: greeting, log: state.log, at: .now))
        }
        wake.signal()
        return true
    }

    /// Reads from and writes to the followers that are ready, and disconnects those that have ended or do not read.
    /// Returns their requests.
    private func exchange(with ready: Set<CInt>, _ state: inout State) -> [LiveRequest] {
        var requests: [LiveRequest] = []
        let (log, now) = (state.log, SuspendingClock.now)
        state.drop { follower in
            let hasRead = follower.hasRead(within: bounds.patience, at: now)
            guard ready.contains(follower.descriptor) else { return !hasRead }
            guard let received = follower.receive() else { return true }
            requests += received
            return !follower.send(log) || !hasRead
        }
        state.log.trim(needed: state.followers.map(\.position).min())
        return requests
    }
}
