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
        /// True if gpsd accepts connections and does not answer on them.
        public var isUnresponsive: Bool
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

    /// Creates a client that does nothing yet.
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

    /// A gpsd on this machine is asked often, since a refused connection costs little there and a missed fix does not;
    /// not so often that a machine without one wakes up more than 12 times per minute.
    static func backoff(for address: GPSDAddress) -> Backoff { address.isLocal ? Backoff(longest: 7) : Backoff() }

    private func follow(_ deliver: @Sendable (Update) -> Void) {
        var link = GPSDLink(address: address.description, identify: identify)
        let conversation = GPSDConversation(address: address, now: now, wake: wake.readEnd)
        var backoff = Self.backoff(for: address)
        while !isStopped.load(ordering: .acquiring) {
            link.begin(at: now())
            deliver(update(of: &link))
            do throws(GPSDError) {
                let socket = try GPSDSocket(to: address, timeout: connectTimeout, wake: wake.readEnd)
                link.connect(at: now())
                try conversation.run(socket, &link, &backoff) { deliver(update(of: $0, $1)) }
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

    private func update(of link: inout GPSDLink) -> Update { update(of: link, link.drain().events) }

    private func update(of link: GPSDLink, _ events: [LoggedEvent]) -> Update {
        Update(
            events: events, state: link.state, trouble: link.trouble, isUnresponsive: link.isUnresponsive,
            skippedLineCount: link.skippedLineCount)
    }
}
