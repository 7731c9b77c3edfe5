import Geometry
import Geometry
import Foundation
import FusionCore
import SensorModel
import Simulation

/// The position filter and its backward pass over a given list of fixes, many times.
struct FilterBenchmark {
    private struct Measured {
        var coordinate: Coordinate
        var fix: Fix
        var time: Instant
    }

    private static let origin = Coordinate(latitude: 48.2, longitude: 16.4)
    private static let repeats = 100
    private let fixes: [Measured]

    init(path: String) throws {
        let rows = try Rows(path: path, width: 5)
        let plane = LocalPlane(origin: Self.origin)
        fixes = (0..<rows.count).map { row in
            let coordinate = plane.coordinate(PlanePoint(east: rows[row, 1], north: rows[row, 2]))
            let course = atan2(rows[row, 3], rows[row, 4]) * 180 / .pi
            return Measured(
                coordinate: coordinate,
                fix: Fix(
                    coordinate: coordinate, horizontalAccuracy: 5, speed: hypot(rows[row, 3], rows[row, 4]),
                    courseDegrees: course < 0 ? course + 360 : course),
                time: Instant(seconds: 1.7e9 + rows[row, 0]))
        }
    }

    /// Writes the fixes of half an hour by bicycle.
    static func writeFixes(to path: String) throws {
        var scenario = Scenarios.bike
        scenario.plan.motion = nil
        scenario.plan.receiver = .whiteFiveMetres
        let session = scenario.simulate(seed: 1)
        guard let first = session.truth.first else { return }
        let plane = LocalPlane(origin: first.coordinate)
        let values = session.events.flatMap { event -> [Double] in
            guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, let speed = fix.speed,
                let course = fix.courseDegrees
            else { return [] }
            let point = plane.point(coordinate)
            let angle = course * .pi / 180
            return [event.time - first.time, point.east, point.north, speed * sin(angle), speed * cos(angle)]
        }
        try Rows.write(values, to: path)
    }

    func run(smooths: Bool) {
        var sum = 0.0
        timed("ours") {
            for _ in 0..<Self.repeats {
                var filter = PositionFilter()
                var trail = FixTrail()
                trail.reserveCapacity(fixes.count)
                for fix in fixes {
                    sum += filter.update(fix.fix, coordinate: fix.coordinate, accuracy: 5, at: fix.time).accuracy
                    if smooths { trail.append(fixOf: filter.model) }
                }
                if smooths {
                    sum += TrackSmoother().smooth(ReceiverTrails(trail), filter: .init()).distances.distance
                }
            }
        }
        print("fixes", fixes.count * Self.repeats)
        precondition(sum.isFinite)
    }
}
