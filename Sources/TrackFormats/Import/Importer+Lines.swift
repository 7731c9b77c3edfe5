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
        document.name = reader.title
        document.isInOrder = reader.isInOrder
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
        var preface: [UInt8] = []
        var prefaceLines = 0
        try forEachLine(of: source, into: &document) { line in
            if table != nil {
                try table?.read(line, into: &log)
            } else if var header = SensorTable(header: line) {
                header.namelessStream = Self.stream(named: Self.stem(of: source.name)) ?? header.namelessStream
                // OpenBikeSensor says there what its clock is.
                if String(decoding: preface, as: UTF8.self).contains("TimeZone=GPS") {
                    header.clockOffset = LeapSeconds.count(at:)
                }
                configure(&header)
                table = header
            } else {
                prefaceLines += 1
                guard prefaceLines <= SensorTable.longestPreface else { throw SensorTable.noHeader }
                preface += line.prefix(1 << 12)
            }
            return log.count
        }
        guard let table else {
            guard keepsGoodPart else {
                throw FormatError.badLine(path: source.name, line: 1, reason: "\(SensorTable.noHeader)")
            }
            return document.note(ImportProblem(reason: "\(SensorTable.noHeader)"))
        }
        if table.untimedRows > 0 {
            document.note(
                ImportProblem(
                    reason: table.untimedRows == 1
                        ? "1 row without a time was left out" : "\(table.untimedRows) rows without a time were left out"
                ))
        }
        if table.hasNoDate {
            document.note(ImportProblem(reason: "the times have no date: they count from 1970-01-01"))
        }
    }

    /// The stream that a file is about by its name, for columns that are named only x, y and z.
    private static func stream(named name: String) -> ColumnRole.AxisStream? {
        SensorLoggerPlatform.streams[name] ?? (name.hasPrefix("Linear") ? .userAcceleration : nil)
    }

    /// A file's name without folders and extensions.
    static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.split(separator: ".").first ?? "")
    }
}
