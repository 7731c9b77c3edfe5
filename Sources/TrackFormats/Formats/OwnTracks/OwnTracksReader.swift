/// Reads an OwnTracks log, which has a time, an asterisk and a JSON object in each line.
enum OwnTracksReader: FormatReader {
    static let format = FileFormat("ownTracks", "rec")

    static func certainty(of head: FileHead) -> Certainty {
        head.lines.contains { $0.contains("*") && $0.contains("\"_type\"") } ? .certain : .no
    }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        var reader = JSONRecordReader(head: "\"_type\"".utf8, limit: importer.limits.pointCount)
        try importer.forEachLine(of: source, into: &document) { line in
            if let start = line.firstIndex(of: UInt8(ascii: "{")) {
                try reader.read(UnsafeRawBufferPointer(rebasing: line[start...]))
            }
            return reader.collector.count
        }
        let problems = document.problems
        document = reader.collector.finish()
        document.format = format
        for problem in problems { document.report(problem) }
        try document.checkPlaces(from: source)
    }
}
