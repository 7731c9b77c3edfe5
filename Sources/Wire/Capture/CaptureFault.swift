/// The reason why a capture child was ended, or ended by itself.
public enum CaptureFault: Error, Sendable, Hashable {
    /// Its bytes do not follow the format.
    case malformedFrame
    /// A frame exceeds ``CaptureBounds/frameBytes``.
    case longFrame
    /// Its first frame is not a greeting of this version.
    case noGreeting
    /// It mentions a sensor that it did not introduce.
    case unknownSensor
    /// It introduces more sensors than ``CaptureBounds/devices``.
    case tooManySensors
    /// It sends more than ``CaptureBounds/samplesPerSecond`` or ``CaptureBounds/reportsPerSecond``.
    case tooMuch
    /// An arrival time is outside of ``CaptureBounds/oldestArrival`` and ``CaptureBounds/newestArrival``.
    case impossibleTime
    /// It has more threads or occupies more memory than the bounds allow.
    case grown
    /// It made no progress.
    case hung
    /// A signal ended it.
    case killed(signal: Int32)
    /// It ended by itself.
    case ended(status: Int32)
    /// It could not be started.
    case notStarted(reason: String)
    /// The name of the host is not known.
    case unknownHost(reason: String)

    /// What happened, as the end of a sentence about the process that reads an address.
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
