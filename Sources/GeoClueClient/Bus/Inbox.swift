import CGIOLibrary

/// The reports from the bus, in order. Used only by the thread of the bus.
final class Inbox {
    /// A report from the bus.
    enum Report: Equatable {
        /// A location object was created at a path.
        case location(path: String)
        /// GeoClue started or stopped stating locations to this client.
        case active(Bool)
        /// GeoClue left the bus, or another process has taken its name.
        case ownerChanged
        /// The connection to the bus ended.
        case closed
    }

    private var reports: [Report] = []

    /// Adds a report. Removes the oldest location if there are more than ``GeoClueBounds/waitingLocations``.
    func append(_ report: Report) {
        if case .location = report {
            let waiting = reports.indices.filter { if case .location = reports[$0] { true } else { false } }
            if waiting.count >= GeoClueBounds.waitingLocations, let oldest = waiting.first {
                reports.remove(at: oldest)
            }
        } else if reports.last == report {
            return
        }
        reports.append(report)
    }

    /// Removes and returns the oldest report; `nil` if there is none.
    func next() -> Report? { reports.isEmpty ? nil : reports.removeFirst() }

    /// Adds the report of a signal. Ignores a signal whose arguments have other types.
    func take(_ member: String, _ arguments: BusValue) {
        switch member {
        case "LocationUpdated" where arguments.type == "(oo)":
            if let path = arguments[1]?.text { append(.location(path: path)) }
        case "PropertiesChanged" where arguments.type == "(sa{sv}as)":
            if let isActive = arguments[1]?["Active"]?.flag { append(.active(isActive)) }
        case "NameOwnerChanged" where arguments.type == "(sss)":
            append(.ownerChanged)
        default: break
        }
    }
}
