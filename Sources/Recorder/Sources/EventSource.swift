public import SensorModel
import Synchronization

/// A source of events, such as gpsd, the motion sensors, or a script.
public protocol EventSource: Sendable {
    /// The name shown to the user, unique within a recording.
    var name: String { get }

    /// Starts the source.
    /// - Parameters:
    ///   - context: The recording's clock and device numbers.
    ///   - deliver: Accepts updates, in order, from any thread, and returns immediately.
    func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void)

    /// Stops the source and returns when all events are delivered; may block for a short time.
    func stop()
}

/// The parts of a recording that a source uses.
public struct SourceContext: Sendable {
    /// The recording's clock.
    public let clock: RecorderClock
    /// The recording's device numbers.
    public let devices: DeviceNumbers

    /// Creates a context.
    /// - Parameters:
    ///   - clock: The clock that gives events their arrival times.
    ///   - devices: The numbers of the sensors.
    public init(clock: RecorderClock, devices: DeviceNumbers) { (self.clock, self.devices) = (clock, devices) }
}

/// New events from a source, and its new status.
public struct SourceUpdate: Sendable {
    /// The events in order; the recorder numbers and sorts them.
    public var events: [LoggedEvent]
    /// The new status; `nil` if it has not changed.
    public var status: SourceStatus?
}

/// Assigns numbers to the devices of a recording. A device that returns keeps its number.
public final class DeviceNumbers: Sendable {
    private let numbers = Mutex<[String: DeviceID]>([:])

    /// Creates an empty register.
    public init() {}

    /// Returns the number for a name. Numbers start at 1; all names beyond 65 535 share that number.
    public func number(of name: String) -> DeviceID {
        numbers.withLock { numbers in
            if let known = numbers[name] { return known }
            let new = DeviceID(UInt16(clamping: numbers.count + 1))
            numbers[name] = new
            return new
        }
    }
}
