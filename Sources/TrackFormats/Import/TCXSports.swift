import SensorModel

/// What the activities of a TCX file state of their sport: gpsbabel reads their points and passes that over.
final class TCXSports: XMLConsumer {
    /// One an activity that names a sport and has a time.
    private(set) var statements: [ActivityStatement] = []
    private var sport: Activity?
    private var from: Instant?
    private var until: Instant?
    private var text: [UInt8] = []

    /// A time has fewer bytes; what is longer is none.
    private static let longestTime = 64

    /// Reads a file as far as it goes: what is wrong with it, its points tell.
    static func statements(in source: ByteSource) -> [ActivityStatement] {
        let sports = TCXSports()
        try? XMLStream(into: sports).read(source)
        return sports.statements
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes, line: Int) {
        text.removeAll(keepingCapacity: true)
        guard "Activity" ~= name else { return }
        sport = attributes["Sport"].flatMap { Activity(foreignName: String(decoding: $0, as: UTF8.self)) }
        (from, until) = (nil, nil)
    }

    func characters(_ bytes: UnsafeRawBufferPointer, line: Int) {
        if text.count + bytes.count <= Self.longestTime { text.append(contentsOf: bytes) }
    }

    func end(_ name: XMLName, line: Int) {
        switch name {
        case "Time":
            guard let time = text.withUnsafeBytes({ Timestamp.instant(parsing: $0) }) else { break }
            from = min(from ?? time, time)
            until = max(until ?? time, time)
        case "Activity":
            if let sport, let from, let until { statements.append(ActivityStatement(sport, from: from, until: until)) }
            sport = nil
        default: break
        }
        text.removeAll(keepingCapacity: true)
    }

    func takePlain(_ bytes: UnsafeRawBufferPointer, from start: Int, remaining: Int?) -> PlainRun {
        PlainRun(end: start)
    }
}
