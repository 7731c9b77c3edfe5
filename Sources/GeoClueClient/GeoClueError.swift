import CGeoClueLibrary
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

    /// Returns the D-Bus name and the message of a call's error, and frees it.
    static func answer(_ error: UnsafeMutablePointer<GError>?) -> (name: String, message: String) {
        guard let error else { return ("", "no reason was given") }
        defer { g_error_free(error) }
        let isLate = error.pointee.domain == g_io_error_quark() && error.pointee.code == G_IO_ERROR_TIMED_OUT.rawValue
        let name = g_dbus_error_get_remote_error(error)
        defer { g_free(name) }
        g_dbus_error_strip_remote_error(error)
        return (
            name.map { String(cString: $0) } ?? (isLate ? "TimedOut" : ""),
            error.pointee.message.map { String(cString: $0) } ?? ""
        )
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
