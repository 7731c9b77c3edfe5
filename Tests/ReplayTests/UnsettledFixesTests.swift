import FusionCore
import Geometry
import Glibc
import Replay
import SensorModel
import Testing

@Suite struct UnsettledFixesTests {
    @Test func `fixes that later ones show to be false are rejected in a run, and in one after it`() throws {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let start = Instant(seconds: 1_700_000_000)
        let events = (0..<90).map { second in
            let time = Double(second)
            let aside = second < 15 ? 400 * exp(-time / 4) : 0
            let fix = Fix(
                device: DeviceID(0), mode: .threeDimensional,
                coordinate: plane.coordinate(PlanePoint(east: aside, north: 1.4 * time)), horizontalAccuracy: 4,
                speed: 1.4, courseDegrees: 0)
            return SensorEvent(time: start + time, received: start + time, payload: .fix(fix))
        }
        var engine = TuningEngine(Recording(ordered: events))
        for memory in [120.0, 121] {
            var parameters = Parameters()
            parameters.position.constantVelocity.memory = memory
            let done = engine.run(parameters)
            let run = try #require(done).core
            let places = run.fixes.rejectedPlaces
            #expect(places == Array(0..<places.count) && (5..<20).contains(places.count))
            #expect(places.allSatisfy { run.fixes[$0].rejection == .unsettled })
            #expect(run.rejected == [.unsettled: places.count])
        }
    }
}
