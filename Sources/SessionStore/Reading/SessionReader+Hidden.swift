import GRDB
public import SensorModel

extension SessionReader {
    /// Returns the time spans that the user hid; the events in them are not read.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func hiddenSpans() throws(SessionError) -> HiddenSpans {
        try SessionError.translating(path) { try queue.read(HiddenRow.fetch) }
    }

    /// Returns the time of the first event, hidden or not, in session order; `nil` for an empty session.
    public func recordedStart() -> Instant? { firstPlace()?.moved(by: translation) }

    /// Returns whether a measurement would be visible if some time spans were hidden. O(n).
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func hasMeasurement(outside hidden: HiddenSpans) throws(SessionError) -> Bool {
        let (order, translation) = (EventOrder(), translation)
        var isFound = false
        try forEachBatch(.stored) { batch in
            isFound =
                isFound
                || batch.contains { logged in
                    let isFix = if case .fix = logged.event.payload { true } else { false }
                    return (isFix || logged.event.payload.sample != nil)
                        && !hidden.hides(order.place(of: logged.event).moved(by: translation))
                }
        }
        return isFound
    }
}
