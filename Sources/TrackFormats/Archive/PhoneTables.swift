import SensorModel

/// The tables of an archive that form one recording of a phone, made by phyphox or by Sensor Logger.
struct PhoneTables {
    let importer: Importer
    let archive: PackedFile
    private let format: FileFormat?

    /// A recording of phyphox, which is an archive of tables.
    static let phyphox = FileFormat("phyphox")

    /// Infers the recording's format from the names of the archive's members.
    init(importer: Importer, archive: PackedFile, paths: [String]) {
        self.importer = importer
        self.archive = archive
        let tables = paths.lazy.filter { $0.hasSuffix(".csv") }
        if tables.contains(where: { $0.hasSuffix(Self.startTable) }) {
            format = Self.phyphox
        } else if tables.contains(where: { Self.names.contains(Importer.stem(of: $0)) }) {
            format = SensorLoggerReader.format
        } else {
            format = nil
        }
    }

    private static let startTable = "meta/time.csv"
    private static let names = Set(SensorLoggerPlatform.streams.keys).union([
        "Metadata", "Location", "Barometer", "Annotation", "Orientation",
    ])

    /// Returns whether a member belongs to the recording.
    func contains(_ path: String) -> Bool { format != nil && path.hasSuffix(".csv") }

    /// Returns the recording; `nil` if the archive does not contain one.
    func recording() -> ArchiveWalk.Part? {
        guard let format else { return nil }
        return .recording(name: archive.name) { try load(as: format) }
    }

    private func load(as format: FileFormat) throws -> TrackDocument {
        var document = TrackDocument(format: format)
        var log = PhoneLog()
        var platform = SensorLoggerPlatform()
        var epoch: Instant?
        try forEachTable { path, source in
            switch Importer.stem(of: path) {
            case "Metadata": platform = try metadata(source)
            case "time" where path.hasSuffix(Self.startTable): epoch = try start(source)
            default: break
            }
        }
        try forEachTable { path, source in
            guard !path.contains("meta/"), Importer.stem(of: path) != "Metadata", try isTable(source) else { return }
            try importer.loadTable(source, into: &document, log: &log) { table in
                table.epoch = epoch
                table.accelerationSign = platform.scale(of: .acceleration, sensor: "")
            }
        }
        document.sensorEvents = log.finish()
        return document
    }

    private func forEachTable(_ body: (String, ByteSource) throws -> Void) throws {
        let stream = try archive.members(endingWith: ".csv")
        while let table = try stream.next() {
            if contains(table.path) { try body(table.path, table.content) }
        }
    }

    private func isTable(_ source: ByteSource) throws -> Bool {
        let head = try source.head(FileHead.length)
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

    /// Returns the start of a phyphox recording by the phone's clock; `nil` if it is not stated.
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
        let bytes = try source.readAll(limit: importer.limits.lineLength)
        var rows: [[String]] = []
        try bytes.withUnsafeBytes { bytes in
            var cutter: TableLine?
            try LineReader(
                source: ByteSource(bytes: Array(bytes), name: source.name), maximumLength: importer.limits.lineLength
            )
            .forEachLine { line, _ in
                let line = line.withoutByteOrderMark
                var current = cutter ?? TableLine(header: line)
                rows.append(current.cut(line) { $0.map { String(decoding: $0, as: UTF8.self) } })
                cutter = current
            }
        }
        return rows
    }
}
