import Foundation

/// Lets gpsbabel turn what is not read here into GPX.
enum GPSBabel {
    /// Returns gpsbabel's name for a file's format, by its content and where that says nothing by its extension; nil
    /// where it is not known.
    static func format(head: [UInt8], path: String) -> String? {
        if head.count >= 12, head[8..<12].elementsEqual(".FIT".utf8) { return "garmin_fit" }
        let text = String(decoding: head, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        if text.first == "<" {
            if text.contains("<TrainingCenterDatabase") { return "gtrnctr" }
            if text.contains("<osm") { return "osm" }
        }
        let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
        return extensions[name.split(separator: ".").last.map { $0.lowercased() } ?? ""]
    }

    private static let extensions = [
        "gdb": "gdb", "mps": "mapsource", "plt": "ozi", "wpt": "ozi", "trl": "dmtlog", "sbp": "sbp", "sbn": "sbn",
        "ov2": "tomtom", "usr": "lowranceusr", "loc": "geo", "vpl": "vpl", "unicsv": "unicsv", "tef": "tef",
    ]

    /// Starts gpsbabel, with its memory bounded where the system has a program for that.
    /// - Parameter isDamaged: True where a damaged file is to be read as far as possible.
    static func program(reading path: String, as format: String, isDamaged: Bool) throws -> RunningProgram {
        let format = isDamaged && format == "garmin_fit" ? "garmin_fit,recoverymode=1" : format
        let arguments = [
            "-t", "-r", "-w", "-i", format, "-f", path, "-o", "gpx,gpxver=1.1,garminextensions=1", "-F", "-",
        ]
        let purpose = "to read this format (on Debian: apt install gpsbabel)"
        guard RunningProgram.path(of: "gpsbabel") != nil, RunningProgram.path(of: "prlimit") != nil else {
            return try RunningProgram("gpsbabel", arguments, purpose: purpose)
        }
        return try RunningProgram("prlimit", ["--as=\(4 << 30)", "gpsbabel"] + arguments, purpose: purpose)
    }

    /// A file as gpsbabel wants it: by name. What comes from elsewhere is put into a temporary one.
    final class File {
        /// Its name.
        let path: String
        private let temporary: URL?

        /// Takes a source's file, or puts what it delivers into one.
        /// - Parameter repairs: Returns the bytes of a damaged file as they can be read; nil where it need not.
        init(_ source: ByteSource, limit: Int, repairs: (([UInt8]) -> [UInt8]?)? = nil) throws {
            if source.path != nil, let repairs, let whole = try repairs(source.readAll(limit: limit)) {
                path = try Self.temporary(holding: whole)
                temporary = URL(filePath: path)
            } else if let path = source.path {
                guard source.size ?? 0 <= limit else {
                    throw FormatError.tooLarge(path: path, what: "bytes in one document", limit: limit)
                }
                // Not to be taken for an option.
                self.path = path.hasPrefix("-") ? "./\(path)" : path
                temporary = nil
            } else {
                let bytes = try source.readAll(limit: limit)
                path = try Self.temporary(holding: repairs?(bytes) ?? bytes)
                temporary = URL(filePath: path)
            }
        }

        private static func temporary(holding bytes: [UInt8]) throws -> String {
            let url = FileManager.default.temporaryDirectory.appending(path: "odograph-\(UUID().uuidString)")
            guard
                FileManager.default.createFile(
                    atPath: url.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            else { throw FormatError.file(path: url.path, reason: "cannot be written") }
            return url.path
        }

        deinit { if let temporary { try? FileManager.default.removeItem(at: temporary) } }
    }
}
