import CGIOLibrary

/// The reports of the bus, in order. Only the thread that talks to the bus uses it.
final class Inbox {
    /// A report of the bus.
    enum Report: Equatable {
        /// A location object was made, at a path.
        case location(path: String)
        /// Whether GeoClue states locations to this client.
        case active(Bool)
        /// GeoClue left the bus, or another process has its name.
        case ownerChanged
        /// The connection to the bus ended.
        case closed
    }

    private var reports: [Report] = []

    /// Adds a report. Beyond ``GeoClueBounds/waitingLocations``, the oldest location goes.
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

    /// Adds what a signal reports; nothing if its arguments have other types.
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
