import Geometry
import SensorModel

/// Reads KML 2.2: `gx:Track` and `gx:MultiTrack` with times, points with a `TimeStamp` or a `TimeSpan`, and lines.
///
/// Points with times are fixes, unless the document has a track with times; then they are labels of the track and are
/// left out. A line without times is a drawing. Restores documents that Odograph wrote: activities and estimated
/// parts from the names of the parts, routes from the ids of their folders.
final class KMLReader: XMLTrackReader {
    static let format = FileFormat("kml", "kml", "kmz")

    static func certainty(of head: FileHead) -> Certainty { head.root == "kml" ? .certain : .no }

    private let path: String
    private let limits: ImportLimits
    private var collector = PlaceCollector(format: format, source: "KML")
    private var names = ColumnNames()
    private var open: [String] = []
    private var text: [UInt8] = []
    private var folders: [(name: String?, isRoute: Bool)] = []
    private var placemark: Placemark?
    /// Whether Odograph wrote the document.
    private var isOwn = false
    private var hasTimedTrack = false
    /// Points with a time, held until it is known whether they are labels.
    private var points: [(point: TrackDocument.Point, name: String?, folder: String?)] = []
    private var count = 0

    /// The contents of a placemark.
    private struct Placemark {
        var name: String?
        var times: [Instant] = []
        var record = PlaceRecord()
        var points: [TrackDocument.Point] = []
        var lines: [[TrackDocument.Point]] = []
        var tracks: [[TrackDocument.Point]] = []
        /// The times and positions of the current track, in file order.
        var whens: [Instant?] = []
        /// The number of times before each position.
        var whensBefore: [Int] = []
        var coords: [TrackDocument.Point?] = []
        /// The name of the current datum or list of values.
        var datum = ""
        var arrays: [String: [Double?]] = [:]
    }

    init(path: String, limits: ImportLimits, keepsGoodPart: Bool) {
        self.path = path
        self.limits = limits
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws {
        let local = name.text
        if open.isEmpty, local != "kml", !Self.bareRoots.contains(local) {
            throw FormatError.malformed(
                path: path, reason: Phrase(translatable("the root element is <{1}>, not <kml>"), local))
        }
        open.append(local)
        text.removeAll(keepingCapacity: true)
        switch local {
        case "Style" where attributes["id"].map { String(decoding: $0, as: UTF8.self) } == KMLWriter.estimated:
            isOwn = true
        case "Folder":
            let id = attributes["id"].map { String(decoding: $0, as: UTF8.self) }
            folders.append((nil, id?.hasPrefix(KMLWriter.routePrefix) ?? false))
        case "Placemark": placemark = Placemark()
        case "Track":
            placemark?.whens = []
            placemark?.coords = []
            placemark?.arrays = [:]
        case "Data", "SimpleData", "SimpleArrayData":
            placemark?.datum = attributes["name"].map { String(decoding: $0, as: UTF8.self) } ?? ""
        default: break
        }
    }

    /// The root elements that some programs write without an enclosing `kml`.
    private static let bareRoots: Set = ["Document", "Folder", "Placemark"]

    func characters(_ bytes: UnsafeRawBufferPointer, line: Int) throws {
        text.append(contentsOf: bytes)
        // All coordinates of a line are in one text.
        guard text.count <= limits.documentSize else {
            throw FormatError.tooLarge(
                path: path, what: Phrase(translatable("bytes in one text")), limit: limits.documentSize)
        }
    }

    func end(_ name: XMLName, line: Int) throws {
        guard let local = open.popLast() else { return }
        let parent = open.last ?? ""
        switch local {
        case "name": endName(parent)
        case "when", "begin", "end": endTime(parent)
        case "coord": try endCoordinate()
        case "coordinates": try endCoordinates(parent)
        case "Track": endTrack()
        case "value", "SimpleData": endValue(parent)
        case "Placemark": endPlacemark()
        case "Folder": _ = folders.popLast()
        default: break
        }
        text.removeAll(keepingCapacity: true)
    }

    private var string: String { String(decoding: text, as: UTF8.self).trimmingCharacters() }

    private func endName(_ parent: String) {
        let name = string
        guard !name.isEmpty else { return }
        switch parent {
        case "Placemark": placemark?.name = name
        case "Folder": if !folders.isEmpty { folders[folders.count - 1].name = name }
        case "Document": collector.name(name)
        default: break
        }
    }

    private func endTime(_ parent: String) {
        let time = Timestamp.instant(parsing: string)
        switch parent {
        case "Track": placemark?.whens.append(time)
        case "TimeStamp", "TimeSpan": if let time { placemark?.times.append(time) }
        default: break
        }
    }

    private func counted() throws {
        count += 1
        guard count <= limits.pointCount else {
            throw FormatError.tooLarge(path: path, what: Phrase(translatable("points")), limit: limits.pointCount)
        }
    }

    private func endCoordinate() throws {
        try counted()
        let numbers = string.split { $0 == " " || $0 == "," }.map { Double($0) }
        placemark?.coords.append(Self.point(numbers))
        let times = placemark?.whens.count ?? 0
        placemark?.whensBefore.append(times)
    }

    private func endCoordinates(_ parent: String) throws {
        guard placemark != nil, parent == "Point" || parent == "LineString" else { return }
        var line: [TrackDocument.Point] = []
        for tuple in Self.tuples(text) {
            try counted()
            let numbers = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { Double(String(decoding: $0, as: UTF8.self).trimmingCharacters()) }
            if let point = Self.point(numbers) { line.append(point) }
        }
        if parent == "Point" {
            placemark?.points += line.prefix(1)
        } else if !line.isEmpty {
            placemark?.lines.append(line)
        }
    }

    /// Splits the positions of a line. Some programs write blanks between the numbers of a position, too.
    private static func tuples(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        let comma = UInt8(ascii: ",")
        var tuples: [ArraySlice<UInt8>] = []
        for part in text.split(whereSeparator: { $0 <= 32 }) {
            let isOneNumber = !part.dropFirst().dropLast().contains(comma)
            if let last = tuples.last, isOneNumber, last.last == comma || part.first == comma {
                tuples[tuples.count - 1] = text[last.startIndex..<part.endIndex]
            } else {
                tuples.append(part)
            }
        }
        return tuples
    }

    private static func point(_ numbers: [Double?]) -> TrackDocument.Point? {
        guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1], longitude.isFinite,
            latitude.isFinite
        else { return nil }
        let height = numbers.count > 2 ? numbers[2].flatMap { $0.isFinite ? $0 : nil } : nil
        return TrackDocument.Point(coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: height)
    }

