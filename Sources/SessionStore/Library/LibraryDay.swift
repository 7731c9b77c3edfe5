public import FusionCore
public import SensorModel

/// A stretch of time as all sessions of a library tell it, each moment once.
public struct LibraryDay: Sendable, Hashable {
    /// A session that tells of it.
    public struct Part: Sendable, Hashable {
        /// The session.
        public var path: String
        /// From its first event to its last.
        public var span: TimeSpan
    }

    /// Stops, moves and gaps, stops called by their place.
    public var day: Day
    /// The sessions, the earliest first.
    public var parts: [Part]
    /// What the day was made from, with a day before and after it.
    public var material: DayMaterial

    /// Returns the session that an instant belongs to; nil if none was recorded then.
    public func path(at instant: Instant) -> String? {
        parts.first { $0.span.start <= instant && instant <= $0.span.end }?.path
    }
}

extension SessionLibrary {
    /// Seconds before and after a day in which what began or ended outside it is looked for: a night's stay.
    private static let margin = 86_400.0

    /// Tells a stretch of time over all sessions. Stops that reach beyond it are told whole; ways are cut.
    /// - Parameters:
    ///   - span: The day.
    ///   - parameters: How it is cut into stops and moves.
    ///   - adjust: Makes the parameters that a session is run with of those that are in force for it.
    /// - Returns: The day, with sessions that cannot be read left out. O(sessions near the day).
    public func day(
        _ span: TimeSpan, parameters: DayParameters = .init(), adjusting adjust: (Parameters) -> Parameters = { $0 }
    ) -> LibraryDay {
        let entries = summarizedEntries()
        let wide = TimeSpan(start: span.start + -Self.margin, end: span.end + Self.margin)
        var materials: [DayMaterial] = []
        var parts: [LibraryDay.Part] = []
        for entry in entries {
            guard let start = entry.summary?.start, let end = entry.summary?.end, start <= wide.end, end >= wide.start,
                let reader = try? SessionReader(opening: entry.path),
                let material = try? reader.dayMaterial(adjust(reader.header.parametersInForce))
            else { continue }
            materials.append(material)
            if start < span.end, end >= span.start {
                parts.append(.init(path: entry.path, span: TimeSpan(start: start, end: end)))
            }
        }
        let material = DayMaterial.joined(materials, gap: parameters.gap)
        var day = material.day(parameters, within: span)
        day.items = places(of: entries, parameters: parameters).named(day.items)
        return LibraryDay(
            day: day, parts: parts.sorted { ($0.span.start, $0.path) < ($1.span.start, $1.path) }, material: material)
    }
}

extension SessionReader {
    /// Runs the core over the session and returns what its day is made of. O(n).
    /// - Parameter parameters: The core's; nil for those in force for the session.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func dayMaterial(_ parameters: Parameters? = nil) throws(SessionError) -> DayMaterial {
        var core = FusionCore(parameters: parameters ?? header.parametersInForce)
        var finisher = TrackFinisher()
        try forEachBatch(.events) { batch in
            for logged in batch { finisher.consume(logged.event, with: &core) }
        }
        return finisher.material(core)
    }
}
