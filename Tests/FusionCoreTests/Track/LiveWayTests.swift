import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct LiveWayTests {
    @Test func `the distance goes on after a reset of the core`() {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        var core = FusionCore()
        var live = LiveWay()
        var last = 0.0
        for second in 0..<120 {
            let time = Instant(seconds: 1_700_000_000 + Double(second))
            if second == 60 {
                live.noteReset(of: core)
                core.consume(SensorEvent(time: time, payload: .reset)) { _ in }
                #expect(core.distance.metres == 0)
            }
            let fix = Fix(
                mode: .threeDimensional, coordinate: plane.coordinate(PlanePoint(east: 5 * Double(second), north: 0)),
                horizontalAccuracy: 3, speed: 5, courseDegrees: 90)
            let event = SensorEvent(time: time, payload: .fix(fix))
            core.consume(event) { _ in }
            if case .fix = event.payload { live.note(fixAt: event.time, core) }
            #expect(live.way.distance >= last)
            last = live.way.distance
        }
        #expect(abs(last - 590) < 20)
        #expect(live.way.metres(at: Instant(seconds: 1_700_000_030))?.x ?? 0 > 100)
    }
}
