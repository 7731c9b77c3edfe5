import SensorModel

/// Reads tables with a header, or with columns that are inferred from their values.
enum TableReader: FormatReader {
    static let format = FileFormat("table", "csv", "txt")

    static func certainty(of head: FileHead) -> Certainty {
        // The rest after the last line that can be a header is one line.
        let lines =
            head.lines.isEmpty
            ? []
            : head.text.split(
                maxSplits: SensorTable.longestPreface, whereSeparator: \.isNewline)
        return TableBeginning.matches(lines) ? .possible : .no
    }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        var log = PhoneLog()
        try importer.loadTable(source, into: &document, log: &log)
        document.sensorEvents = log.finish()
    }
}

extension Importer {
    /// Reads a table into a log that can also receive other tables.
    func loadTable(
        _ source: ByteSource, into document: inout TrackDocument, log: inout PhoneLog,
        configure: (inout SensorTable) -> Void = { _ in }
    ) throws {
        var table: SensorTable?
        var beginning = TableBeginning(head: try source.head(FileHead.length))
        func read(_ row: UnsafeRawBufferPointer) throws {
            if table != nil {
                try table?.read(row, into: &log)
            } else if case (var begun, let isRow)? = try beginning.table(at: row) {
                begun.namelessStream = Self.stream(named: Self.stem(of: source.name)) ?? begun.namelessStream
                configure(&begun)
                if isRow { try begun.read(row, into: &log) }
                table = begun
            }
        }
        let labels = beginning.labels
        try forEachLine(of: source, into: &document) { line in
            if let labels { try labels.row(of: line)?.withUnsafeBytes(read) } else { try read(line) }
            return log.count + (table?.tracks.count ?? 0)
        }
        if beginning.hasNoNames {
            guard log.medianSpeed <= Self.fastestGuess else {
                throw FormatError.badLine(path: source.name, line: 1, reason: Phrase(SensorTable.noHeader))
            }
            document.report(
                .doubted, translatable("no column has a known name: a time and two numbers are taken for a place"))
        }
        guard let table else {
            guard keepsGoodPart else {
                throw FormatError.badLine(path: source.name, line: 1, reason: Phrase(SensorTable.noHeader))
            }
            return document.report(ImportProblem(reason: Phrase(SensorTable.noHeader)))
        }
        document.tracks += table.tracks.tracks
        document.report(
            left: table.tracks.rowsWithoutPlace, one: translatable("1 row without a place was left out"),
            many: translatable("{1} rows without a place were left out"))
        document.report(
            left: table.untimedRows, one: translatable("1 row without a time was left out"),
            many: translatable("{1} rows without a time were left out"))
        if table.needsDateOrder, let doubt = beginning.dates.doubt { document.report(ImportProblem(.doubted, doubt)) }
        if table.hasNoDate {
            document.report(.leftOut, translatable("the times have no date: they count from 1970-01-01"))
        }
    }

    /// The maximum median speed, in m/s, of places that are guessed: the speed of sound. The samples of a sensor change faster.
    private static let fastestGuess = 340.0

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
