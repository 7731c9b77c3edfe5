/// Tells a file's format by its first bytes.
struct FormatDetection {
    /// How many bytes it looks at.
    static let headLength = 1 << 16

    /// The first bytes.
    let head: [UInt8]

    /// Returns the format; throws where there is nothing to tell it by.
    func format(path: String) throws -> FileFormat {
        guard !head.isEmpty else { throw FormatError.nothingInside(path: path, reason: "the file is empty") }
        if let format = binary ?? text { return format }
        if GPSBabel.format(head: head, path: path) != nil { return .foreign }
        throw FormatError.unknownFormat(path: path, hint: "see docs/formats.md for what can be read")
    }

    private var binary: FileFormat? {
        if head.starts(with: Array("SQLite format 3\0".utf8)) { return .session }
        if FITStream.isFIT(head) { return .fit }
        if Compression(head: head) != nil { return .compressed }
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            return .archive
        }
        if TarStream.isTar(head) { return .archive }
        return nil
    }

    private var text: FileFormat? {
        let start = String(decoding: head, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        guard let first = start.first else { return nil }
        if first == "<" { return Self.xml(start) }
        if first == "{" || first == "[" { return Self.json(start) }
        if start.hasPrefix("Geolife trajectory") { return .geoLife }
        let lines = start.split(maxSplits: 400, whereSeparator: \.isNewline).prefix(400)
        // A log of gpsd may begin with what it passes through.
        if lines.contains(where: { $0.hasPrefix("{\"class\":\"TPV\"") }) { return .gpsdLog }
        if lines.contains(where: Self.isNMEA) { return .nmea }
        if let line = lines.first, Self.isMadLocationManager(line) { return .madLocationManager }
        return Self.table(start) ? .table : nil
    }

    /// Returns the format of a document by its root element, with or without a prefix, after any comments.
    private static func xml(_ text: Substring) -> FileFormat? {
        var rest = text
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            guard let next = rest.first, next != "?", next != "!" else { continue }
            let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
            switch name.split(separator: ":").last {
            case "gpx": return .gpx
            case "TrainingCenterDatabase": return .tcx
            default: return nil
            }
        }
        return nil
    }

    private static func isNMEA(_ line: Substring) -> Bool {
        guard let dollar = line.firstIndex(of: "$") else { return false }
        let fields = line[dollar...].dropFirst().split(separator: ",", maxSplits: 1)
        guard fields.count == 2, fields[0].count >= 5 else { return false }
        return ["RMC", "GGA", "GNS", "GLL"].contains(fields[0].suffix(3)) && fields[0].allSatisfy(\.isUppercase)
    }

    private static func isMadLocationManager(_ line: Substring) -> Bool {
        guard let cut = line.firstRange(of: ":::") else { return false }
        let head = line[..<cut.lowerBound].split(separator: " ")
        return head.count == 2 && Int(head[0]) != nil && Double(head[1]) != nil
    }

    private static func table(_ text: Substring) -> Bool {
        guard var header = text.split(whereSeparator: \.isNewline).first.map(String.init) else { return false }
        return header.withUTF8 { SensorTable(header: UnsafeRawBufferPointer($0)) != nil }
    }

    /// Tells JSON documents by the members that only they have.
    private static func json(_ text: Substring) -> FileFormat? {
        func has(_ names: String...) -> Bool { names.allSatisfy { text.contains("\"\($0)\"") } }
        if has("format"), text.contains("\"odograph-track\"") { return .trackDocument }
        if text.first == "{", let line = text.split(whereSeparator: \.isNewline).first {
            let isWhole = line.last { !$0.isWhitespace } == "}"
            if isWhole, line.contains("\"class\"") { return .gpsdLog }
            if isWhole, line.contains("\"type\""), line.contains("\"time\"") { return .eventLog }
        }
        if has("locations", "latitudeE7") || has("timelineObjects") || has("semanticSegments") || has("rawSignals") {
            return .googleTimeline
        }
        if text.first == "[", has("startTime"), has("timelinePath") || has("visit") || has("activity", "start") {
            return .googleTimeline
        }
        if text.first == "[", has("date", "segments") { return .moves }
        if text.first == "[", has("sensor", "time") || has("sensor", "seconds_elapsed") { return .sensorLogger }
        if has("RIDE", "STARTTIME") { return .goldenCheetah }
        // A broken first line must still be named by its number.
        if text.first == "{", !has("FeatureCollection"), has("type", "time") { return .eventLog }
        return nil
    }
}
