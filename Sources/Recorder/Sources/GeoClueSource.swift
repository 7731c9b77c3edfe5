import GeoClueClient
import SensorModel
import Synchronization

/// The system's location service, GeoClue, as a source of events.
///
/// It may ask a network service for the location, so it is a source only if the user has chosen it.
public final class GeoClueSource: EventSource {
    /// The name of every location service, since a machine has only one.
    public let name = GeoClueClient.sourceName
    private let client = Mutex<GeoClueClient?>(nil)

    /// Creates a source without connecting.
    public init() {}

    /// Connects, and asks again as necessary.
    public func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void) {
        let name = name
        let new = GeoClueClient(device: context.devices.number(of: name), now: context.clock.now)
        client.withLock { $0 = new }
        new.start { update in
            let status = SourceStatus(
                name: name, state: .locationService(update.state), isLocal: true, detail: update.trouble)
            deliver(SourceUpdate(events: update.events, status: status))
        }
    }

    /// Ends the conversation.
    public func stop() {
        client.withLock { $0 }?.stop()
    }
}
