import Geometry
import Glibc
import SensorModel
import Testing

@testable import FusionCore

/// Circles that last, and noise that only looks like them.
@Suite struct TurnRateTests {
    /// A glider's circles: 25 m/s at 0.25 rad/s, with a fix every 8 s or less and no velocity.
    @Test(arguments: [3.0, 5.0, 8.0])
    func `circles with few fixes each are not cut`(interval: Double) {
        var noise = SeededNoise()
        let (radius, rate) = (100.0, 0.25)
        var (events, chords): ([SensorEvent], Double) = ([], 0)
        var last = PlanePoint(east: radius, north: 0)
        for index in 0...Int(1_800 / interval) {
            let time = interval * Double(index)
            let place = PlanePoint(east: radius * cos(rate * time), north: radius * sin(rate * time) + 2 * time)
            chords += hypot(place.east - last.east, place.north - last.north)
            last = place
            let fix = Fix(
                mode: .threeDimensional,
                coordinate: Session.plane.coordinate(
                    PlanePoint(east: place.east + 2 * noise.normal(), north: place.north + 2 * noise.normal())),
                horizontalAccuracy: 7)
            events.append(SensorEvent(time: Session.at(time), payload: .fix(fix)))
        }
        let smoothed = FinishedTrack(events: events, parameters: .init()) { _ in }.smoothed
        let length = zip(smoothed, smoothed.dropFirst()).reduce(0) {
            $0 + $1.0.coordinate.distance(to: $1.1.coordinate)
        }
        #expect(length > 0.97 * chords)
        #expect(length < 1.03 * 25 * 1_800)
    }

    @Test func `noise on a straight drive is no turn`() {
        var noise = SeededNoise()
        var turn = TurnRate(at: SIMD2(0, 0))
        var largest = 0.0
        for second in 1...1_800 {
            largest = max(largest, abs(turn.angle(over: 1)))
            turn.update(
                position: SIMD2(12 * Double(second) + 3 * noise.normal(), 3 * noise.normal()), accuracy: 3, interval: 1)
        }
        #expect(largest < 0.05)
    }

    @Test func `bends to alternate sides are not expected to go on`() {
        var turn = TurnRate(at: SIMD2(0, 0))
        var (place, course) = (SIMD2(0.0, 0.0), 0.0)
        var largest = 0.0
        for index in 1...400 {
            course += index % 4 < 2 ? 0.5 : -0.5
            place += 60 * SIMD2(cos(course), sin(course))
            if index > 40 { largest = max(largest, abs(turn.angle(over: 5))) }
            turn.update(position: place, accuracy: 3, interval: 5)
        }
        #expect(largest < 0.1)
    }
}
