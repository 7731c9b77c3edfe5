import SensorModel

/// Compressed files, archives of several, and what gpsbabel reads.
///
/// Unpacking is done by `gzip` and `unzip`, which every desktop has, in a process of its own: a hostile archive harms
/// that process only, and its output is read piece by piece within the limits.
extension Importer {
    func loadCompressed(_ source: ByteSource) throws -> TrackDocument {
        guard let path = source.path else {
            throw FormatError.malformed(path: source.name, reason: "is compressed twice, or not a file")
        }
        let program = try RunningProgram("gzip", ["-dc", "--", path], purpose: "to read compressed files")
        return try load(output(of: program, named: source.name, of: source))
    }

    private func output(of program: RunningProgram, named name: String, of source: ByteSource) -> ByteSource {
        let output = program.output(named: name)
        output.limit = limits.unpackedSize
        output.progress = source.progress
        return output
    }

    func loadArchive(_ source: ByteSource) throws -> TrackDocument {
        guard let path = source.path else {
            throw FormatError.malformed(path: source.name, reason: "is an archive inside another; unpack it first")
        }
        let names = try members(of: path)
        if names.contains(where: { $0.hasSuffix("meta/time.csv") }) {
            return try loadTables(names, of: source, path: path, format: .phyphox)
        }
        let hasTables = names.contains { $0.hasSuffix(".csv") }
        if hasTables { return try loadTables(names, of: source, path: path, format: .sensorLogger) }
        return try loadEach(names, of: source, path: path)
    }

    private func members(of path: String) throws -> [String] {
        let program = try RunningProgram("unzip", ["-Z1", path], purpose: "to read zip files")
        let listing = program.output(named: path)
        listing.limit = limits.lineLength
        let text = String(decoding: try listing.readAll(limit: limits.lineLength), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).map(String.init).filter {
            !$0.hasPrefix("-") && !$0.hasSuffix("/")
        }
    }

    private func member(_ name: String, of source: ByteSource, path: String) throws -> ByteSource {
        // unzip takes a name for a pattern.
        let pattern = name.reduce(into: "") { text, character in
            if "*?[]\\".contains(character) { text.append("\\") }
            text.append(character)
        }
        let program = try RunningProgram("unzip", ["-p", path, pattern], purpose: "to read zip files")
        return output(of: program, named: "\(path)/\(name)", of: source)
    }

    /// Reads the tables of a phone's recording into one log.
    private func loadTables(
        _ names: [String], of source: ByteSource, path: String, format: FileFormat
    ) throws -> TrackDocument {
        var document = TrackDocument(format: format)
        var log = PhoneLog()
        var platform = SensorLoggerPlatform()
        var epoch: Instant?
        for name in names where name.hasSuffix(".csv") {
            switch Self.stem(of: name) {
            case "Metadata": platform = try metadata(member(name, of: source, path: path))
            case "time" where name.hasSuffix("meta/time.csv"): epoch = try start(member(name, of: source, path: path))
            default: break
            }
        }
        for name in names where name.hasSuffix(".csv") && !name.contains("meta/") && Self.stem(of: name) != "Metadata" {
            let table = try member(name, of: source, path: path)
            guard try isTable(table) else { continue }
            try loadTable(table, into: &document, log: &log) { table in
                table.epoch = epoch
                table.accelerationSign = platform.scale(of: .acceleration, sensor: "")
            }
        }
        document.sensorEvents = log.finish()
        return document
    }

    private func isTable(_ source: ByteSource) throws -> Bool {
        let head = try source.head(FormatDetection.headLength)
        guard let line = head.split(separator: 10).first else { return false }
        return Array(line).withUnsafeBytes { SensorTable(header: $0.withoutByteOrderMark) != nil }
    }

    private func metadata(_ source: ByteSource) throws -> SensorLoggerPlatform {
        let rows = try rows(of: source)
        guard rows.count >= 2 else { return SensorLoggerPlatform() }
        func value(_ name: String) -> String? {
            rows[0].firstIndex(of: name).flatMap { $0 < rows[1].count ? rows[1][$0] : nil }
        }
        return SensorLoggerPlatform(platform: value("platform"), isStandardised: value("standardisation"))
    }

