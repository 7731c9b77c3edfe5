import SensorModel

/// The errors of a connection to GeoClue.
public enum GeoClueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message bus could not be reached.
    case noBus(String)
    /// GeoClue is not installed.
    case notInstalled
    /// GeoClue, its agent, or its settings deny the location.
    case denied(String)
    /// GeoClue did not answer in time.
    case unanswered
    /// GeoClue ended or left the bus.
    case vanished
    /// A request failed for another reason.
    case failed(String)
    /// The client was stopped.
    case stopped

    /// A sentence about the problem, without its full stop.
    public var description: String {
        switch self {
        case .noBus(let reason): "the system's message bus (D-Bus) cannot be reached: \(reason)"
        case .notInstalled: "GeoClue is not installed on this machine"
        case .denied(let reason): "GeoClue denies the location: \(reason)"
        case .unanswered: "GeoClue does not answer"
        case .vanished: "GeoClue has ended"
        case .failed(let reason): "a request to GeoClue failed: \(reason)"
        case .stopped: "the recording ends"
        }
    }

    /// Creates the error for an answer of the bus.
    /// - Parameters:
    ///   - name: The D-Bus name of the error.
    ///   - message: The service's own words; cut to ``GeoClueBounds/textLength``.
    init(name: String, message: String) {
        let text = message.statement
        switch name.split(separator: ".").last ?? "" {
        case "ServiceUnknown", "NameHasNoOwner", "ServiceNotFound": self = .notInstalled
        case "AccessDenied", "AuthFailed", "InteractiveAuthorizationRequired": self = .denied(text)
        case "NoReply", "Timeout", "TimedOut": self = .unanswered
        case "UnknownObject", "Disconnected": self = .vanished
        default: self = .failed(text)
        }
    }
}

extension String {
    /// A text from the bus as part of a sentence: one line, bounded, without its full stop.
    var statement: String {
        var text = String(prefix(GeoClueBounds.textLength)).visible
        while text.last == "." || text.last == " " { text.removeLast() }
        return text
    }
}
