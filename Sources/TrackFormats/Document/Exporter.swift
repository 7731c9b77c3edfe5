/// Writes a document in a format.
public struct Exporter: Sendable {
    /// The formats that are written, as `export --format` names them.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// GPX 1.1.
        case gpx
        /// GeoJSON.
        case geojson
        /// KML 2.2.
        case kml
        /// A table with a header.
        case csv
        /// The track document of docs/schema/track.schema.json.
        case json
        /// The storyline of Moves.
        case moves
    }

    /// The format.
    public var format: Format

    /// Creates an exporter.
    public init(_ format: Format) {
        self.format = format
    }

    /// Writes a file; it appears only once it is complete.
    public func write(_ document: TrackDocument, path: String) throws {
        let sink = try ByteSink(path: path)
        try write(document, to: sink)
        try sink.close()
    }

    /// Writes into a sink, which stays open.
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
