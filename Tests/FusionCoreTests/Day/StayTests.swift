import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore

@Suite struct StayTests {
    /// A walk with a fix every 20 s, none while the user goes some metres in four minutes, and a walk on.
    private static func watch(silent metres: Double) -> [SensorEvent] {
        let plane = LocalPlane(origin: Coordinate(latitude: 47.5, longitude: 18.8))
        let before = (0...30).map { (time: 20.0 * Double($0), north: 24.0 * Double($0)) }
        let after = (0...30).map { (time: 840 + 20.0 * Double($0), north: 720 + metres + 24 * Double($0)) }
        return (before + after).map { point in
            let place = plane.coordinate(PlanePoint(east: 0, north: point.north))
            return SensorEvent(
                time: Instant(seconds: point.time), payload: .fix(Fix(coordinate: place, horizontalAccuracy: 5)))
        }
    }

    @Test(arguments: [0.0, 5, 40]) func `a silence that ends where it began is a stop between rare fixes`(
        _ metres: Double
    ) throws {
        let found = stops(FinishedTrack(events: Self.watch(silent: metres), parameters: .init()).day)
        try #require(found.count == 1)
        #expect(abs(found[0].start.seconds - 600) <= 60 && abs(found[0].end.seconds - 840) <= 60)
    }

    @Test(arguments: [200.0, 290, 480]) func `a silence in which the user walked on is no stop`(_ metres: Double) {
        #expect(stops(FinishedTrack(events: Self.watch(silent: metres), parameters: .init()).day).isEmpty)
    }

    @Test(arguments: 1...30) func `no division of a short track costs less`(_ seed: UInt64) {
        var random = RandomSource(seed: seed)
        var place = SIMD2(0.0, 0.0)
        let parameters = DayParameters()
        let cells = (0..<9).map { index in
            let activity = [Activity.stationary, .walking, .walking, .cycling][Int(4 * random.uniform())]
            let start = place
            place += SIMD2(random.uniform() - 0.4, random.uniform() - 0.5) * (activity == .stationary ? 5 : 120)
            let isOnFoot = !activity.isRide
            return StayCell(
                points: index...(index + 1), start: start, end: place, activity: activity,
                sums: StayCell.Sums(
                    from: start, to: place, seconds: 60, rest: isOnFoot ? (activity == .walking ? 0 : 1) : 0, path: 0,
                    net: isOnFoot ? 0.5 * random.uniform() : 4, isOnFoot: isOnFoot, parameters))
        }
        let partition = StayPartition(cells: cells, parameters: parameters)
        /// The cost of a division whose cells are stays if their bit is set.
        func cost(_ bits: Int) -> Double {
            var (total, start) = (0.0, 0)
            for end in 1...cells.count where end == cells.count || (bits >> end ^ bits >> (end - 1)) & 1 == 1 {
                let isStay = bits >> start & 1 == 1
                total += (isStay ? partition.stayCost : partition.moveCost)(start, end)
                start = end
            }
            return total
        }
        let found = partition.stays().flatMap { Array($0) }.reduce(0) { $0 | 1 << $1 }
        let best = (0..<(1 << cells.count)).map(cost).min() ?? 0
        #expect(abs(cost(found) - best) < 1e-9)
    }
}
