public import FusionCore
import SensorModel

/// The stops and moves of all sessions in a time span, without duplicates.
public struct LibraryDay: Sendable, Hashable {
    /// A session that contributes to the day.
    public struct Part: Sendable, Hashable {
        /// The path of the session.
        public var path: String
        /// The time from its first event to its last.
        public var span: TimeSpan
    }

    /// The stops, moves, and gaps; stops are named after their places.
    public var day: Day
    /// The sessions, earliest first.
    public var parts: [Part]
    /// The input for the segmentation, including a day before and after the span.
    public var material: DayMaterial
}

extension SessionLibrary {
    /// The time before and after a day that is included to find whole stops, such as a night's stay, in seconds.
    private static let margin = 86_400.0

    /// Returns the stops and moves of all sessions in a time span. Stops that extend beyond the span are kept whole;
    /// moves are cut at its ends.
    /// - Parameters:
    ///   - span: The time span.
    ///   - parameters: The parameters for segmenting stops and moves.
    ///   - adjust: Returns the parameters to run a session with, given those in force for it.
    /// - Returns: The day; sessions that cannot be read are omitted. O(sessions near the day).
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
        let material = DayMaterial.joined(materials, gap: parameters.silences.gap)
        var day = material.day(parameters, within: span)
        day.items = places(of: entries, parameters: parameters).named(day.items)
        return LibraryDay(
            day: day, parts: parts.sorted { ($0.span.start, $0.path) < ($1.span.start, $1.path) }, material: material)
    }
}

extension SessionReader {
    /// Runs the core over the session and returns the input for segmenting its day. O(n).
    /// - Parameter parameters: The core's parameters; `nil` for those in force for the session.
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
