/// A file format, which is recognized by content.
public struct FileFormat: Sendable, Hashable {
    /// The name in the code, such as `gpx`.
    public let name: String
    /// The usual endings of its files' names, without a dot.
    public let endings: [String]

    init(_ name: String, _ endings: [String]) {
        self.name = name
        self.endings = endings
    }

    init(_ name: String, _ endings: String...) {
        self.name = name
        self.endings = endings
    }

    /// The readers of all formats. Of several that are equally sure of a file, the first one reads it.
    static let readers: [any FormatReader.Type] = [
        SessionFormat.self,
        FITReader.self,
        PackedReader.self,
        UBXReader.self,
        GPXReader.self,
        TCXReader.self,
        KMLReader.self,
        XMLRecordReader.self,
        PolarReader.self,
        VBOXReader.self,
        TrackJSONReader.self,
        GPSDLogReader.self,
        EventLogReader.self,
        GoogleTimelineReader.self,
        MovesReader.self,
        SensorLoggerReader.self,
        GoldenCheetahReader.self,
        JSONRecordReader.self,
        FITTableReader.self,
        IGCReader.self,
        RTKLIBReader.self,
        TwoNavReader.self,
        FlySightReader.self,
        GNSSLoggerReader.self,
        SubtitleReader.self,
        OwnTracksReader.self,
        NMEAReader.self,
        TableReader.self,
        GPSBabel.self,
    ]

    /// A session file of Odograph.
    public static let session = SessionFormat.format

    /// The usual endings of all files that can be read, in small letters and in capitals, for a dialog's filter and a
    /// shell's completion.
    public static let allEndings = Set(readers.flatMap { $0.format.endings }).sorted()
        .flatMap { [$0, $0.uppercased()] }
}
