import FusionCore
import Geodesy
import SensorModel

/// A whole day at 1 Hz cut into stops and moves.
struct DayBenchmark {
    private var points: [DayPoint] = []
    private var activities: [ActivityEstimate] = []

    init() {
        let plane = LocalPlane(origin: Coordinate(latitude: 48.2, longitude: 16.4))
        let start = Instant(seconds: 1.7e9)
        var state: UInt64 = 7
        func noise() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 6 * (Double(state >> 11) / Double(1 << 53) - 0.5)
        }
        var way = 0.0
        for second in 0..<86_400 {
            // An hour's walk or ride, then two hours in one place.
            let leg = second / 10_800
            let isMoving = second % 10_800 < 3_600
            if isMoving { way += leg % 2 == 0 ? 1.4 : 9 }
            points.append(
                DayPoint(
                    time: start + Double(second),
                    coordinate: plane.coordinate(PlanePoint(east: way + noise(), north: noise())), accuracy: 5,
                    distance: way, hasMeasuredSpeed: true))
            if second % 10_800 == 0 || second % 10_800 == 3_600 {
                let ride: Activity = leg % 2 == 0 ? .walking : .automotive
                activities.append(
                    ActivityEstimate(
                        time: start + Double(second), until: start + Double(second + (isMoving ? 3_600 : 7_200)),
                        activity: isMoving ? ride : .stationary, confidence: .high, probability: 0.99))
            }
        }
    }

    func run() {
        let day = timed("ours") { DaySegmenter().segment(points, activities: activities) }
        print("items", day.items.count)
    }

    /// Writes rows of seconds since 1970, latitude and longitude in degrees.
    func writePoints(to path: String) throws {
        try Rows.write(
            points.flatMap {
                [Double($0.time.nanoseconds) / 1e9, $0.coordinate.latitude, $0.coordinate.longitude]
            }, to: path)
    }
}
