/// Writes a document in one of the export formats.
public struct Exporter: Sendable {
    /// The export formats, named as in `export --format`.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// GPX 1.1, with heart rate and cadence in Garmin's extension.
        case gpx
        /// GeoJSON.
        case geojson
        /// KML 2.2, with times in `gx:Track`.
        case kml
        /// A CSV table with a header.
        case csv
        /// The track document of docs/schema/track.schema.json.
        case json
        /// The storyline of Moves.
        case moves

        /// Returns whether a file of the format holds anything of a document. A table has no routes and waypoints, and a
        /// storyline has nothing without a time.
        public func holds(_ document: TrackDocument) -> Bool {
            switch self {
            case .gpx, .geojson, .kml, .json: !document.isEmpty
            case .csv: document.tracks.contains { $0.pointCount > 0 }
            case .moves:
                !document.storyline.isEmpty
                    || document.tracks.contains { $0.segments.joined().contains { $0.time != nil } }
            }
        }
    }

    /// The format to write.
    public var format: Format

    /// Creates an exporter for a format.
    public init(_ format: Format) {
        self.format = format
    }

    /// Writes a file, which appears under its name only when it is complete.
    public func write(_ document: TrackDocument, path: String) throws {
        let sink = try ByteSink(path: path)
        try write(document, to: sink)
        try sink.close()
    }

    /// Writes to a sink, and leaves it open.
    public func write(_ document: TrackDocument, to sink: ByteSink) throws {
        switch format {
        case .gpx: try GPXWriter.write(document, to: sink)
        case .geojson: try GeoJSONWriter.write(document, to: sink)
        case .kml: try KMLWriter.write(document, to: sink)
        case .csv: try CSVWriter.write(document, to: sink)
        case .json: try TrackJSONWriter.write(document, to: sink)
        case .moves: try MovesWriter(document).write(to: sink)
        }
    }
}
