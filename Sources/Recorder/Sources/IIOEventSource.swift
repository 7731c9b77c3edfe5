public import IIOClient
import SensorModel
import Synchronization

/// The motion sensors at an IIO address as a source of events.
public final class IIOEventSource: EventSource {
    /// `iio` and its address.
    public let name: String
    private let uri: String
    private let settings: CaptureSettings
    private let source = Mutex<IIOSource?>(nil)

    /// Names an address (`local:`, `ip:host`); nothing is opened yet.
    public init(uri: String, settings: CaptureSettings = .init()) {
        self.uri = uri
        self.settings = settings
        name = "iio \(uri)"
    }

    /// Looks for sensors, and goes on looking.
    public func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void) {
        let name = name
        let new = IIOSource(uri: uri, settings: settings, now: context.clock.now) { identity in
            context.devices.number(of: "\(name) \(identity.name) \(identity.label ?? "") \(identity.index)")
        }
        source.withLock { $0 = new }
        let sensors = Mutex<[DeviceID: SourceReport]>([:])
        new.start { events in
            let status = sensors.withLock { sensors -> SourceStatus? in
                let before = sensors
                for logged in events {
                    if case .source(let report) = logged.event.payload { sensors[report.device] = report }
                }
                return sensors == before ? nil : Self.status(name, sensors)
            }
            deliver(SourceUpdate(events: events, status: status))
        }
    }

    /// Ends every capture and puts back what was changed.
    public func stop() {
        source.withLock { $0 }?.stopAndWait()
    }

    private static func status(_ name: String, _ sensors: [DeviceID: SourceReport]) -> SourceStatus {
        let connected = sensors.values.filter { $0.state == .connected }
        let ailing = sensors.values.filter { $0.state != .connected && $0.state != .connecting }
        let streams = Set(connected.flatMap(\.streams).map(\.rawValue)).sorted()
        return SourceStatus(
            name: name, state: streams.isEmpty ? "no sensors" : streams.joined(separator: "+"),
            isDelivering: !streams.isEmpty,
            detail: ailing.sorted { $0.device < $1.device }.lazy.compactMap(\.detail).first)
    }
}
