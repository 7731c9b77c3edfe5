public import SensorModel

extension SessionWriter {
    /// Appends the user's corrections to a finished session. Recorded events are not changed.
    /// - Parameters:
    ///   - path: The path of the session.
    ///   - corrections: The corrections; later ones override earlier ones.
    /// - Returns: The events that were appended, as they are read back.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    @discardableResult
    public static func correct(
        _ path: String, with corrections: [Correction]
    ) throws(SessionError) -> [SensorEvent] {
        let writer = try SessionWriter(resuming: path)
        // Corrections use the time of the last event: one made today must not extend last year's session. Decisions
        // about fixes use the time of the first, to precede the fixes.
        let stored = try RecordedExtent(path)
        let (start, last) = (stored.first ?? Instant(nanoseconds: 0), stored.last ?? Instant(nanoseconds: 0))
        let first = writer.nextSequence
        let events = corrections.enumerated().map { index, correction in
            let payload = SensorEvent.Payload.correction(correction)
            return SensorEvent(
                time: payload.isFixRuling ? start : last, sequence: first &+ UInt64(index), payload: payload)
        }
        return try append(events, with: writer, stored)
    }

    /// Appends events and ends the recording. Returns them as they are read back.
    private static func append(
        _ events: [SensorEvent], with writer: SessionWriter, _ stored: RecordedExtent
    ) throws(SessionError) -> [SensorEvent] {
        try writer.append(events.map { LoggedEvent($0) })
        try writer.close()
        guard stored.hidesParts else { return events.map { $0.moved(by: stored.translation) } }
        let numbers = Set(events.map(\.sequence))
        var visible: [SensorEvent] = []
        try SessionReader(opening: stored.path).forEachBatch(.events) {
            visible += $0.lazy.map(\.event).filter { numbers.contains($0.sequence) }
        }
        return visible
    }

    /// Adds a remark about a moment to a finished session.
    /// - Parameters:
    ///   - path: The path of the session.
    ///   - text: The remark.
    ///   - instant: The moment.
    /// - Returns: The event that was appended, as it is read back.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded, and
    ///   ``SessionError/notRecorded(path:)`` for a moment before its start or after its end.
    @discardableResult
    public static func mark(_ path: String, _ text: String, at instant: Instant) throws(SessionError) -> [SensorEvent] {
        let writer = try SessionWriter(resuming: path)
        let stored = try RecordedExtent(path)
        let time = instant.moved(by: 0 &- stored.translation)
        guard let first = stored.first, let last = stored.last, first <= time, time <= last else {
            try writer.close()
            throw .notRecorded(path: path)
        }
        // It arrives after the last event, so that the order of the session stays.
        let event = SensorEvent(time: time, received: last, sequence: writer.nextSequence, payload: .marker(text))
        return try append([event], with: writer, stored)
    }

    /// Removes corrections and marks appended by ``correct(_:with:)`` and ``mark(_:_:at:)``.
    /// - Parameters:
    ///   - corrections: The events that it returned.
    ///   - path: The path of the session.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    public static func withdraw(_ corrections: [SensorEvent], from path: String) throws(SessionError) {
        let writer = try SessionWriter(resuming: path)
        try writer.remove(corrections: corrections.map(\.sequence))
        try writer.close()
    }

    /// Replaces the time spans that are hidden from every reader of a finished session.
    /// - Parameters:
    ///   - hidden: The spans; none shows everything again.
    ///   - path: The path of the session.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while it is recorded.
    public static func hide(_ hidden: HiddenSpans, in path: String) throws(SessionError) {
        let writer = try SessionWriter(resuming: path)
        try writer.replace(hidden)
        try writer.close()
    }
}

/// The times of a session's first and last events, read before it is changed: a reader that is still open when the writer ends
/// would leave the database in several files.
private struct RecordedExtent {
    let path: String
    /// The times in session order; `nil` for an empty session.
    let first, last: Instant?
    /// The nanoseconds by which the events are later when they are read.
    let translation: Int64
    /// Whether parts of the session are hidden.
    let hidesParts: Bool

    init(_ path: String) throws(SessionError) {
        let reader = try SessionReader(opening: path)
        (self.path, first, last) = (path, reader.firstPlace(), try reader.lastPlace())
        (translation, hidesParts) = (reader.translation, try !reader.hiddenSpans().isEmpty)
    }
}

extension SessionReader {
    /// Returns the time of the first event, in session order; `nil` for an empty session.
    func firstPlace() -> Instant? {
        var first: Instant?
        try? forEachBatch(.stored) { batch in
            first = batch.first.map { EventOrder().place(of: $0.event) }
            throw CancellationError()
        }
        return first
    }

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
