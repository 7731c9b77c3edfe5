public import GPSDClient
import SensorModel
import Synchronization

/// The receivers behind a gpsd as a source of events.
public final class GPSDSource: EventSource {
    /// `gpsd` and its address.
    public let name: String
    private let address: GPSDAddress
    private let client = Mutex<GPSDClient?>(nil)

    /// Names a gpsd; nothing is opened yet.
    public init(_ address: GPSDAddress) {
        self.address = address
        name = "gpsd \(address)"
    }

    /// Connects, and keeps at it.
    public func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void) {
        let name = name
        let new = GPSDClient(address: address, now: context.clock.now) { path in
            context.devices.number(of: path == name ? name : "\(name) \(path)")
        }
        client.withLock { $0 = new }
        new.start { update in
            deliver(SourceUpdate(events: update.events, status: Self.status(name, update)))
        }
    }

    /// Ends the conversation; what is open is delivered first.
    public func stop() {
        client.withLock { $0 }?.stop()
    }

    private static func status(_ name: String, _ update: GPSDClient.Update) -> SourceStatus {
        SourceStatus(
            name: name, state: .gpsd(update.state), isUnresponsive: update.isUnresponsive, detail: update.trouble)
    }
}
