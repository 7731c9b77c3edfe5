import Geometry
import JSON
import SensorModel

/// Reads the storyline JSON of Moves: days of places and moves.
struct MovesReader: JSONListFormat {
    static let format = FileFormat("moves", "json")

    static func certainty(of head: FileHead) -> Certainty {
        head.text.first == "[" && head.has("date", "segments") ? .certain : .no
    }

    private var document = TrackDocument(format: format)
    private(set) var count = 0

    /// The kinds and times of the segments so far. A segment that spans midnight is whole in both of its days.
    private var known: Set<[String]> = []

    func finish(into whole: inout TrackDocument) { whole = document }

    /// Reads a day.
    mutating func read(_ day: JSONValue, of list: String) {
        for segment in day["segments"]?.array ?? [] where isNew(segment) {
            if let place = segment["place"], let coordinate = Self.coordinate(place["location"]) {
                document.waypoints.append(
                    TrackDocument.Waypoint(
                        coordinate: coordinate, name: place["name"]?.string,
                        time: Timestamp.instant(parsing: segment["startTime"])))
            }
            for activity in segment["activities"]?.array ?? [] { read(activity: activity) }
        }
    }

    private mutating func isNew(_ segment: JSONValue) -> Bool {
        guard let start = segment["startTime"]?.string, let end = segment["endTime"]?.string else { return true }
        return known.insert([segment["type"]?.string ?? "", start, end]).inserted
    }

    private mutating func read(activity: JSONValue) {
        let points = (activity["trackPoints"]?.array ?? []).compactMap { value -> TrackDocument.Point? in
            guard let coordinate = Self.coordinate(value) else { return nil }
            var point = TrackDocument.Point(coordinate: coordinate, time: Timestamp.instant(parsing: value["time"]))
            point.isEstimated = value["isEstimated"] == .bool(true)
            return point
        }
        guard !points.isEmpty else { return }
        count += points.count
        document.tracks.append(
            TrackDocument.Track(source: "Moves", activity: Self.activity(of: activity), segments: [points]))
    }

    /// The activities in Moves' transport group that do not follow roads or rails.
    private static let offRoad: Set = ["airplane", "boat", "ferry"]

    private static func activity(of value: JSONValue) -> Activity? {
        let name = value["activity"]?.string
        if let name, offRoad.contains(name.lowercased()) { return nil }
        return (value["group"]?.string ?? name).flatMap(Activity.init(foreignName:))
    }

    private static func coordinate(_ value: JSONValue?) -> Coordinate? {
        guard let latitude = value?["lat"]?.double, let longitude = value?["lon"]?.double else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
