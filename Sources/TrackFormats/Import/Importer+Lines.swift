import SensorModel

/// The formats that are read line by line.
extension Importer {
    func loadEventLog(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .eventLog)
        var reader = EventLogReader()
        try forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.events.count
        }
        document.sensorEvents = reader.finish()
        for (type, count) in reader.unknownTypes.sorted(by: { $0.key < $1.key }) {
            document.note(
                ImportProblem(
                    reason: count == 1
                        ? "1 line of the unknown type \"\(type)\" was passed over"
                        : "\(count) lines of the unknown type \"\(type)\" were passed over"))
        }
        return document
    }

    func loadNMEA(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .nmea)
        var reader = NMEAReader()
        try forEachLine(of: source, into: &document) { line in
            reader.read(line)
            return reader.count
        }
        document.sensorEvents = reader.finish()
        if reader.checksumErrors > 0 {
            document.note(
                ImportProblem(
                    reason: reader.checksumErrors == 1
                        ? "1 sentence with a wrong checksum was left out"
                        : "\(reader.checksumErrors) sentences with a wrong checksum were left out"))
        }
        if reader.hasNoDate, !document.sensorEvents.isEmpty {
            document.note(ImportProblem(reason: "no sentence has a date: the times are those of 1970-01-01"))
        }
        return document
    }

    func loadGPSDLog(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .gpsdLog)
        var reader = GPSDLogReader()
        try forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.count
        }
        document.sensorEvents = reader.finish()
        return document
    }

    func loadMadLocationManager(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .madLocationManager)
        var reader = MadLocationManagerReader()
        try forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.log.count
        }
        document.sensorEvents = reader.finish()
        return document
    }

    func loadGeoLife(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .geoLife)
        var reader = GeoLifeReader()
        try forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.points.count
        }
        document.tracks =
            reader.points.isEmpty ? [] : [TrackDocument.Track(source: "GeoLife", segments: [reader.points])]
        return document
    }

    func loadTable(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .table)
        var log = PhoneLog()
        try loadTable(source, into: &document, log: &log)
        document.sensorEvents = log.finish()
        return document
    }

    /// Reads a table into a log that others add to as well.
    func loadTable(
        _ source: ByteSource, into document: inout TrackDocument, log: inout PhoneLog,
        configure: (inout SensorTable) -> Void = { _ in }
    ) throws {
        var table: SensorTable?
        try forEachLine(of: source, into: &document) { line in
            if table == nil {
                table = SensorTable(header: line)
                guard table != nil else { throw LineError("the header names no time and place or stream") }
                table?.namelessStream = SensorLoggerPlatform.streams[Self.stem(of: source.name)]
                if var configured = table {
                    configure(&configured)
                    table = configured
                }
            } else {
                try table?.read(line, into: &log)
            }
            return log.count
        }
    }

    /// A file's name without folders and extensions.
    static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.split(separator: ".").first ?? "")
    }
}
