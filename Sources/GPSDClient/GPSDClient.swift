import Foundation
public import SensorModel
import Synchronization

/// Follows a gpsd for as long as it is let: connects, asks, listens, notices silence, comes back.
///
/// It has a thread of its own, since gpsd cuts off a client that reads too slowly. What it hears it delivers on that
/// thread, in order. Guide: docs/recording.md.
public final class GPSDClient: Sendable {
    /// What is new.
    public struct Update: Sendable {
        /// What happened, in its order; may be empty.
        public var events: [LoggedEvent]
        /// How the conversation stands.
        public var state: GPSDLink.State
        /// What is wrong, in words; nil while nothing is.
        public var trouble: String?
        /// Lines so far that could not be read.
        public var skippedLineCount: Int
    }

    /// Where gpsd listens.
    public let address: GPSDAddress
    private let now: @Sendable () -> Instant
    private let identify: @Sendable (String) -> DeviceID
    private let wake: WakePipe
    private let isStopped = Atomic(false)
    private let ended = DispatchGroup()
    private let connectTimeout = 5.0

    /// Makes a client that does nothing yet.
    /// - Parameters:
    ///   - address: Where gpsd listens.
    ///   - now: The recorder's clock, which never steps.
    ///   - identify: Gives a receiver, by its path, or gpsd itself, by its name, its number; always the same one.
    public init(
        address: GPSDAddress, now: @escaping @Sendable () -> Instant,
        identify: @escaping @Sendable (String) -> DeviceID
    ) {
        self.address = address
        self.now = now
        self.identify = identify
        wake = WakePipe()
    }

    /// Starts to follow gpsd; `deliver` is called on the client's thread until ``stop()``.
    public func start(deliver: @escaping @Sendable (Update) -> Void) {
        ended.enter()
        Thread.detachNewThread { [self] in
            follow(deliver)
            ended.leave()
        }
    }

    /// Ends the conversation; what was open is delivered before it returns. Waits two seconds at most.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        wake.signal()
        _ = ended.wait(timeout: .now() + 2)
    }

    private func follow(_ deliver: @Sendable (Update) -> Void) {
        var link = GPSDLink(address: address.description, identify: identify)
        // A gpsd on this machine is asked often: a refused connection costs nothing there, a missed fix does.
        var backoff = address.isLocal ? Backoff(longest: 4) : Backoff()
        while !isStopped.load(ordering: .acquiring) {
            link.begin(at: now())
            deliver(update(of: &link))
            do throws(GPSDError) {
                let socket = try GPSDSocket(to: address, timeout: connectTimeout, wake: wake.readEnd)
                link.connect(at: now())
                try converse(socket, &link, &backoff, deliver)
            } catch .stopped {
                break
            } catch {
                link.disconnect(error.description, at: now())
                deliver(update(of: &link))
                GPSDSocket.pause(seconds: backoff.next(chance: .random(in: 0...1)), wake: wake.readEnd)
            }
        }
        link.finish()
        deliver(update(of: &link))
    }

    private func converse(
        _ socket: borrowing GPSDSocket, _ link: inout GPSDLink, _ backoff: inout Backoff,
        _ deliver: @Sendable (Update) -> Void
    ) throws(GPSDError) {
        var buffer = [UInt8](repeating: 0, count: LineSplitter.defaultBound)
        var shown = link.state
        var second = SecondOpinions(address: address)
        while true {
            second.seek(link.isUnanswered, at: now(), wake: wake.readEnd)
            let deadline = [link.deadline, second.deadline].compactMap { $0 }.min()
            let seconds = deadline.map { max(0, $0 - now()) }
            switch socket.wait(seconds: seconds, wake: wake.readEnd, other: second.descriptor) {
            case .woken: throw .stopped
            case .bytes:
                let count = try socket.read(into: &buffer)
                link.receive(buffer[..<count], at: now())
            case .otherBytes: second.hear(at: now())
            case .deadline: break
            }
            link.advance(to: now())
            let output = link.drain()
            if !output.events.isEmpty || link.state != shown { deliver(update(of: link, output.events)) }
            shown = link.state
            if link.state != .connecting, link.state != .greeted { backoff.reset() }
            for request in output.requests { try socket.send(request) }
            if let reason = output.closeReason { throw .closed(reason) }
            if link.isUnanswered, second.isOver(at: now()) { throw .closed("it has forgotten this connection") }
        }
    }

    private func update(of link: inout GPSDLink) -> Update { update(of: link, link.drain().events) }

    private func update(of link: GPSDLink, _ events: [LoggedEvent]) -> Update {
        Update(
            events: events, state: link.state, trouble: link.trouble, skippedLineCount: link.skippedLineCount)
    }
}
