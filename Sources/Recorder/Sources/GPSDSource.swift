public import GPSDClient
import SensorModel
import Synchronization

/// The receivers behind a gpsd, as a source of events.
public final class GPSDSource: EventSource {
    /// The name of the source: `gpsd` and the address.
    public let name: String
    private let address: GPSDAddress
    private let client = Mutex<GPSDClient?>(nil)

    /// Creates a source for a gpsd without connecting.
    public init(_ address: GPSDAddress) {
        self.address = address
        name = "gpsd \(address)"
    }

    /// Connects, and reconnects as necessary.
    public func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void) {
        let (name, isLocal) = (name, address.isLocal)
        let new = GPSDClient(address: address, now: context.clock.now) { path in
            context.devices.number(of: path == name ? name : "\(name) \(path)")
        }
        client.withLock { $0 = new }
        new.start { update in
            deliver(SourceUpdate(events: update.events, status: Self.status(name, isLocal: isLocal, update)))
        }
    }

    /// Closes the connection; open epochs are delivered first.
    public func stop() {
        client.withLock { $0 }?.stop()
    }

    private static func status(_ name: String, isLocal: Bool, _ update: GPSDClient.Update) -> SourceStatus {
        SourceStatus(
            name: name, state: .gpsd(update.state), isLocal: isLocal, detail: update.trouble, advice: update.advice)
    }
}
