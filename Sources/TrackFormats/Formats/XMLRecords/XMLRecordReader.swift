import FusionCore
import Geometry
import SensorModel

/// Reads XML logs whose samples are elements with named values: Suunto's SML and Moveslink, TrainingPeaks' PWX, Sigma's
/// SLF and SportTracks' logbook.
///
/// The values of a sample are its child elements or attributes, which are identified by the names of table columns.
final class XMLRecordReader: XMLTrackReader {
    static let format = FileFormat("xmlRecords", "sml", "pwx", "slf", "fitlog")

    static func certainty(of head: FileHead) -> Certainty {
        switch head.root {
        case "sml", "pwx", "FitnessWorkbook": .certain
        case "Activity", "Activities", "Log": head.text.contains("trainingTimeAbsolute=") ? .certain : .no
        default: isMoveslink(head) ? .certain : .no
        }
    }

    /// Whether the file is XML of Suunto's Moveslink, which has no root element: a header, and samples next to it.
    private static func isMoveslink(_ head: FileHead) -> Bool {
        head.root == "header" && head.text.contains("<Samples>") && head.text.contains("<SampleType>")
    }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        let root = try isMoveslink(FileHead(of: source)) ? moveslink : nil
        try read(source, into: &document, by: importer, root: root)
        try document.checkPlaces(from: source)
    }

    /// The kinds of log, identified by their root element.
    private enum Kind {
        case sml, moveslink, pwx, slf, logbook

        init?(root: String) {
            switch root {
            case "sml": self = .sml
            case XMLRecordReader.moveslink: self = .moveslink
            case "pwx": self = .pwx
            case "Activity", "Log", "Activities": self = .slf
            case "FitnessWorkbook": self = .logbook
            default: return nil
            }
        }

        var sample: String {
            switch self {
            case .sml: "Sample"
            case .moveslink, .pwx: "sample"
            case .slf: "Entry"
            case .logbook: "pt"
            }
        }

        var source: String {
            switch self {
            case .sml, .moveslink: "Suunto"
            case .pwx: "PWX"
            case .slf: "Sigma"
            case .logbook: "SportTracks"
            }
        }

        /// Whether each sample has a date and not only the seconds since the start.
        var hasDates: Bool { self == .sml || self == .moveslink || self == .logbook }
    }

    /// The name of the root element to put around a Moveslink log, which has none.
    static let moveslink = "moveslink"

    private let path: String
    private let limits: ImportLimits
    private var kind: Kind?
    private var names = ColumnNames()
    private var record: PlaceRecord?
    /// The device's distance counter at the current sample, in metres.
    private var odometer: Double?
    private var open: [String] = []
    private var text: [UInt8] = []
    private var start: Instant?
    private var activity: Activity?
    private var points: [TrackDocument.Point] = []
    /// The values of samples without a position, which has no meaning in these points.
    private var placeless: [TrackDocument.Point] = []
    /// The laps of a PWX log, as the seconds since the start and the span, and the values of the one that is open.
    private var laps: [(start: Double, span: DeviceSpan)] = []
    private var segment: [String: String]?
    /// The pauses of an SLF log: the training time at which each starts and its length, both in seconds.
    private var pauses: [(at: Double, length: Double)] = []
    /// The seconds since the start of each of ``points`` and of each of ``placeless``.
    private var (offsets, placelessOffsets): ([Double], [Double]) = ([], [])

    init(path: String, limits: ImportLimits, keepsGoodPart: Bool) {
        self.path = path
        self.limits = limits
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws {
        let local = name.text
        if open.isEmpty {
            guard let kind = Kind(root: local) else {
                throw FormatError.malformed(
                    path: path, reason: Phrase(translatable("the root element <{1}> is not known"), local))
            }
            self.kind = kind
        }
        open.append(local)
        text.removeAll(keepingCapacity: true)
        if local == kind?.sample {
            var new = PlaceRecord()
            attributes.forEach { new.set($0, $1, column: names.column($0)) }
            if kind == .slf { readSigma(attributes, &new) }
            if kind == .logbook, let start, let seconds = attributes["tm"].flatMap(GPXMember.number) {
                new.set(time: start + seconds)
            }
            (record, odometer) = (new, nil)
        } else if kind == .logbook, local == "Track", let time = attributes["StartTime"] {
            // Each activity of the logbook counts from its own start.
            start = Timestamp.instant(parsing: String(decoding: time, as: UTF8.self))
        } else if kind == .pwx, local == "segment" {
            segment = [:]
        } else if kind == .slf, local == "Marker", let type = attributes["type"], type.elementsEqual("p".utf8) {
            let at = attributes["timeAbsolute"].flatMap(GPXMember.number)
            let length = attributes["duration"].flatMap(GPXMember.number)
            if let at, let length { pauses.append((at / 100, length / 100)) }
        }
    }

    /// Converts SLF values, which are in millimetres and hundredths of a second of training time.
    private func readSigma(_ attributes: XMLAttributes, _ record: inout PlaceRecord) {
        record.set(.altitude, attributes["altitude"].flatMap(GPXMember.number).map { $0 / 1_000 })
        record.set(.elapsed, attributes["trainingTimeAbsolute"].flatMap(GPXMember.number).map { $0 / 100 })
    }

    func characters(_ bytes: UnsafeRawBufferPointer, line: Int) throws {
        // Longer texts are not values.
        if text.count + bytes.count <= Self.longestValue { text.append(contentsOf: bytes) }
    }

    private static let longestValue = 256

    func end(_ name: XMLName, line: Int) throws {
        guard let local = open.popLast() else { return }
        let value = String(decoding: text, as: UTF8.self).trimmingCharacters()
        text.removeAll(keepingCapacity: true)
        if local == kind?.sample {
            try endSample()
        } else if record != nil {
            // Only direct children of the sample count, because nested events have separate values.
            guard open.last == kind?.sample, !value.isEmpty else { return }
            if kind == .pwx, local == "dist" { odometer = Double(value) }
            record?.set(local, value, column: names.column(local))
        } else if kind == .pwx, local == "segment" {
            endLap()
        } else if segment != nil {
            segment?[local] = value
        } else if !value.isEmpty {
            endHeader(local, value)
        }
    }

    private func endHeader(_ local: String, _ value: String) {
        switch local {
        case "time" where open.last == "workout": start = start ?? Timestamp.instant(parsing: value)
        case "startDate": start = start ?? Timestamp.instant(parsing: value) ?? Timestamp.instant(loose: value)
        case "sportType", "Activity", "sport": activity = activity ?? Activity(foreignName: value)
        default: break
        }
    }

    private func endLap() {
        defer { segment = nil }
        func number(_ name: String) -> Double? { segment?[name].flatMap(Double.init).notNegative }
        guard let start = number("beginning"), let duration = number("duration") else { return }
        let name = segment?["name"].flatMap { $0.isEmpty ? nil : $0 }
        laps.append((start, DeviceSpan(.lap, name: name, duration: duration, distance: number("dist"))))
    }

    private func endSample() throws {
        guard let record else { return }
        self.record = nil
        guard points.count + placeless.count < limits.pointCount else {
            throw FormatError.tooLarge(path: path, what: Phrase(translatable("points")), limit: limits.pointCount)
        }
        let nowhere = Coordinate(latitude: 0, longitude: 0)
        let dialect = kind == .sml || kind == .moveslink ? PlaceRecord.Dialect.suunto : .plain
        var point = record.point(dialect) ?? record.point(at: nowhere, dialect)
        if kind?.hasDates != true { point.time = nil }
        point.odometer = odometer
        let offset = record.values[.elapsed] ?? .nan
        // Devices without a receiver write zero.
        if point.coordinate != nowhere {
            points.append(point)
            offsets.append(offset)
        } else {
            placeless.append(point)
            placelessOffsets.append(offset)
        }
    }

    /// Returns the document.
    func finish() -> TrackDocument {
        var document = TrackDocument(format: Self.format)
        document.recordsWithoutPlace = placeless.count
        guard !points.isEmpty else { return document }
        setTimes(of: &points, offsets)
        setTimes(of: &placeless, placelessOffsets)
        var samples = PlacelessSamples()
        for values in placeless {
            guard let time = values.time else { continue }
            samples.add(at: time, heartRate: values.heartRate, cadence: values.cadence, power: values.power)
        }
        document.sensorEvents = (samples.events + spans).sorted { $0.time < $1.time }
        replaceHeights()
        placeless = []
        document.tracks = [TrackDocument.Track(source: kind?.source, activity: activity, segments: [points])]
        points = []
        return document
    }

    /// The laps and pauses that the device states.
    private var spans: [SensorEvent] {
        guard let start else { return [] }
        var paused = 0.0
        let stops = pauses.sorted { $0.at < $1.at }.map { pause in
            defer { paused += pause.length }
            let time = start + (pause.at + paused)
            return SensorEvent(pause: TimeSpan(start: time, end: time + pause.length))
        }
        return stops + laps.map { SensorEvent(time: start + $0.start, payload: .span($0.span)) }
    }

    /// The maximum age, in seconds, of a height that is measured apart from the position.
    private static let longestHeight = 5.0

    /// Replaces the heights of the points by those of samples without a position, which are a barometer's, if there are more
    /// of these. The two are not mixed, because they can differ by tens of metres.
    private func replaceHeights() {
        var heights = placeless.filter { $0.altitude != nil && $0.time != nil }[...]
        guard heights.count > points.count(where: { $0.altitude != nil }) else { return }
        for index in points.indices {
            guard let time = points[index].time else { continue }
            while let next = heights.dropFirst().first?.time, next <= time { heights.removeFirst() }
            let age = heights.first?.time.map { abs(time - $0) } ?? .infinity
            points[index].altitude = age <= Self.longestHeight ? heights.first?.altitude : nil
        }
    }

    private func setTimes(of points: inout [TrackDocument.Point], _ offsets: [Double]) {
        guard let start else { return }
        for index in points.indices where points[index].time == nil && offsets[index].isFinite {
            let offset = offsets[index]
            let paused = pauses.reduce(0) { $1.at < offset ? $0 + $1.length : $0 }
            points[index].time = start + (offset + paused)
        }
    }
}
