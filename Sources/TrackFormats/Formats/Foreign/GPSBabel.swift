import SensorModel

/// Uses gpsbabel to convert formats without a reader here to GPX.
enum GPSBabel: FormatReader {
    static let format = FileFormat("foreign", ["osm"] + extensions.keys.sorted())

    static func certainty(of head: FileHead) -> Certainty { converted(head) == nil ? .no : .possible }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        guard let format = try converted(FileHead(of: source)) else {
            throw FormatError.unknownFormat(
                path: source.name, hint: Phrase(translatable("see docs/formats.md for what can be read")))
        }
        let file = try SpooledFile(source, limit: importer.limits.documentSize)
        let program = try program(reading: file.path, as: format)
        let output = program.output(named: source.name)
        output.limit = importer.limits.unpackedSize
        output.progress = source.progress
        if ((try? output.head(1)) ?? []).isEmpty {
            let complaint = program.finished()
            throw FormatError.malformed(
                path: source.name,
                reason: complaint.map { Phrase(translatable("{1} cannot read it: {2}"), "gpsbabel", $0) }
                    ?? Phrase(translatable("gpsbabel finds nothing in it that it can read")))
        }
        document = try importer.loadUnsettled(output)
        if importer.keepsGoodPart, let complaint = program.complaint {
            document.report(ImportProblem(reason: Phrase(plain: "gpsbabel: \(complaint)")))
        }
        document.format = Self.format
        document.creator = nil
        // What gpsbabel writes has been checked.
        document.checks = .none
    }

    /// Returns gpsbabel's name for a file's format, inferred from its content or otherwise from its extension; `nil`
    /// if unknown.
    private static func converted(_ head: FileHead) -> String? {
        if head.isXML, head.text.contains("<osm") { return "osm" }
        let path = head.name
        let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
        return extensions[name.split(separator: ".").last.map { $0.lowercased() } ?? ""]
    }

    private static let extensions = [
        "gdb": "gdb", "mps": "mapsource", "plt": "ozi", "wpt": "ozi", "trl": "dmtlog", "sbp": "sbp", "sbn": "sbn",
        "ov2": "tomtom", "usr": "lowranceusr", "loc": "geo", "vpl": "vpl", "unicsv": "unicsv", "tef": "tef",
    ]

    /// Starts gpsbabel, with limited memory if the system has `prlimit`.
    static func program(reading path: String, as format: String) throws -> RunningProgram {
        let arguments = [
            "-t", "-r", "-w", "-i", format, "-f", path, "-o", "gpx,gpxver=1.1,garminextensions=1", "-F", "-",
        ]
        let purpose = Phrase(translatable("to read this format (on Debian: apt install gpsbabel)"))
        guard InstalledProgram.path(of: "gpsbabel") != nil, InstalledProgram.path(of: "prlimit") != nil else {
            return try RunningProgram("gpsbabel", arguments, purpose: purpose)
        }
        return try RunningProgram("prlimit", ["--as=\(4 << 30)", "gpsbabel"] + arguments, purpose: purpose)
    }
}
