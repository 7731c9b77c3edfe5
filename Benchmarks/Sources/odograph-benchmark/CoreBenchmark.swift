import FusionCore
import Geodesy
import SensorModel

/// The whole core over a session of columns: what a program in C or Python gets through the library.
struct CoreBenchmark {
    private var events: [SensorEvent] = []

    /// Reads rows of seconds, latitude, longitude, accuracy and speed, and, if there is a second file, rows of seconds, the
    /// three components of an acceleration, and those of an angular rate.
    init(fixes: String, motion: String?) throws {
        let rows = try Rows(path: fixes, width: 5)
        var next = 0
        func append(_ payload: SensorEvent.Payload, _ time: Instant) {
            events.append(SensorEvent(time: time, sequence: UInt64(events.count), payload: payload))
        }
        let samples = try motion.map { try Rows(path: $0, width: 7) }
        var tick = rows.count > 0 ? rows[0, 0] + 2 : 0
        func appendSamples(until seconds: Double) {
            while let samples, next < samples.count, samples[next, 0] <= seconds {
                let time = Instant(seconds: samples[next, 0])
                func vector(_ column: Int) -> VectorSample {
                    VectorSample(x: samples[next, column], y: samples[next, column + 1], z: samples[next, column + 2])
                }
                append(.acceleration(vector(1)), time)
                append(.rotation(vector(4)), time)
                next += 1
            }
        }
        for row in 0..<rows.count {
            appendSamples(until: rows[row, 0])
            let coordinate = Coordinate(latitude: rows[row, 1], longitude: rows[row, 2])
            let fix = Fix(
                mode: .twoDimensional, coordinate: coordinate, horizontalAccuracy: rows[row, 3], speed: rows[row, 4])
            append(.fix(fix), Instant(seconds: rows[row, 0]))
            if rows[row, 0] >= tick {
                append(.tick, Instant(seconds: tick))
                tick += 2
            }
        }
        appendSamples(until: .infinity)
    }

    func run() {
        for _ in 0..<3 {
            let track = timed("ours") { FinishedTrack(events: events, parameters: Parameters()) }
            print("points", track.smoothed.count, track.summary.distance)
        }
    }
}
