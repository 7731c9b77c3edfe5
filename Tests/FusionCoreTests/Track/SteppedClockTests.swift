import FusionCore
import Geometry
import SensorModel
import Testing

/// A receiver whose clock is put back in the middle of a ride of forty minutes.
@Suite struct SteppedClockTests {
    private func ride(back: Double, tunnelAt: Int? = nil) -> FinishedTrack {
        var core = FusionCore()
        var finisher = TrackFinisher()
        for second in 0..<2_400 {
            let arrival = Session.at(Double(second))
            if let tunnelAt, second >= tunnelAt, second < tunnelAt + 30 {
                finisher.consume(SensorEvent(time: arrival, payload: .tick), with: &core)
                continue
            }
            let coordinate = Session.plane.coordinate(PlanePoint(east: 5 * Double(second), north: 0))
            let fix = Fix(coordinate: coordinate, horizontalAccuracy: 4, speed: 5, courseDegrees: 90)
            let time = second < 1_200 ? arrival : arrival + (-back)
            finisher.consume(SensorEvent(time: time, received: arrival + 0.1, payload: .fix(fix)), with: &core)
        }
        return finisher.finish(core)
    }

    @Test(arguments: [60.0, 900, 3_600]) func `is saved in order of time, as one ride`(back: Double) throws {
        let track = ride(back: back)
        let times = track.smoothed.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let first = try #require(times.first)
        let last = try #require(times.last)
        #expect(abs(last - first - 2_397) < 1)
        #expect(abs(last - Session.at(2_399 - back)) < 0.001)
        let simplified = track.simplified.map(\.estimate.time)
        #expect(zip(simplified, simplified.dropFirst()).allSatisfy { $0 < $1 })
        let moves = track.day.items.compactMap { if case .move(let move) = $0 { move } else { nil } }
        #expect(track.day.items.count == moves.count && !moves.isEmpty)
        let metres = moves.reduce(0) { $0 + $1.distance + $1.estimatedDistance }
        #expect(abs(metres - 5 * 2_397) < 60)
    }

    @Test(arguments: [1.0, 5, 10, 20]) func `is in order, too, where it was put back by less than is noticed`(
        back: Double
    ) {
        let times = ride(back: back).smoothed.map(\.time)
        #expect(times.count > 2_300)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(arguments: [60.0, 900, 3_600]) func `was in motion for as long as it lasted`(back: Double) {
        let summary = ride(back: back).summary
        #expect(abs(summary.movingTime - 2_395) < 10, "\(summary.movingTime)")
    }

    @Test func `keeps the bridge of an earlier tunnel`() {
        let stepped = ride(back: 900, tunnelAt: 600)
        let plain = ride(back: 0, tunnelAt: 600)
        let bridges = (stepped.smoothed.filter(\.isEstimated), plain.smoothed.filter(\.isEstimated))
        #expect(bridges.1.count > 20)
        for point in bridges.1 {
            #expect(bridges.0.contains { abs($0.time - point.time + 900) < 0.001 })
        }
    }
}
