import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct SampleBoundsTests {
    private func estimates(_ payload: SensorEvent.Payload) -> Int {
        var core = FusionCore()
        var count = 0
        for second in 0..<3 {
            core.consume(SensorEvent(time: Instant(seconds: 100 + Double(second)), payload: payload)) { _ in count += 1
            }
        }
        return count
    }

    @Test(arguments: [1e300, -1e300, 1e5, .infinity, .nan])
    func `a sample that no sensor can give reaches no stage`(value: Double) {
        #expect(estimates(.acceleration(VectorSample(x: 0, y: value, z: 9.8))) == 0)
        #expect(estimates(.rotation(VectorSample(x: value, y: 0, z: 0))) == 0)
        #expect(estimates(.scalar(.pressure, ScalarSample(value: value))) == 0)
    }

    private func ride(_ absurd: (inout Fix) -> Void) -> Session {
        var session = Session()
        for second in 0..<40 {
            var fix = Fix(
                coordinate: Session.plane.coordinate(PlanePoint(east: 5 * Double(second), north: 0)),
                altitude: 200, horizontalAccuracy: 4, verticalAccuracy: 6, speed: 5, courseDegrees: 90)
            if second == 20 { absurd(&fix) }
            session.feed(.fix(fix), at: Double(second))
        }
        return session
    }

    @Test(arguments: [1e300, 1e160, 10_000, 1_000.1, -5, .infinity, .nan])
    func `a speed that no receiver has is none, and the session goes on`(speed: Double) throws {
        let session = ride { $0.speed = speed }
        let latest = session.core.latest
        #expect(abs(latest.fastestSpeed - 5) < 0.2)
        #expect(session.speeds.allSatisfy { $0.value >= 0 && $0.value < 6 })
        let last = try #require(latest.position)
        #expect(Session.distance(last.coordinate, toEast: 195, north: 0) < 2)
        #expect(last.accuracy < 5 && session.positions.allSatisfy { $0.coordinate.isValid })
        #expect(session.verdicts.suffix(30).allSatisfy { $0.isAccepted })
        #expect(abs(latest.distance - 195) < 2)
    }

    @Test(arguments: [1e308, -1e6, .infinity, .nan]) func `nor is a height`(altitude: Double) {
        let session = ride { $0.altitude = altitude }
        #expect(session.positions.compactMap(\.altitude).allSatisfy { $0 == 200 })
        #expect(session.positions.filter { $0.altitude == nil }.count == 1)
    }

    @Test func `a course or an accuracy that is no number is missing`() throws {
        let session = ride {
            $0.courseDegrees = .nan
            $0.verticalAccuracy = .infinity
            $0.climb = .nan
            $0.speedAccuracy = -.infinity
        }
        let last = try #require(session.core.latest.position)
        #expect(Session.distance(last.coordinate, toEast: 195, north: 0) < 2)
    }

    @Test func `what a shaken or falling sensor gives is taken`() {
        #expect(estimates(.acceleration(VectorSample(x: 0, y: 0, z: 9.8))) > 0)
        #expect(estimates(.acceleration(VectorSample(x: 0, y: 3_900, z: 9.8))) > 0)
    }
}
