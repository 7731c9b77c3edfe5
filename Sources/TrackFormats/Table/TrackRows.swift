import SensorModel

/// The tracks of a table with one row per point, which also states track and segment numbers.
struct TrackRows {
    /// The tracks, in the order of the rows.
    private(set) var tracks: [TrackDocument.Track] = []
    /// The number of points so far.
    private(set) var count = 0
    /// The number of rows without a position so far.
    private(set) var rowsWithoutPlace = 0
    private var track: String?
    private var segment: String?

    /// Adds the point of a row. Points without a time are kept, because they are part of the line.
    mutating func add(_ row: SensorTable.Row) {
        guard let coordinate = row.coordinate else {
            rowsWithoutPlace += 1
            return
        }
        var point = TrackDocument.Point(coordinate: coordinate, time: row.time, altitude: row.altitude)
        point.accuracy = row[.horizontalAccuracy].positive
        point.verticalAccuracy = row.notNegative(.verticalAccuracy)
        point.speed = row.notNegative(.speed)
        point.courseDegrees = row.notNegative(.course)
        point.satellites = row.satellites
        point.horizontalDilution = row.notNegative(.dilution)
        point.heartRate = row[.heartRate]
        point.cadence = row[.cadence]
        point.power = row[.power]
        point.temperature = row[.temperature]
        point.activity = row.text(.activity).flatMap(Activity.init(rawValue:))
        point.isEstimated = row.isEstimated
        let (track, segment) = (row.text(.receiver), row.text(.segment))
        if tracks.isEmpty || track != self.track {
            tracks.append(TrackDocument.Track(source: "location", segments: [[]]))
        } else if segment != self.segment {
            tracks[tracks.count - 1].segments.append([])
        }
        (self.track, self.segment) = (track, segment)
        let last = tracks.count - 1
        tracks[last].segments[tracks[last].segments.count - 1].append(point)
        count += 1
    }
}
