import CGeoClueLibrary
import Foundation
public import SensorModel
import Synchronization

/// Follows the system's location service, GeoClue, until stopped: requests the location, detects silence, and retries.
///
/// GeoClue may ask a network service for the location, so it is only started if the user has chosen it. Runs on its own
/// thread and delivers events on that thread, in order. Guide: docs/recording.md.
public final class GeoClueClient: Sendable {
    /// The events and the state since the previous update.
    public struct Update: Sendable {
        /// The new events, in order; may be empty.
        public var events: [LoggedEvent]
        /// The state of the conversation.
        public var state: GeoClueLink.State
        /// A description of the current problem, without its full stop; `nil` if there is none.
        public var trouble: String?
    }

    /// The name of the desktop file by which users give this program permission.
    public static let desktopID = "io.github.odograph.Odograph"
    /// The name under which locations appear in a session.
    public static var sourceName: String { GeoClueLink.name }

    private let now: @Sendable () -> Instant
    private let device: DeviceID
    private let busAddress: String?
    private let wakeUp = BusWakeUp()
    private let ended = DispatchGroup()

    /// Creates a client of the system's bus, or of the one at `DBUS_SYSTEM_BUS_ADDRESS`, without starting it.
    /// - Parameters:
    ///   - device: The number of the source.
    ///   - now: The recorder's clock, which never steps.
    public convenience init(device: DeviceID, now: @escaping @Sendable () -> Instant) {
        self.init(device: device, busAddress: nil, now: now)
    }

    init(device: DeviceID, busAddress: String?, now: @escaping @Sendable () -> Instant) {
        self.device = device
        self.busAddress = busAddress
        self.now = now
    }

    /// Starts to follow GeoClue. Calls `deliver` on the client's thread until ``stop()``.
    public func start(deliver: @escaping @Sendable (Update) -> Void) {
        ended.enter()
        Thread.detachNewThread { [self] in
            g_main_context_push_thread_default(wakeUp.context)
            follow(deliver)
            g_main_context_pop_thread_default(wakeUp.context)
            ended.leave()
        }
    }

    /// Ends the conversation. Waits at most two seconds.
    public func stop() {
        wakeUp.signal()
        _ = ended.wait(timeout: .now() + 2)
    }

    private func follow(_ deliver: @Sendable (Update) -> Void) {
        var link = GeoClueLink(device: device)
        var backoff = Backoff(first: 1, longest: 60)
        while !wakeUp.isSignalled {
            link.begin(at: now())
            deliver(Self.update(of: &link))
            do throws(GeoClueError) {
                let service = try GeoClueService(at: busAddress, wakeUp)
                try service.start(desktopID: Self.desktopID)
                link.start(at: now())
                deliver(Self.update(of: &link))
                try converse(service, &link, &backoff, deliver)
            } catch .stopped {
                break
            } catch {
                link.fail(error, at: now())
                deliver(Self.update(of: &link))
                pause(seconds: Self.delay(after: error, &backoff))
            }
        }
        deliver(Self.update(of: &link))
    }

    /// Reads locations until the conversation ends; throws the reason.
    private func converse(
        _ service: GeoClueService, _ link: inout GeoClueLink, _ backoff: inout Backoff,
        _ deliver: @Sendable (Update) -> Void
    ) throws(GeoClueError) {
        var told = link.state
        func tell() {
            let update = Self.update(of: &link)
            if !update.events.isEmpty || update.state != told { deliver(update) }
            told = update.state
        }
        while !wakeUp.isSignalled {
            if let ending = service.ending { throw ending }
            switch service.isActive() {
            case true?: link.start(at: now())
            case false?:
                link.pause(at: now())
                service.announced.removeAll()
            case nil: break
            }
            tell()
            while let path = service.announced.next() {
                guard let location = service.location(at: path) else { continue }
                link.receive(location, at: now())
                backoff.reset()
                tell()
            }
            link.advance(to: now())
            tell()
            if link.takeProbe() { try service.probe() }
            service.wait(seconds: link.deadline.map { $0 - now() })
        }
        throw .stopped
    }

    /// The delay in seconds before a denied location is requested again, because an agent might ask the user each time.
    private static let delayAfterDenial = 30.0

    private static func delay(after error: GeoClueError, _ backoff: inout Backoff) -> Double {
        if case .denied = error { return delayAfterDenial }
        return backoff.next(chance: .random(in: 0...1))
    }

    /// Waits before the next attempt, or until the wake-up.
    private func pause(seconds: Double) {
        let end = now() + seconds
        while !wakeUp.isSignalled, now() < end { wakeUp.wait(seconds: end - now()) }
    }

    private static func update(of link: inout GeoClueLink) -> Update {
        Update(events: link.drain(), state: link.state, trouble: link.trouble)
    }
}
