import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct SharedSilenceTests {
    /// Walks of ten minutes, with twenty minutes and 9 km without a fix in between.
    private static let events: [SensorEvent] = (0..<600).flatMap { second in
        [(0.0, 0.0), (1_800, 9_840)].map { time, east in
            let place = PlanePoint(east: east + 1.4 * Double(second), north: 0)
            return SensorEvent(
                time: Session.at(time + Double(second)),
                payload: .fix(
                    Fix(
                        coordinate: Session.plane.coordinate(place), horizontalAccuracy: 4, speed: 1.4,
                        courseDegrees: 90)))
        }
    }.sorted { $0.time < $1.time }

    @Test(arguments: [2.5, 20]) func `live, the summary, and the day agree on what was a ride`(speed: Double) throws {
        var parameters = Parameters()
        try parameters.set("day.bridgeSpeed", to: .number(speed))
        var core = FusionCore(parameters: parameters)
        for event in Self.events { core.consume(event) { _ in } }
        let live = core.latest.estimatedDistance
        let track = FinishedTrack(events: Self.events, parameters: parameters)
        let rode = track.day.items.contains {
            if case .move(let move) = $0 { !move.isOfUnknownDistance && move.estimatedDistance > 8_000 } else { false }
        }
        let isRide = speed < 7.5
        #expect(rode == isRide, "\(track.day.items)")
        // A silence that was no ride led at least straight to its end, in the day as in the summary.
        let moved = track.day.items.reduce(0) { sum, item in
            if case .move(let move) = item { sum + move.estimatedDistance } else { sum }
        }
        #expect(abs(track.summary.estimatedDistance - 9_000) < 20 && abs(moved - 9_000) < 20)
        #expect(abs(live - track.summary.estimatedDistance) < 20)
    }

    @Test func `what groups share is one value, whichever is set last`() {
        var (first, second) = (Parameters(), Parameters())
        first.activity.cyclingFallback = 3
        first.day.silences.gap = 900
        second.day.cyclingFallback = 3
        second.streaming.outages.silences.gap = 900
        #expect(first == second && first.day == second.day && first.streaming == second.streaming)
        first.day = DayParameters()
        #expect(first == Parameters() && first.activity.cyclingFallback == Parameters().activity.cyclingFallback)
    }
}
