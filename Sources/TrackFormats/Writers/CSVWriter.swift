import Geometry
import SensorModel

/// Writes a table with a header and one point per row, as in RFC 4180. Cells of missing values are empty.
struct CSVWriter {
    /// Writes a document.
    static func write(_ document: TrackDocument, to sink: ByteSink) throws {
        sink.buffer.append(
            "trackNumber,segment,time,latitude,longitude,altitude,accuracy,verticalAccuracy,speed,course,")
        sink.buffer.append("satellites,hdop,heartRate,cadence,activity,isEstimated,temperature,power,lap\r\n")
        let laps = document.sensorEvents.spans(.lap)
        for (trackIndex, track) in document.tracks.enumerated() {
            for (segmentIndex, segment) in track.segments.enumerated() {
                for point in segment {
                    sink.buffer.append(trackIndex + 1)
                    sink.buffer.append(",")
                    sink.buffer.append(segmentIndex + 1)
                    let lap = point.time.flatMap { time -> Int? in
                        let number = laps.partitionPoint { $0.start <= time }
                        return number > 0 && time <= laps[number - 1].start + laps[number - 1].span.duration
                            ? number : nil
                    }
                    write(point, activity: point.activity ?? track.activity, lap: lap, to: sink)
                    try sink.flushIfFull()
                }
            }
        }
    }

    private static func write(_ point: TrackDocument.Point, activity: Activity?, lap: Int?, to sink: ByteSink) {
        sink.buffer.append(",")
        if let time = point.time { sink.buffer.append(iso: time) }
        cell(point.coordinate.latitude, decimals: 8, sink)
        cell(point.coordinate.longitude, decimals: 8, sink)
        cell(point.altitude, decimals: 3, sink)
        cell(point.accuracy, decimals: 3, sink)
        cell(point.verticalAccuracy, decimals: 3, sink)
        cell(point.speed, decimals: 3, sink)
        cell(point.courseDegrees, decimals: 2, sink)
        cell(point.satellites.map(Double.init), decimals: 0, sink)
        cell(point.horizontalDilution, decimals: 2, sink)
        cell(point.heartRate, decimals: 1, sink)
        cell(point.cadence, decimals: 1, sink)
        sink.buffer.append(",")
        if let activity { sink.buffer.append(activity.rawValue) }
        sink.buffer.append(point.isEstimated ? ",true" : ",false")
        // Added after the older columns, because scripts may rely on column positions.
        cell(point.temperature, decimals: 2, sink)
        cell(point.power, decimals: 1, sink)
        cell(lap.map(Double.init), decimals: 0, sink)
        sink.buffer.append("\r\n")
    }

    private static func cell(_ value: Double?, decimals: Int, _ sink: ByteSink) {
        sink.buffer.append(",")
        if let value, value.isFinite { sink.buffer.append(value, decimals: decimals) }
    }
}