    /// When a phyphox recording began by the phone's clock.
    private func start(_ source: ByteSource) throws -> Instant? {
        let rows = try rows(of: source)
        guard let header = rows.first, let column = header.firstIndex(where: { $0.lowercased() == "system time" }),
            let row = rows.first(where: { $0.first?.uppercased() == "START" }), column < row.count,
            let system = Double(row[column])
        else { return nil }
        let elapsed = header.firstIndex { $0.lowercased() == "experiment time" }
            .flatMap { $0 < row.count ? Double(row[$0]) : nil }
        return Instant(seconds: system - (elapsed ?? 0))
    }

    private func rows(of source: ByteSource) throws -> [[String]] {
        let bytes = try source.readAll(limit: limits.lineLength)
        var rows: [[String]] = []
        try bytes.withUnsafeBytes { bytes in
            var cutter: TableLine?
            try LineReader(source: ByteSource(bytes: Array(bytes), name: source.name), maximumLength: limits.lineLength)
                .forEachLine { line, _ in
                    let line = line.withoutByteOrderMark
                    var current = cutter ?? TableLine(header: line)
                    rows.append(current.cut(line) { $0.map { String(decoding: $0, as: UTF8.self) } })
                    cutter = current
                }
        }
        return rows
    }

    /// Reads every member that is known by itself, and puts all into one document.
    private func loadEach(_ names: [String], of source: ByteSource, path: String) throws -> TrackDocument {
        var whole = TrackDocument(format: .archive)
        for name in names {
            let part: TrackDocument
            do {
                part = try load(member(name, of: source, path: path))
            } catch FormatError.unknownFormat {
                continue
            }
            whole.tracks += part.tracks
            whole.routes += part.routes
            whole.waypoints += part.waypoints
            whole.sensorEvents += part.sensorEvents
            for problem in part.problems { whole.note(problem) }
            guard whole.pointCount <= limits.pointCount else {
                throw FormatError.tooLarge(path: path, what: "points", limit: limits.pointCount)
            }
            guard whole.sensorEvents.count <= limits.eventCount else {
                throw FormatError.tooLarge(path: path, what: "events", limit: limits.eventCount)
            }
        }
        guard !whole.isEmpty else {
            throw FormatError.nothingInside(path: path, reason: "no file in the archive is of a format that is known")
        }
        return whole
    }

    func loadForeign(_ source: ByteSource) throws -> TrackDocument {
        let head = try source.head(FormatDetection.headLength)
        guard let format = GPSBabel.format(head: head, path: source.name) else {
            throw FormatError.unknownFormat(path: source.name, hint: "see docs/formats.md for what can be read")
        }
        let isTorn = keepsGoodPart && format == "garmin_fit"
        let repairs: (([UInt8]) -> [UInt8]?)? = isTorn ? { TornFIT.repaired($0) } : nil
        let file = try GPSBabel.File(source, limit: limits.documentSize, repairs: repairs)
        let program = try GPSBabel.program(reading: file.path, as: format, isDamaged: keepsGoodPart)
        let output = output(of: program, named: source.name, of: source)
        if ((try? output.head(1)) ?? []).isEmpty {
            let told = program.finished()
            let advice = keepsGoodPart || format != "garmin_fit" ? "" : "; keeping the good part may read some of it"
            throw FormatError.malformed(
                path: source.name,
                reason: told.map { text in "gpsbabel cannot read it: \(text)\(advice)" }
                    ?? "gpsbabel finds nothing in it that it can read")
        }
        var document = try load(output)
        if keepsGoodPart, let told = program.complaint { document.note(ImportProblem(reason: "gpsbabel: \(told)")) }
        document.format = .foreign
        document.creator = nil
        document.note(try sports(of: file.path, in: format))
        return document
    }

    /// What a file states of its sport where gpsbabel passes it over.
    private func sports(of path: String, in format: String) throws -> [ActivityStatement] {
        switch format {
        case "gtrnctr": TCXSports.statements(in: try ByteSource(path: path))
        case "garmin_fit": FITSports.statements(in: try ByteSource(path: path).readAll(limit: limits.documentSize))
        default: []
        }
    }
}
