import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct DistanceColumnBestTests {
    /// A ride east at 5 m/s with two quick minutes at 10 m/s, a fix a second.
    private func way(silentFrom: Int = .max, until: Int = .max) -> DistanceColumn {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        var core = FusionCore()
        var finisher = TrackFinisher()
        var metres = 0.0
        for second in 0..<900 {
            let speed = (300..<420).contains(second) ? 10.0 : 5.0
            metres += speed
            if second >= silentFrom, second < until { continue }
            let fix = Fix(
                mode: .threeDimensional, coordinate: plane.coordinate(PlanePoint(east: metres, north: 0)),
                horizontalAccuracy: 3, speed: speed, courseDegrees: 90)
            finisher.consume(SensorEvent(time: Instant(seconds: Double(second)), payload: .fix(fix)), with: &core) {
                _ in
            }
        }
        return finisher.smoothed(.init()).distances
    }

    @Test func `the best minute and the best kilometre are those of the quick stretch`() throws {
        let way = way()
        let minute = try #require(way.bestSpeed(over: 60))
        let kilometre = try #require(way.bestSpeed(overMetres: 1_000))
        #expect(abs(minute - 10) < 0.2 && abs(kilometre - 10) < 0.2)
        #expect(way.bestSpeed(over: 3_600) == nil && way.bestSpeed(overMetres: 1e6) == nil)
        #expect(DistanceColumn().bestSpeed(over: 1) == nil)
    }

    @Test func `a place that is wrong for a moment makes no fast kilometre`() throws {
        // A walk with a leap of a kilometre and back within ten seconds, as a wrong place gives.
        var measured: [Double] = []
        var estimated = SteadyColumn<Double>()
        for second in 0..<900 {
            let leap = second >= 455 ? 2_000.0 : second >= 445 ? 1_000 : 0
            measured.append(1.4 * Double(second) + leap)
            estimated.append(0)
        }
        let way = DistanceColumn(
            times: measured.indices.map { Instant(seconds: Double($0)) }, measured: measured, estimated: estimated)
        let minute = try #require(way.bestSpeed(over: DistanceColumn.longSupport))
        let kilometre = try #require(way.bestSpeed(overMetres: 1_000))
        #expect(kilometre <= minute)
    }

    @Test func `an estimated stretch is nobody's best`() throws {
        let way = way(silentFrom: 301, until: 419)
        let minute = try #require(way.bestSpeed(over: 60))
        #expect(minute < 6.5)
    }

    @Test func `milestones are where the distance is whole`() throws {
        let way = way()
        let total = way.distance + way.estimatedDistance
        let milestones = way.milestones(every: 1_000, atMost: 100)
        #expect(milestones.count == Int(total / 1_000) && milestones.count > 3)
        for (index, time) in milestones.enumerated() {
            let (before, after) = (way.metres(at: time + -1)?.sum() ?? 0, way.metres(at: time + 1)?.sum() ?? 0)
            let metres = Double(index + 1) * 1_000
            #expect(before <= metres && metres <= after, "\(index + 1) km: \(before) to \(after) m")
        }
        #expect(way.milestones(every: 1_000, atMost: 2) == Array(milestones.prefix(2)))
        #expect(way.milestones(every: 0, atMost: 2).isEmpty && way.milestones(every: .nan, atMost: 2).isEmpty)
        #expect(DistanceColumn().milestones(every: 1, atMost: 9).isEmpty)
    }
}
