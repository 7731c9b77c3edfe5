import SensorModel
import Testing

@testable import FusionCore

/// The sport that an imported file states.
@Suite struct StatedActivitiesTests {
    private typealias Stretch = ActivitySessions.Stretch
    private let start = Instant(seconds: 0)

    /// A fast ride of ten minutes with a rest of eight in the middle, by fixes alone.
    private var ride: [SensorEvent] {
        ActivitySessions(rate: 1).events([
            Stretch(activity: .cycling, seconds: 600, speed: 15),
            Stretch(activity: .stationary, seconds: 480, speed: 0),
            Stretch(activity: .cycling, seconds: 600, speed: 15),
        ])
    }

    private func stated(_ activity: Activity, from: Double = 0, until: Double = 1_679) -> SensorEvent {
        let statement = ActivityStatement(activity, from: Instant(seconds: from), until: Instant(seconds: until))
        return SensorEvent(time: statement.from, payload: .statement(statement))
    }

    private func ways(_ events: [SensorEvent]) -> [StorylineItem.Move] {
        moves(FinishedTrack(events: events, parameters: .init()).day)
    }

    @Test func `a fast ride that no sensor tells is what its file states`() {
        #expect(ways(ride).map(\.activity) == [.automotive, .automotive])
        let told = ways([stated(.cycling)] + ride)
        #expect(told.map(\.activity) == [.cycling, .cycling])
        #expect(told.map(\.isStated) == [true, true])
    }

    /// A statement of the file's name for a sport that has no activity.
    private func stated(_ sport: String) -> SensorEvent {
        let statement = ActivityStatement(.unknown, sport: sport, from: start, until: Instant(seconds: 1_679))
        return SensorEvent(time: statement.from, payload: .statement(statement))
    }

    @Test func `a flight is none of the activities, live, afterwards and in the day, and its rests are rests`() {
        let events = [stated("paragliding")] + ride
        var core = FusionCore()
        var live: [ActivityEstimate] = []
        for event in events {
            core.consume(event) { if case .activity(let estimate) = $0 { live.append(estimate) } }
        }
        #expect(Set(live.map(\.activity)) == [.unknown, .stationary])
        #expect(live.contains { $0.isStated && $0.confidence == .high })
        let track = FinishedTrack(events: events, parameters: .init())
        #expect(Set(track.activities.map(\.activity)) == [.unknown, .stationary])
        let flights = moves(track.day)
        #expect(stops(track.day).count == 1)
        #expect(flights.map(\.activity) == [.unknown, .unknown] && flights.allSatisfy(\.isStated))
        #expect(flights.map(\.sport) == ["paragliding", "paragliding"])
        #expect(flights.allSatisfy { $0.distance > 8_000 && $0.confidence == nil })
    }

    @Test(arguments: ["golf", "training", "to work"])
    func `a name that says nothing about how the user moved decides nothing`(_ name: String) {
        let moves = ways([stated(name)] + ride)
        #expect(moves.map(\.activity) == [.automotive, .automotive] && moves.allSatisfy { !$0.isStated })
    }

    @Test func `a run without steps is what its file states`() {
        let run = ActivitySessions(rate: 1).events([Stretch(activity: .running, seconds: 900, speed: 5.2)])
        #expect(ways(run).map(\.activity) == [.cycling])
        #expect(ways([stated(.running, until: 899)] + run).map(\.activity) == [.running])
    }

    @Test func `a rest stays a rest, and is no statement`() throws {
        let track = FinishedTrack(events: [stated(.cycling)] + ride, parameters: .init())
        #expect(stops(track.day).count == 1)
        let rest = try #require(
            track.activities.first { $0.time < Instant(seconds: 840) && Instant(seconds: 840) < $0.until })
        #expect(rest.activity == .stationary && !rest.isStated)
        #expect(Set(track.activities.filter(\.isStated).map(\.activity)) == [.cycling])
    }

    @Test func `live it is told as soon as afterwards`() {
        var core = FusionCore()
        var told: [ActivityEstimate] = []
        for event in [stated(.cycling)] + ride {
            core.consume(event) { if case .activity(let estimate) = $0 { told.append(estimate) } }
        }
        #expect(Set(told.map(\.activity)).isSubset(of: [.cycling, .stationary]))
        #expect(told.contains { $0.isStated && $0.confidence == .high })
    }

    @Test func `a person's word wins over the file's`() throws {
        let correction = Correction.activity(.automotive, from: start, until: Instant(seconds: 600))
        let events =
            [stated(.cycling)] + ride + [SensorEvent(time: Instant(seconds: 1_679), payload: .correction(correction))]
        let told = ways(events)
        #expect(told.map(\.activity) == [.automotive, .cycling])
        #expect(told.map(\.isStated) == [false, true])
        let first = try #require(FinishedTrack(events: events, parameters: .init()).activities.first)
        #expect(first.activity == .automotive && first.probability == 1 && !first.isStated)
    }

    @Test func `each statement holds for its own time`() {
        let events = ActivitySessions(rate: 1).events([
            Stretch(activity: .cycling, seconds: 600, speed: 9), Stretch(activity: .running, seconds: 600, speed: 3.5),
        ])
        let told = ways([stated(.cycling, until: 599), stated(.running, from: 600, until: 1_199)] + events)
        #expect(told.map(\.activity) == [.cycling, .running])
        #expect(told.first?.end == told.last?.start)
        #expect(abs((told.first?.end ?? start) - Instant(seconds: 600)) <= 2)
    }

    @Test(arguments: [Activity.stationary, .unknown]) func `a statement of no way of moving changes nothing`(
        _ activity: Activity
    ) {
        let plain = FinishedTrack(events: ride, parameters: .init())
        let told = FinishedTrack(events: [stated(activity)] + ride, parameters: .init())
        #expect(told.day == plain.day)
        #expect(told.activities == plain.activities)
    }

    @Test func `the day says who said so`() throws {
        let day = FinishedTrack(events: [stated(.cycling)] + ride, parameters: .init()).day
        #expect(day.explanation(at: Instant(seconds: 300)).description.contains("cycling, as the file states"))
    }

    @Test func `of two sessions of one time the one that counts has its word`() {
        var long = DayTeller()
        long.go(900, speed: 9, by: .automotive)
        var short = DayTeller(interval: 5)
        short.go(900, speed: 9, by: .automotive)
        var first = long.material()
        first.statements = [ActivityStatement(.cycling, from: long.points[0].time, until: long.now)]
        var second = short.material()
        second.statements = [ActivityStatement(.running, from: short.points[0].time, until: short.now)]
        for materials in [[first, second], [second, first]] {
            #expect(moves(DayMaterial.joined(materials).day()).map(\.activity) == [.cycling])
        }
    }
}
