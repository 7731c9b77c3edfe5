import Glibc
public import SensorModel

extension SessionWriter {
    /// Events in one transaction, where all of them are at hand.
    private static let batchLength = 50_000

    /// Makes a session that is whole or not there: what fails on the way leaves no file behind.
    /// - Parameters:
    ///   - path: The file; it must not exist.
    ///   - header: What the session says about itself.
    ///   - fill: Appends the events.
    /// - Throws: ``SessionError``, or what `fill` throws.
    public static func make(
        _ path: String, header: SessionHeader, fill: (SessionWriter) throws -> Void
    ) throws {
        try SessionFile.create(at: path) { try HeaderRow.insert(header, into: $0) }
        do {
            let writer = try SessionWriter(resuming: path)
            defer { try? writer.close() }
            try fill(writer)
            try writer.close()
        } catch {
            // What is not whole is nobody's session.
            DatabaseCompanion.remove(with: path)
            throw error
        }
    }

    /// Makes a session of events in their order, whole or not at all. O(n).
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
        try make(path, header: header) { writer in
            try writer.append(features)
            var rest = events[...]
            while !rest.isEmpty {
                try proceed()
                try writer.append(rest.prefix(batchLength).map { LoggedEvent($0) })
                rest = rest.dropFirst(batchLength)
            }
        }
    }
}
