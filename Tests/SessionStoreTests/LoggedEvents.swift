import SensorModel
import SessionStore

extension SessionReader {
    /// Every event in the order of the session, with what it was made of.
    /// - Throws: What keeps one of them from being read.
    func loggedEvents() throws(SessionError) -> [LoggedEvent] {
        var events: [LoggedEvent] = []
        try forEachBatch { events += $0 }
        return events.sorted { $0.event.sequence < $1.event.sequence }
    }
}
