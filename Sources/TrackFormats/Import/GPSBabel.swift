/// Uses gpsbabel to convert formats without a reader here to GPX.
enum GPSBabel {
    /// Returns gpsbabel's name for a file's format, inferred from its content or otherwise from its extension; `nil`
    /// if unknown.
    static func format(head: [UInt8], path: String) -> String? {
        let text = String(decoding: head, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        if text.first == "<" {
            if text.contains("<osm") { return "osm" }
        }
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
        let purpose = "to read this format (on Debian: apt install gpsbabel)"
        guard InstalledProgram.path(of: "gpsbabel") != nil, InstalledProgram.path(of: "prlimit") != nil else {
            return try RunningProgram("gpsbabel", arguments, purpose: purpose)
        }
        return try RunningProgram("prlimit", ["--as=\(4 << 30)", "gpsbabel"] + arguments, purpose: purpose)
    }
}
