import Foundation
import GPSDClient
import SensorModel
import Synchronization
public import Wire

/// The motion sensors at an IIO address as a source of events.
///
/// A process of its own reads them (`odographctl capture-sensors`), because libiio trusts whatever an iiod sends. This
/// source starts it, reads its frames and trusts none of them, and starts it again whenever it ends, hangs or grows.
public final class IIOEventSource: EventSource {
    /// `iio` and its address.
    public let name: String
    private let uri: String
    private let program: String
    private let bounds: CaptureBounds
    private let choices: [SensorChoice]
    private let isStopping = Atomic(false)
    private let wake = WakePipe()
    private let ended = DispatchGroup()

    /// The longest that ``stop()`` waits, in seconds: a resolver of names can block for longer than any recording's end.
    private static let longestStop = 0.9

    /// Names an address; nothing is opened yet.
    /// - Parameters:
    ///   - uri: The address: `local:`, `ip:HOST[:PORT]`. What is not an address is reported as missing.
    ///   - program: The path of `odographctl`.
    ///   - choices: The user's choices for single sensors.
    ///   - bounds: What is accepted of the process that reads the sensors.
    public init(uri: String, program: String, choices: [SensorChoice] = [], bounds: CaptureBounds = .init()) {
        self.uri = uri
        self.program = program
        self.bounds = bounds
        self.choices = choices
        name = "iio \(uri)"
    }

    /// Looks for sensors, and continues to look.
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

    /// Ends every capture and puts back what was changed.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        wake.signal()
        _ = ended.wait(timeout: .now() + Self.longestStop)
    }
}
