public import SensorModel
import Synchronization

/// Something that delivers events: gpsd, the motion sensors, a script.
public protocol EventSource: Sendable {
    /// Its name for the user, unique within a recording.
    var name: String { get }

    /// Starts it.
    /// - Parameters:
    ///   - context: The recording's clock and numbers.
    ///   - deliver: Takes what is new, in order, from any thread, and returns at once.
    func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void)

    /// Stops it and returns when everything is delivered; it may block for a little while.
    func stop()
}

/// What a source gets from its recording.
public struct SourceContext: Sendable {
    /// The recording's clock.
    public let clock: RecorderClock
    /// The recording's device numbers.
    public let devices: DeviceNumbers

    /// Joins the two.
    public init(clock: RecorderClock, devices: DeviceNumbers) {
        self.clock = clock
        self.devices = devices
    }
}

/// What is new with a source.
public struct SourceUpdate: Sendable {
    /// What happened, in its order; the recorder numbers and sorts it.
    public var events: [LoggedEvent]
    /// How the source stands now; nil if that has not changed.
    public var status: SourceStatus?

    /// Joins the two.
    public init(events: [LoggedEvent] = [], status: SourceStatus? = nil) {
        self.events = events
        self.status = status
    }
}

/// Gives every device of a recording its number: one that comes back gets the one it had.
public final class DeviceNumbers: Sendable {
    private let numbers = Mutex<[String: DeviceID]>([:])

    /// Creates an empty register.
    public init() {}

    /// Returns the number of a name; numbers begin at one and end at 65 535, which all further ones share.
    public func number(of name: String) -> DeviceID {
        numbers.withLock { numbers in
            if let known = numbers[name] { return known }
            let new = DeviceID(UInt16(clamping: numbers.count + 1))
            numbers[name] = new
            return new
        }
    }
}
