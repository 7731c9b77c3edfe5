import SensorModel

/// The reader for tables with a header.
extension Importer {
    func loadTable(_ source: ByteSource) throws -> TrackDocument {
        var document = TrackDocument(format: .table)
        var log = PhoneLog()
        try loadTable(source, into: &document, log: &log)
        document.sensorEvents = log.finish()
        return document
    }

    /// Reads a table into a log that can also receive other tables.
    func loadTable(
        _ source: ByteSource, into document: inout TrackDocument, log: inout PhoneLog,
        configure: (inout SensorTable) -> Void = { _ in }
    ) throws {
        var table: SensorTable?
        var preface: [UInt8] = []
        var prefaceLines = 0
        let head = String(decoding: try source.head(FormatDetection.headLength), as: UTF8.self)
        let lines = head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let plain = SensorTable.hasHeader(lines) ? nil : HeaderlessTable(lines)
        let dates = DateOrderGuess(lines)
        func begin(_ header: SensorTable) -> SensorTable {
            var header = header
            header.namelessStream = Self.stream(named: Self.stem(of: source.name)) ?? header.namelessStream
            // OpenBikeSensor states its clock in the preface.
            if String(decoding: preface, as: UTF8.self).contains("TimeZone=GPS") {
                header.clockOffset = LeapSeconds.count(at:)
            }
            header.setDateOrder(dates.order)
            configure(&header)
            return header
        }
        try forEachLine(of: source, into: &document) { line in
            if table != nil {
                try table?.read(line, into: &log)
            } else if let plain {
                guard plain.isRow(line) else { return 0 }
                table = Array(plain.header.utf8).withUnsafeBytes { SensorTable(header: $0) }.map(begin)
                try table?.read(line, into: &log)
            } else if let header = SensorTable(header: line) {
                table = begin(header)
            } else {
                prefaceLines += 1
                guard prefaceLines <= SensorTable.longestPreface else { throw SensorTable.noHeader }
                preface += line.prefix(1 << 12)
            }
            return log.count + (table?.tracks.count ?? 0)
        }
        if plain != nil {
            document.note(
                ImportProblem(
                    .doubted, "no column has a known name: a time and the two numbers after it are taken for a place"))
        }
        guard let table else {
            guard keepsGoodPart else {
                throw FormatError.badLine(path: source.name, line: 1, reason: "\(SensorTable.noHeader)")
            }
            return document.note(ImportProblem(reason: "\(SensorTable.noHeader)"))
        }
        document.tracks += table.tracks.tracks
        document.note(left: table.tracks.rowsWithoutPlace, one: "row without a place", many: "rows without a place")
        document.note(left: table.untimedRows, one: "row without a time", many: "rows without a time")
        if table.needsDateOrder, let doubt = dates.doubt { document.note(ImportProblem(.doubted, doubt)) }
        if table.hasNoDate {
            document.note(ImportProblem(reason: "the times have no date: they count from 1970-01-01"))
        }
    }

    /// Infers the stream from the name of a file, for columns that are named only x, y and z.
    private static func stream(named name: String) -> ColumnRole.AxisStream? {
        SensorLoggerPlatform.streams[name] ?? (name.hasPrefix("Linear") ? .userAcceleration : nil)
    }

    /// Returns a file's name without folders and extensions.
    static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.split(separator: ".").first ?? "")
    }
}
