import Foundation
public import SensorModel
import Synchronization

/// Follows a gpsd until stopped: connects, requests reports, detects silence, and reconnects.
///
/// Runs on its own thread, because gpsd disconnects clients that read too slowly, and delivers events on that thread,
/// in order. Guide: docs/recording.md.
public final class GPSDClient: Sendable {
    /// The events and the state since the previous update.
    public struct Update: Sendable {
        /// The new events, in order; may be empty.
        public var events: [LoggedEvent]
        /// The state of the connection.
        public var state: GPSDLink.State
        /// A description of the current problem; `nil` if there is none.
        public var trouble: String?
        /// A sentence about what to do about the problem, if that is known here.
        public var advice: String?
    }

    /// The host and port that the client connects to.
    public let address: GPSDAddress
    private let now: @Sendable () -> Instant
    private let identify: @Sendable (String) -> DeviceID
    private let wake: WakePipe
    private let isStopped = Atomic(false)
    private let ended = DispatchGroup()
    private let connectTimeout = 5.0

    /// Creates a client without starting it.
    /// - Parameters:
    ///   - address: The address of gpsd.
    ///   - now: The recorder's clock, which never steps.
    ///   - identify: Returns the number of a receiver (by its path) or of gpsd (by its name); always the same one.
    public init(
        address: GPSDAddress, now: @escaping @Sendable () -> Instant,
        identify: @escaping @Sendable (String) -> DeviceID
    ) {
        self.address = address
        self.now = now
        self.identify = identify
        wake = WakePipe()
    }

    /// Starts to follow gpsd. Calls `deliver` on the client's thread until ``stop()``.
    public func start(deliver: @escaping @Sendable (Update) -> Void) {
        ended.enter()
        Thread.detachNewThread { [self] in
            follow(deliver)
            ended.leave()
        }
    }

    /// Closes the connection. Open epochs are delivered before it returns. Waits at most two seconds.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        wake.signal()
        _ = ended.wait(timeout: .now() + 2)
    }

    /// Returns the delays between connection attempts.
    ///
    /// A gpsd on this machine is tried often, because there a rejected connection costs little and a missed fix matters
    /// more. Without a gpsd, this wakes the machine at most 12 times per minute.
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
        Update(events: events, state: link.state, trouble: link.trouble, advice: link.advice)
    }
}
