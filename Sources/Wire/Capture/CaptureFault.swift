/// The reason why a capture child was ended, or ended by itself.
public enum CaptureFault: Error, Sendable, Hashable {
    /// The bytes do not follow the format.
    case malformedFrame
    /// A frame exceeds ``CaptureBounds/frameBytes``.
    case longFrame
    /// The first frame is not a greeting of this version.
    case noGreeting
    /// A frame mentions a sensor that was not announced.
    case unknownSensor
    /// The child announces more sensors than ``CaptureBounds/sensors`` and the address itself.
    case tooManySensors
    /// The child sends more than ``CaptureBounds/samplesPerSecond`` or ``CaptureBounds/reportsPerSecond``.
    case tooMuch
    /// An arrival time is outside the range of ``CaptureBounds/oldestArrival`` and ``CaptureBounds/newestArrival``.
    case impossibleTime
    /// The child has more threads or uses more memory than the bounds allow.
    case grown
    /// The child made no progress.
    case hung
    /// A signal ended the child.
    case killed(signal: Int32)
    /// The child exited.
    case ended(status: Int32)
    /// The child could not be started.
    case notStarted(reason: String)
    /// The host name could not be resolved.
    case unknownHost(reason: String)

    /// A description of the fault, as the end of a sentence about the process that reads an address.
    public var account: String {
        switch self {
        case .malformedFrame: "sent bytes that cannot be read"
        case .longFrame: "sent a message that is too long"
        case .noGreeting: "did not identify itself"
        case .unknownSensor: "reported a sensor that it had not announced"
        case .tooManySensors: "announced more sensors than are accepted"
        case .tooMuch: "sent more samples or reports than any sensor delivers"
        case .impossibleTime: "sent samples of an impossible time"
        case .grown: "used too much memory or too many threads"
        case .hung: "stopped responding"
        case .killed(let signal): "was ended by signal \(signal)"
        case .ended(let status): "ended by itself (status \(status))"
        case .notStarted(let reason): "could not be started (\(reason))"
        case .unknownHost(let reason): "was not started because the host is unknown (\(reason))"
        }
    }
}
