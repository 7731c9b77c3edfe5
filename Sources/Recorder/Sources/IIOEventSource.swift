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

    /// Seconds by which the system's clock must have been set before sensors' times are put back.
    private static let tolerance = 0.05

    /// Names an address (`local:`, `ip:host`); nothing is opened yet.
    public init(uri: String, settings: CaptureSettings = .init()) {
        self.uri = uri
        self.settings = settings
        name = "iio \(uri)"
    }

    /// Looks for sensors, and goes on looking.
    public func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void) {
        let name = name
        let new = IIOSource(uri: uri, settings: settings) { identity in
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
            deliver(SourceUpdate(events: Self.onRecorderTime(events, context.clock), status: status))
        }
    }

    /// Ends every capture and puts back what was changed.
    public func stop() {
        source.withLock { $0 }?.stopAndWait()
    }

    /// Sensors are stamped by the system's clock; where that was set while recording, their times are put back on the
    /// recording's, which never steps.
    private static func onRecorderTime(_ events: [LoggedEvent], _ clock: RecorderClock) -> [LoggedEvent] {
        let offset = clock.systemTime() - clock.now()
        guard abs(offset) > tolerance else { return events }
        return events.map { logged in
            var logged = logged
            logged.event.time = logged.event.time + -offset
            logged.event.received = logged.event.received + -offset
            return logged
        }
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
