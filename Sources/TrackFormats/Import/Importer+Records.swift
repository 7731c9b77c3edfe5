import JSON

/// Readers for formats with named values: JSON from trackers, and XML from watches and map programs.
extension Importer {
    func loadRecords(_ source: ByteSource) throws -> TrackDocument {
        let bytes = try source.readAll(limit: limits.documentSize)
        if let columns = try loadColumns(bytes, of: source) { return columns }
        var reader = JSONRecordReader(head: bytes, limit: limits.pointCount)
        try bytes.withUnsafeBytes { bytes in
            do {
                try reader.read(bytes)
            } catch let error as JSONError {
                let line = JSONDocument.line(of: error.offset, in: bytes)
                guard keepsGoodPart else {
                    throw FormatError.badLine(path: source.name, line: line, reason: error.reason)
                }
                reader.note(ImportProblem(line: line, reason: "\(error.reason); the rest was left out"))
            } catch FormatError.tooLarge(_, let what, let limit) {
                throw FormatError.tooLarge(path: source.name, what: what, limit: limit)
            }
        }
        return try found(reader.finish(), in: source)
    }

    /// Reads values in columns; `nil` if the document has none.
    private func loadColumns(_ bytes: [UInt8], of source: ByteSource) throws -> TrackDocument? {
        try bytes.withUnsafeBytes { bytes in
            guard MetricColumnsReader.matches(bytes) else { return nil }
            var scanner = JSONScanner(bytes.withoutByteOrderMark)
            // What is broken is found, and named, by the reader of records.
            guard let value = try? JSONValue(&scanner) else { return nil }
            do {
                return try MetricColumnsReader(value, limit: limits.pointCount).document()
            } catch FormatError.tooLarge(_, let what, let limit) {
                throw FormatError.tooLarge(path: source.name, what: what, limit: limit)
            }
        }
    }

    /// Reads an OwnTracks log, which has a time, an asterisk and a JSON object in each line.
    func loadOwnTracks(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .ownTracks)
        var reader = JSONRecordReader(head: "\"_type\"".utf8, limit: limits.pointCount)
        try forEachLine(of: source, into: &document) { line in
            guard let start = line.firstIndex(of: UInt8(ascii: "{")) else { return reader.collector.count }
            do {
                try reader.read(UnsafeRawBufferPointer(rebasing: line[start...]))
            } catch FormatError.tooLarge(_, let what, let limit) {
                throw FormatError.tooLarge(path: source.name, what: what, limit: limit)
            }
            return reader.collector.count
        }
        var read = reader.finish()
        for problem in document.problems { read.note(problem) }
        read.format = .ownTracks
        return try found(read, in: source)
    }

    func loadKML(_ source: ByteSource) throws -> TrackDocument {
        try load(source, KMLReader(path: source.name, limits: limits))
    }

    func loadXMLRecords(_ source: ByteSource) throws -> TrackDocument {
        let head = try FormatDetection(head: source.head(FormatDetection.headLength))
        let reader = XMLRecordReader(path: source.name, limits: limits)
        return try found(load(source, reader, root: head.isMoveslink ? XMLRecordReader.moveslink : nil), in: source)
    }

    private func found(_ document: TrackDocument, in source: ByteSource) throws -> TrackDocument {
        guard document.isEmpty, document.recordsWithoutPlace == 0 else { return document }
        throw FormatError.nothingInside(
            path: source.name, reason: "none of its entries has a latitude, a longitude, and a time")
    }
}
