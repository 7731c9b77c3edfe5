import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct LiveDistanceTests {
    @Test func `the distance goes on after a reset of the core`() {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        var core = FusionCore()
        var live = LiveDistance()
        var last = 0.0
        for second in 0..<120 {
            let time = Instant(seconds: 1_700_000_000 + Double(second))
            if second == 60 {
                live.consumeReset(of: core)
                core.consume(SensorEvent(time: time, payload: .reset)) { _ in }
                #expect(core.distance.metres == 0)
            }
            let fix = Fix(
                mode: .threeDimensional, coordinate: plane.coordinate(PlanePoint(east: 5 * Double(second), north: 0)),
                horizontalAccuracy: 3, speed: 5, courseDegrees: 90)
            let event = SensorEvent(time: time, payload: .fix(fix))
            core.consume(event) { _ in }
            if case .fix = event.payload { live.append(fixAt: event.time, of: core) }
            #expect(live.distances.distance >= last)
            last = live.distances.distance
        }
        #expect(abs(last - 590) < 20)
        #expect(live.distances.metres(at: Instant(seconds: 1_700_000_030))?.x ?? 0 > 100)
    }
}
