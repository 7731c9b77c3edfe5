import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// What is decided during a recording is what is decided about all of it.
@Suite struct FixedLagDayTests {
    /// Two days decided from the same events, at an instant of the recording.
    private struct Look {
        var growing: FixedLagDay
        var whole: Day
        var simplified: Int
        var activities: [ActivityEstimate]
        var end: Instant

        /// The share of the time since a start whose items differ.
        func difference(since start: Instant) -> Double {
            func activity(of day: Day, at instant: Instant) -> Activity? {
                day.items.first { $0.start <= instant && instant < $0.end }?.activity
            }
            let instants = stride(from: 0, to: end - start, by: 10).map { start + $0 }
            return Double(instants.count { activity(of: growing.day, at: $0) != activity(of: whole, at: $0) })
                / Double(instants.count)
        }
    }

    private static func looks(at events: [SensorEvent], every seconds: Double) -> [Look] {
        var (core, finisher, way, day) = (FusionCore(), TrackFinisher(), LiveDistance(), FixedLagDay())
        var (looks, due) = ([Look](), events[0].time + seconds)
        for event in events {
            finisher.consume(event, with: &core)
            if case .fix = event.payload { way.append(fixAt: event.time, of: core) }
            guard event.time >= due else { continue }
            due = event.time + seconds
            day.update(finisher, way, core.parameters)
            let activities = finisher.stretches(core.parameters)
            let live = SmoothedTrack(live: finisher.filtered, way)
            let whole = finisher.day(along: live, activities: activities, core.parameters.day)
            let simplified = TrackFinisher.simplify(
                live.track, activities: whole.activities(amending: activities), parameters: core.parameters)
            looks.append(
                Look(
                    growing: day, whole: whole, simplified: simplified.count, activities: activities, end: event.time))
        }
        return looks
    }

    /// A session without motion sensors.
    private static func events(of scenario: Scenario) -> [SensorEvent] {
        var plan = scenario.plan
        plan.motion = nil
        return plan.simulate(seed: 3).events
    }

    @Test(arguments: ["errands", "commute", "outing"])
    func `what is decided with a lag is what is decided at once`(_ name: String) throws {
        let events = Self.events(of: try #require(Scenarios.named(name)))
        let looks = Self.looks(at: events, every: 600)
        for look in looks {
            #expect(look.difference(since: events[0].time) <= 0.03)
            let (growing, whole) = (look.growing.day, look.whole)
            #expect(abs(growing.stopCount - whole.stopCount) <= 1)
            func metres(_ day: Day) -> Double { day.distances.values.reduce(0, +) }
            #expect(abs(metres(growing) - metres(whole)) <= 0.02 * metres(whole) + 50)
            #expect(abs(look.growing.simplified.count - look.simplified) <= look.simplified / 10 + 5)
            for (item, next) in zip(growing.items, growing.items.dropFirst()) { #expect(item.end <= next.start) }
        }
        let last = try #require(looks.last)
        #expect(last.end - events[0].time > 2 * FixedLagDay.lag)
    }

    @Test func `a recording that rests for a night is one stop`() throws {
        let plane = LocalPlane(origin: Coordinate(latitude: 48, longitude: 11))
        var random = RandomSource(seed: 5)
        let events = (0..<(8 * 3_600 / 10)).map { index in
            let place = PlanePoint(east: 3 * random.normal(), north: 3 * random.normal())
            return SensorEvent(
                time: Instant(seconds: 1_700_000_000 + 10 * Double(index)),
                payload: .fix(
                    Fix(mode: .threeDimensional, coordinate: plane.coordinate(place), horizontalAccuracy: 5)))
        }
        let look = try #require(Self.looks(at: events, every: 600).last)
        #expect(look.growing.day.items.count == 1)
        let stop = try #require(look.growing.day.items.first)
        #expect(stop.activity == .stationary)
        #expect(abs(stop.end - stop.start - 8 * 3_600) < 700)
    }
}
