import JSON

/// Readers for formats that consist of one JSON document.
extension Importer {
    func loadSensorLogger(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .sensorLogger)
        var reader = SensorLoggerJSON()
        try walk(source, lists: []) { _, sample in
            try reader.read(sample)
            return reader.log.count
        }
        document.sensorEvents = reader.log.finish()
        return document
    }

    func loadGoogleTimeline(_ source: ByteSource) throws -> TrackDocument {
        var reader = GoogleTimelineReader()
        try walk(source, lists: GoogleTimelineReader.lists) { list, element in
            reader.read(element, of: list)
            return reader.count
        }
        return reader.finish()
    }

    func loadMoves(_ source: ByteSource) throws -> TrackDocument {
        var reader = MovesReader()
        try walk(source, lists: []) { _, day in
            reader.read(day: day)
            return reader.count
        }
        return reader.document
    }

    func loadGoldenCheetah(_ source: ByteSource) throws -> TrackDocument {
        var reader = GoldenCheetahReader()
        try walk(
            source, lists: GoldenCheetahReader.lists, skipped: GoldenCheetahReader.skipped,
            member: { reader.read($0, $1) }
        ) { _, sample in
            reader.read(sample)
            return reader.count
        }
        return reader.finish()
    }

    func loadTrackDocument(_ source: ByteSource) throws -> TrackDocument {
        var reader = TrackJSONReader()
        try walk(source, lists: TrackJSONReader.lists, member: { try reader.read($0, $1) }) { list, element in
            try reader.read(element, of: list)
            return reader.count
        }
        return reader.document
    }

    /// Passes the elements of a document's lists to `body`, which returns the number of points so far.
    private func walk(
        _ source: ByteSource, lists: Set<String>, skipped: Set<String> = [],
        member: (String, JSONValue) throws -> Void = { _, _ in }, body: (String, JSONValue) throws -> Int
    ) throws {
        let bytes = try source.readAll(limit: limits.documentSize)
        try bytes.withUnsafeBytes { bytes in
            do {
                try JSONDocument.walk(bytes, lists: lists, skipped: skipped, member: member) { list, element in
                    guard try body(list, element) <= limits.pointCount else {
                        throw FormatError.tooLarge(path: source.name, what: "points", limit: limits.pointCount)
                    }
                }
            } catch let error as JSONError {
                throw FormatError.badLine(
                    path: source.name, line: JSONDocument.line(of: error.offset, in: bytes), reason: error.reason)
            } catch let error as LineError {
                throw FormatError.malformed(path: source.name, reason: "\(error)")
            }
        }
    }
}
