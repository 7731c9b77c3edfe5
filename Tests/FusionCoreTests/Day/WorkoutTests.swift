import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// Workouts of finished sessions.
@Suite struct WorkoutTests {
    private func track(_ events: [SensorEvent], _ corrections: [SensorEvent] = []) -> FinishedTrack {
        FinishedTrack(events: Trial.ordered(events + corrections), parameters: .init())
    }

    private var run: [SensorEvent] { Scenarios.named("run").map { $0.simulate(seed: 1).events } ?? [] }

    private func expectRun(_ workout: Workout, within metres: Double) {
        #expect(workout.activity == .running)
        #expect(abs(workout.duration - 1_800) < 45, "\(workout.duration)")
        #expect(abs(workout.length - 5_400) < metres, "\(workout.length)")
        #expect(workout.kilometreSplits.count == 5 && workout.mileSplits.count == 3)
        #expect(workout.kilometreSplits.allSatisfy { abs($0 - 333) < 12 }, "\(workout.kilometreSplits)")
        #expect(workout.mileSplits.allSatisfy { abs($0 - 536) < 15 }, "\(workout.mileSplits)")
        #expect(workout.movingTime <= workout.duration)
    }

    @Test func `a run with motion sensors is one workout with splits per kilometre and mile`() throws {
        let workouts = track(run).day.workouts
        expectRun(try #require(workouts.first), within: 110)
        #expect(workouts.count == 1)
        #expect(try #require(workouts.first?.steps) > 4_000)
    }

    @Test func `a run of fixes alone is a workout, too`() throws {
        let fixes = run.filter { event in
            switch event.payload {
            case .fix, .tick: true
            default: false
            }
        }
        let workouts = track(fixes).day.workouts
        expectRun(try #require(workouts.first), within: 110)
        #expect(workouts.first?.steps == nil)
    }

    @Test func `a run without fixes is a workout of steps, its distance an estimate`() throws {
        let steps = run.filter { event in if case .fix = event.payload { false } else { true } }
        let workouts = track(steps).day.workouts
        let workout = try #require(workouts.max { $0.duration < $1.duration })
        #expect(workout.distance == 0 && workout.estimatedDistance > 3_500)
        #expect(!workout.kilometreSplits.isEmpty)
    }

    @Test func `a stated run says so, and a correction makes and takes away a workout`() throws {
        let events = run
        let (start, end) = (try #require(events.first).time, try #require(events.last).time)
        func corrected(_ activity: Activity) -> [Workout] {
            let correction = Correction.activity(activity, from: start, until: end)
            return track(events, [SensorEvent(time: end, payload: .correction(correction))]).day.workouts
        }
        #expect(corrected(.cycling).isEmpty)
        let walk = try #require(corrected(.walking).first)
        #expect(walk.activity == .walking && walk.confidence == .high && !walk.isStated)
        let statement = ActivityStatement(.running, from: start, until: end)
        let stated = track(events, [SensorEvent(time: start, payload: .statement(statement))]).day.workouts
        #expect(try #require(stated.first).isStated)
        #expect(stated.first?.confidence == nil)
    }

    @Test func `a stop and a ride end a workout, a change of pace does not`() {
        let start = Instant(seconds: 1_700_000_000)
        func move(_ activity: Activity, _ from: Double, _ until: Double) -> StorylineItem {
            .move(.init(start: start + from, end: start + until, activity: activity, distance: until - from, steps: 10))
        }
        let items = [
            move(.walking, 0, 100), move(.running, 100, 400), move(.cycling, 400, 500), move(.walking, 500, 600),
            .gap(from: start + 600, until: start + 700), move(.walking, 700, 800),
        ]
        let workouts = DayMaterial().workouts(among: items)
        #expect(workouts.map { $0.start - start } == [0, 500, 700])
        #expect(workouts.map(\.activity) == [.running, .walking, .walking])
        #expect(workouts.map(\.steps) == [20, 10, 10])
    }

    @Test(arguments: [20.0, 50, 900]) func `less than a minute is no workout and names no mode with confidence`(
        _ seconds: Double
    ) throws {
        let events = run.filter { if case .fix = $0.payload { true } else { false } }.drop {
            $0.time < run[0].time + 600
        }
        let start = try #require(events.first?.time)
        let short = track(events.filter { $0.time <= start + seconds })
        let moves = short.day.items.compactMap { if case .move(let move) = $0 { move } else { nil } }
        #expect(moves.count == 1 && moves.allSatisfy { ($0.confidence ?? .high > .low) == (seconds > 60) }, "\(moves)")
        #expect(short.activities.allSatisfy { ($0.confidence > .low) == (seconds > 60) }, "\(short.activities)")
        #expect(short.day.workouts.isEmpty == (seconds < 60))
    }

    @Test func `a move has the confidence of most of its time`() throws {
        let items = track(run).day.items
        let moves = items.compactMap { if case .move(let move) = $0 { move } else { nil } }
        #expect(!moves.isEmpty && moves.allSatisfy { $0.confidence != nil })
    }
}
