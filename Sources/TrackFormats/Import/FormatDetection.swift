/// Identifies a file's format by its first bytes.
struct FormatDetection {
    /// The number of bytes examined.
    static let headLength = 1 << 16

    /// The first bytes.
    let head: [UInt8]

    /// Returns the format; throws a ``FormatError`` if it is not recognized.
    func format(path: String) throws -> FileFormat {
        guard !head.isEmpty else { throw FormatError.nothingInside(path: path, reason: "the file is empty") }
        if let format = binary ?? text { return format }
        if GPSBabel.format(head: head, path: path) != nil { return .foreign }
        throw FormatError.unknownFormat(path: path, hint: "see docs/formats.md for what can be read")
    }

    private var binary: FileFormat? {
        if head.starts(with: Array("SQLite format 3\0".utf8)) { return .session }
        if FITStream.isFIT(head) { return .fit }
        return Self.packing(head) ?? (UBXReader.matches(head) ? .ubx : nil)
    }

    /// Returns whether bytes are those of an archive (zip, tar) or of a compressed file (gzip, bzip2, xz, zstd); `nil` if
    /// of neither.
    static func packing(_ head: [UInt8]) -> FileFormat? {
        let archives: [[UInt8]] = [[0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06]]
        if archives.contains(where: head.starts) { return .archive }
        if head.count >= 512, head[257..<262].elementsEqual("ustar".utf8) { return .archive }
        if head.starts(with: [0x42, 0x5A, 0x68]), head.count > 3, 0x31...0x39 ~= head[3] { return .compressed }
        let compressions: [[UInt8]] = [
            [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD],
        ]
        return compressions.contains(where: head.starts) ? .compressed : nil
    }

    private var text: FileFormat? {
        let start = String(decoding: head, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        guard let first = start.first else { return nil }
        if first == "<" { return Self.root(start).flatMap { Self.xml($0, start) } }
        if start.hasPrefix("[Params]") { return .polar }
        let lines = start.split(whereSeparator: \.isNewline)
        if VBOXReader.matches(lines) { return .vbox }
        // A dashboard camera puts the arrival time in brackets before each sentence.
        if first == "[", let line = lines.first, Self.isNMEA(line) { return .nmea }
        if first == "{" { return Self.json(start) }
        // Many logs begin a line with a bracket.
        if first == "[", let format = Self.json(start) { return format }
        if FITTableReader.matches(start) { return .fitTable }
        // A log of gpsd may begin with data that gpsd passes through.
        if lines.contains(where: { $0.hasPrefix("{\"class\":\"TPV\"") }) { return .gpsdLog }
        if let format = Self.log(start, lines) { return format }
        if lines.contains(where: Self.isNMEA) { return .nmea }
        return Self.table(start) ? .table : nil
    }

    /// Identifies recorder logs that have no header.
    private static func log(_ start: Substring, _ lines: [Substring]) -> FileFormat? {
        if lines.contains(where: { IGCReader.isFix($0.utf8) }) { return .igc }
        if lines.contains(where: RTKLIBReader.isHead) { return .rtklib }
        if TwoNavReader.matches(lines) { return .twoNav }
        if FlySightReader.matches(lines) { return .flySight }
        if GNSSLoggerReader.matches(lines) { return .gnssLogger }
        if SubtitleReader.matches(start) { return .subtitles }
        return lines.contains { $0.contains("*") && $0.contains("\"_type\"") } ? .ownTracks : nil
    }

    /// Returns the name of the root element without its prefix, ignoring any preceding comment.
    private static func root(_ text: Substring) -> String? {
        var rest = text
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            guard let next = rest.first, next != "?", next != "!" else { continue }
            let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
            return name.split(separator: ":").last.map(String.init)
        }
        return nil
    }

    private static func xml(_ root: String, _ text: Substring) -> FileFormat? {
        switch root {
        case "gpx": .gpx
        case "TrainingCenterDatabase": .tcx
        case "kml": .kml
        case "sml", "pwx", "FitnessWorkbook": .xmlRecords
        case "Activity", "Activities", "Log": text.contains("trainingTimeAbsolute=") ? .xmlRecords : nil
        case "header": isMoveslink(text) ? .xmlRecords : nil
        default: nil
        }
    }

    /// Whether the file is XML of Suunto's Moveslink, which has no root element: a header, and samples next to it.
    var isMoveslink: Bool {
        let text = String(decoding: head, as: UTF8.self)[...]
        return Self.root(text) == "header" && Self.isMoveslink(text)
    }

    private static func isMoveslink(_ text: Substring) -> Bool {
        text.contains("<Samples>") && text.contains("<SampleType>")
    }

    private static func isNMEA(_ line: Substring) -> Bool {
        // Some loggers leave out the dollar.
        let sentence = line.firstIndex(of: "$").map { line[$0...].dropFirst() } ?? (line.contains("*") ? line : "")
        let fields = sentence.split(separator: ",", maxSplits: 1)
        guard fields.count == 2 else { return false }
        if fields[0] == "PUBX" { return fields[1].hasPrefix("00,") }
        guard fields[0].count >= 5 else { return false }
        guard fields[0].allSatisfy(\.isUppercase) else { return false }
        // Geiger counters write RDD sentences.
        return ["RMC", "GGA", "GNS", "GLL", "RDD", "WPL"].contains(fields[0].suffix(3))
    }

    private static func table(_ text: Substring) -> Bool {
        let lines = text.split(maxSplits: SensorTable.longestPreface, whereSeparator: \.isNewline)
        return TableBeginning.matches(lines)
    }

    /// Identifies JSON documents by members specific to their format.
    private static func json(_ text: Substring) -> FileFormat? {
        func has(_ names: String...) -> Bool { names.allSatisfy { text.contains("\"\($0)\"") } }
        if has("format"), text.contains("\"odograph-track\"") { return .trackDocument }
        if text.first == "{", let line = text.split(whereSeparator: \.isNewline).first {
            let isWhole = line.last { !$0.isWhitespace } == "}"
            if isWhole, line.contains("\"class\"") { return .gpsdLog }
            if isWhole, line.contains("\"type\""), line.contains("\"time\""), !line.contains("\"Feature") {
                return .eventLog
            }
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
        // Such a file is treated as an event log even if its first line is broken, so that the error can name the
        // line number. The first line of a document over several lines has no type yet.
        if text.first == "{", text.prefix(while: { !$0.isNewline }).contains("\"type\""), !text.contains("\"Feature"),
            has("type", "time"), !has("DeviceLog")
        {
            return .eventLog
        }
        // A list of other values cannot contain a position. Other programs put the name of a section in brackets.
        let rest = text.dropFirst().drop(while: \.isWhitespace)
        guard let next = rest.first, "\"{[".contains(next) else { return nil }
        let value = rest.first { $0 != "[" && !$0.isWhitespace }
        return value.map { "\"{-]tfn".contains($0) || $0.isNumber } ?? true ? .records : nil
    }
}