    private func endTrack() {
        guard var placemark else { return }
        let hasTimes = placemark.whens.count == placemark.coords.count
        // In a track that alternates, a time without a position moves no other.
        let alternates =
            !hasTimes && zip(placemark.whensBefore, placemark.whensBefore.dropFirst()).allSatisfy { $0 < $1 }
            && placemark.whensBefore.first.map { $0 > 0 } ?? false
        var line: [TrackDocument.Point] = []
        for (index, place) in placemark.coords.enumerated() {
            guard var point = place else { continue }
            if hasTimes { point.time = placemark.whens[index] }
            if alternates { point.time = placemark.whens[placemark.whensBefore[index] - 1] }
            hasTimedTrack = hasTimedTrack || point.time != nil
            line.append(point)
        }
        placemark.tracks.append(line)
        placemark.whens = []
        placemark.whensBefore = []
        placemark.coords = []
        self.placemark = placemark
    }

    private func endValue(_ parent: String) {
        guard let datum = placemark?.datum, !datum.isEmpty else { return }
        if parent == "SimpleArrayData" {
            placemark?.arrays[datum, default: []].append(Double(string))
        } else {
            placemark?.record.set(datum, string, column: names.column(datum))
        }
    }

    private func endPlacemark() {
        guard let placemark else { return }
        self.placemark = nil
        if let span = placemark.record.span {
            if let time = placemark.times.first { collector.add(span, at: time) }
            return
        }
        let folder = folders.last
        let isEstimated =
            isOwn
            && (placemark.name == KMLWriter.estimated
                || placemark.name?.hasSuffix(", \(KMLWriter.estimated)") == true)
        let activity = isOwn ? placemark.name.flatMap { $0.split(separator: ",").first }.map(String.init) : nil
        let track = TrackDocument.Track(
            name: isOwn ? folder?.name : placemark.name ?? folder?.name,
            activity: activity.flatMap(Activity.init(rawValue:)))
        for line in placemark.lines + measured(placemark) where !line.isEmpty {
            var line = line
            if isEstimated { for index in line.indices { line[index].isEstimated = true } }
            collector.add(line: line, of: track, isRoute: folder?.isRoute ?? false)
        }
        for place in placemark.points {
            let times = placemark.times.isEmpty ? [nil] : placemark.times.map(Optional.some)
            for time in isOwn ? Array(times.prefix(1)) : times {
                var record = placemark.record
                record.set(place.coordinate, altitude: place.altitude, time: nil)
                guard var point = record.point(.plain) else { continue }
                point.time = time
                points.append((point, placemark.name, folder?.name))
            }
        }
    }

    /// Returns the tracks with the values of the accompanying lists.
    private func measured(_ placemark: Placemark) -> [[TrackDocument.Point]] {
        guard placemark.tracks.count == 1, var line = placemark.tracks.first else { return placemark.tracks }
        for (name, values) in placemark.arrays where values.count == line.count {
            guard let column = names.column(name) else { continue }
            for index in line.indices {
                guard let value = values[index], value.isFinite else { continue }
                switch column.role {
                case .heartRate: line[index].heartRate = value
                case .cadence: line[index].cadence = value
                case .power: line[index].power = value
                case .temperature: line[index].temperature = value
                case .speed: line[index].speed = Optional(value * column.scale).notNegative
                case .horizontalAccuracy: line[index].accuracy = Optional(value).positive
                default: break
                }
            }
        }
        return [line]
    }

    /// Returns the document.
    func finish() -> TrackDocument {
        for (point, name, folder) in points {
            if point.time != nil, !hasTimedTrack, !isOwn {
                collector.add(point, receiver: folder)
            } else if point.time == nil || !hasTimedTrack || isOwn {
                collector.add(
                    TrackDocument.Waypoint(
                        coordinate: point.coordinate, name: name, time: point.time, altitude: point.altitude))
            }
        }
        points = []
        return collector.finish()
    }
}
