import Geometry
import SensorModel
import Testing

@testable import FusionCore

/// The speed shown for receivers that report a speed without a course.
@Suite struct CourselessSpeedTests {
    /// Runs the core over a ride at 6 m/s whose places jump 14 m forwards every 100 s and stay there, and returns the
    /// measured speeds after the first minute.
    private func shown(reporting speed: Double?) -> [Double] {
        var core = FusionCore()
        var speeds: [Double] = []
        for second in 0..<600 {
            let metres = Double(second) * 6 + Double(second / 100) * 14
            let fix = Fix(
                coordinate: Coordinate(latitude: 48 + metres / 111_320, longitude: 11), horizontalAccuracy: 3,
                speed: speed)
            core.consume(SensorEvent(time: Instant(seconds: Double(second)), payload: .fix(fix))) { estimate in
                if case .speed(let shown) = estimate, !shown.isEstimated, second >= 60 { speeds.append(shown.value) }
            }
        }
        return speeds
    }

    @Test func `a place that jumps does not move the needle`() throws {
        let worst = try #require(shown(reporting: 6).map { abs($0 - 6) }.max())
        #expect(worst < 0.3)
        let alone = try #require(shown(reporting: nil).map { abs($0 - 6) }.max())
        #expect(alone > 2)
    }

    @Test(arguments: [0.4, 3]) func `a speed that never fits is not shown`(_ wrong: Double) throws {
        let speeds = shown(reporting: wrong)
        let usual = speeds.sorted()[speeds.count / 2]
        #expect(abs(usual - 6) < 0.5)
    }
}
