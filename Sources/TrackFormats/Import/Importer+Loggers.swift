import SensorModel

/// The formats of flight recorders, drones, receivers and straps.
extension Importer {
    func loadIGC(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .igc)
        var reader = IGCReader()
        try forEachLine(of: source, into: &document) { line in
            reader.read(line)
            return reader.points.count
        }
        return reader.finish()
    }

    func loadSubtitles(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .subtitles)
        var reader = SubtitleReader()
        try forEachLine(of: source, into: &document) { line in
            reader.read(line)
            return reader.points.count
        }
        return reader.finish()
    }

    func loadRTKLIB(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .rtklib)
        var reader = RTKLIBReader()
        try forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.points.count
        }
        document.tracks =
            reader.points.isEmpty ? [] : [TrackDocument.Track(source: "RTKLIB", segments: [reader.points])]
        return document
    }

    func loadPolar(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .polar)
        var reader = PolarReader()
        try forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.events.count
        }
        document.sensorEvents = reader.finish()
        return document
    }

    func loadUBX(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .ubx)
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
        document.sensorEvents = reader.finish()
        let errors = reader.checksumErrors + reader.sentences.checksumErrors
        if errors > 0 {
            document.note(
                ImportProblem(
                    reason: errors == 1
                        ? "1 message with a wrong checksum was left out"
                        : "\(errors) messages with a wrong checksum were left out"))
        }
        return document
    }
}
