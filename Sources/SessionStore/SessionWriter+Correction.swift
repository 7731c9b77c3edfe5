public import SensorModel

extension SessionWriter {
    /// Appends the user's corrections to a finished session. Recorded events are not changed.
    /// - Parameters:
    ///   - path: The path of the session.
    ///   - corrections: The corrections; later ones override earlier ones.
    /// - Returns: The events that were appended.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    @discardableResult
    public static func correct(
        _ path: String, with corrections: [Correction]
    ) throws(SessionError) -> [SensorEvent] {
        let writer = try SessionWriter(resuming: path)
        // Corrections use the time of the last event: one made today must not extend last year's session.
        let time = try SessionReader(opening: path).lastPlace() ?? Instant(nanoseconds: 0)
        let first = writer.nextSequence
        let events = corrections.enumerated().map { index, correction in
            SensorEvent(time: time, sequence: first &+ UInt64(index), payload: .correction(correction))
        }
        try writer.append(events.map { LoggedEvent($0) })
        try writer.close()
        return events
    }

    /// Removes corrections appended by ``correct(_:with:)``.
    /// - Parameters:
    ///   - corrections: The events that it returned.
    ///   - path: The path of the session.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    public static func withdraw(_ corrections: [SensorEvent], from path: String) throws(SessionError) {
        let writer = try SessionWriter(resuming: path)
        try writer.remove(corrections: corrections.map(\.sequence))
        try writer.close()
    }
}

extension SessionReader {
    /// Returns the latest time of an event, in session order; `nil` for an empty session.
    func lastPlace() throws(SessionError) -> Instant? {
        var last: Instant?
        let order = EventOrder()
        try forEachBatch(.lastRows) { batch in
            for logged in batch { last = max(last ?? order.place(of: logged.event), order.place(of: logged.event)) }
        }
        return last
    }
}
