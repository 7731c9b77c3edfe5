import Glibc
public import SensorModel

extension SessionWriter {
    /// Creates a session that is whole or not there: what fails on the way, even a kill, leaves no file under its name.
    /// - Parameters:
    ///   - path: The file; it must not exist.
    ///   - header: What the session says about itself.
    ///   - fill: Appends the events.
    /// - Throws: ``SessionError``, or what `fill` throws.
    public static func make(
        _ path: String, header: SessionHeader, fill: (SessionWriter) throws -> Void
    ) throws {
        try SessionDraft.publish([SessionDraft(path, header: header, fill: fill)])
    }

    /// Creates a session of events in their order, whole or not at all. O(n).
    /// - Parameters:
    ///   - path: The file; it must not exist.
    ///   - header: What the session says about itself.
    ///   - events: The events.
    ///   - features: What is drawn beside them.
    ///   - proceed: Called now and then; what it throws ends the making.
    /// - Throws: ``SessionError``, or what `proceed` throws.
    public static func make(
        _ path: String, header: SessionHeader, events: some RandomAccessCollection<SensorEvent>,
        features: [MapFeature] = [], proceed: () throws -> Void = {}
    ) throws {
        try SessionDraft.publish([
            SessionDraft(path, header: header, events: events, features: features, proceed: proceed)
        ])
    }
}
