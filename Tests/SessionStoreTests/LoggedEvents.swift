import SensorModel
import SessionStore

extension SessionReader {
    /// Every event in the order of the session, with what it was made of.
    /// - Throws: What keeps one of them from being read.
    func loggedEvents() throws(SessionError) -> [LoggedEvent] {
        let (events, damage) = readableEvents()
        if let damage { throw damage }
        return events
    }
}
