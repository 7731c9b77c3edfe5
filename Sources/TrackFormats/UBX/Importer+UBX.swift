/// The reader for binary messages of a receiver.
extension Importer {
    func loadUBX(_ source: ByteSource) throws -> TrackDocument {
        var reader = UBXReader()
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = try source.read(into: piece)
            reader.read(UnsafeRawBufferPointer(rebasing: piece[..<count]), isLast: count == 0)
            guard reader.count <= limits.eventCount else {
                throw FormatError.tooLarge(path: source.name, what: "events", limit: limits.eventCount)
            }
            if count == 0 { break }
        }
        var document = TrackDocument(format: .ubx, sensorEvents: reader.finish())
        document.note(
            left: reader.checksumErrors + reader.sentences.checksumErrors, one: "message with a wrong checksum",
            many: "messages with a wrong checksum")
        return document
    }
}
