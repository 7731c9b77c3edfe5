import Foundation
import GPSDClient
import SensorModel
import Synchronization
public import Wire

/// The motion sensors at an IIO address, as a source of events.
///
/// A separate process (`odographctl capture-sensors`) reads them, because libiio trusts the data that an iiod sends.
/// This source starts the process, validates its frames, and restarts it if it ends, hangs, or uses too many resources.
public final class IIOEventSource: EventSource {
    /// The name of the source: `iio` and the address.
    public let name: String
    private let uri: String
    private let program: String
    private let bounds: CaptureBounds
    private let choices: [SensorChoice]
    private let isStopping = Atomic(false)
    private let wake = WakePipe()
    private let ended = DispatchGroup()

    /// The maximum time that ``stop()`` waits, in seconds, because the name resolver can block for longer.
    private static let longestStop = 0.9

    /// Creates a source for an address without opening it.
    /// - Parameters:
    ///   - uri: The address: `local:`, `ip:HOST[:PORT]`. An invalid address is reported as missing.
    ///   - program: The path of `odographctl`.
    ///   - choices: The user's choices for individual sensors.
    ///   - bounds: The limits on the process that reads the sensors.
    public init(uri: String, program: String, choices: [SensorChoice] = [], bounds: CaptureBounds = .init()) {
        self.uri = uri
        self.program = program
        self.bounds = bounds
        self.choices = choices
        name = "iio \(uri)"
    }

    /// Starts to search for sensors and to capture them.
    public func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void) {
        ended.enter()
        Thread.detachNewThread { [self] in
            CaptureSupervision(
                name: name, uri: uri, program: program, bounds: bounds, choices: choices, context: context,
                isStopping: { [self] in isStopping.load(ordering: .acquiring) }, wakeDescriptor: wake.readEnd,
                deliver: deliver
            ).run()
            ended.leave()
        }
    }

    /// Ends all captures and restores changed settings.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        wake.signal()
        _ = ended.wait(timeout: .now() + Self.longestStop)
    }
}
