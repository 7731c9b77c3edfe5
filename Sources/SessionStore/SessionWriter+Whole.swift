import Glibc
public import SensorModel

extension SessionWriter {
    /// Creates a session from events in their order, either completely or not at all: no failure, not even a kill,
    /// leaves a file under its name. O(n).
    /// - Parameters:
    ///   - path: The path of the file, which must not exist.
    ///   - header: The metadata of the session.
    ///   - events: The events.
    ///   - features: The map features of the session.
    ///   - proceed: Called from time to time; throws to stop writing.
    /// - Throws: ``SessionError``, or the error thrown by `proceed`.
    public static func make(
        _ path: String, header: SessionHeader, events: some RandomAccessCollection<SensorEvent>,
        features: [MapFeature] = [], proceed: () throws -> Void = {}
    ) throws {
        try SessionDraft.publish([
            SessionDraft(path, header: header, events: events, features: features, proceed: proceed)
        ])
    }
}
