import Geometry
import JSON
import SensorModel

/// Reads a ride in GoldenCheetah's JSON format.
struct GoldenCheetahReader: JSONListFormat {
    static let format = FileFormat("goldenCheetah", "json")
    static let lists: Set<String> = ["RIDE", "SAMPLES"]
    static let skipped: Set<String> = ["INTERVALS", "XDATA", "OVERRIDES", "CALIBRATIONS", "REFERENCES"]

    static func certainty(of head: FileHead) -> Certainty { head.has("RIDE", "STARTTIME") ? .certain : .no }

    private var start: Instant?
    private var sport: ForeignSport?
    private var samplesWithoutPlace = 0
    private var samples: [(seconds: Double, point: TrackDocument.Point)] = []
    var count: Int { samples.count }

    /// Reads a member of the ride.
    mutating func read(member name: String, _ value: JSONValue) {
        if name == "TAGS" { sport = value["Sport"]?.string.flatMap(ForeignSport.init) }
        guard name == "STARTTIME", let text = value.string else { return }
        start = Timestamp.instant(parsing: text.replacing("UTC", with: "").split(separator: " ").joined(separator: " "))
    }

    /// Reads a sample; only counts it if it has no position.
    mutating func read(_ sample: JSONValue, of list: String) {
        guard let seconds = sample["SECS"]?.double, let latitude = sample["LAT"]?.double,
            let longitude = sample["LON"]?.double, latitude != 0 || longitude != 0
        else { return samplesWithoutPlace += 1 }
        var point = TrackDocument.Point(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: sample["ALT"]?.double)
        point.speed = (sample["KPH"]?.double.map { $0 / 3.6 }).notNegative
        point.heartRate = sample["HR"]?.double
        point.cadence = sample["CAD"]?.double
        point.power = (sample["WATTS"]?.double).notNegative
        point.temperature = sample["TEMP"]?.double
        samples.append((seconds, point))
    }

    /// Adds the ride as one track.
    func finish(into document: inout TrackDocument) {
        let points = samples.map { seconds, point in
            var point = point
            point.time = start.map { $0 + seconds }
            return point
        }
        document.recordsWithoutPlace = samplesWithoutPlace
        guard !points.isEmpty else { return }
        document.tracks = [
            TrackDocument.Track(
                source: "GoldenCheetah", activity: sport?.activity, sport: sport?.name, segments: [points])
        ]
    }
}
