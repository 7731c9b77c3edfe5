import FusionCore
import Geometry
import SensorModel
import Simulation
import Testing

/// A walk indoors: motion sensors, and no fix.
@Suite struct PlacelessSessionTests {
    private func walk(seed: UInt64 = 1) -> [SensorEvent] {
        Trial.ordered(Scenarios.walk.plan.simulate(seed: seed).events).filter { event in
            if case .fix = event.payload { false } else { true }
        }
    }

    private func moves(_ items: [StorylineItem]) -> [StorylineItem.Move] {
        items.compactMap { if case .move(let move) = $0 { move } else { nil } }
    }

    @Test func `steps give a distance that is an estimate`() throws {
        let track = FinishedTrack(events: walk(), parameters: .init())
        #expect(track.summary.distance == 0 && track.summary.steps > 3_300)
        #expect(abs(track.summary.estimatedDistance - 2_540) < 130)
        let moves = moves(track.day.items)
        let walked = moves.filter { $0.activity == .walking }
        #expect(moves.count == track.day.items.count)
        #expect(walked.reduce(0) { $0 + $1.end.seconds - $1.start.seconds } > 1_700)
        let (steps, metres) = walked.reduce((0, 0)) { ($0.0 + ($1.steps ?? 0), $0.1 + $1.estimatedDistance) }
        #expect(abs(Double(steps - track.summary.steps)) < 20)
        #expect(abs(metres - track.summary.estimatedDistance) < 15)
    }

    @Test func `a day holds what lies within it`() throws {
        let events = walk()
        let middle = try #require(events.first?.time) + 900
        var core = FusionCore()
        var finisher = TrackFinisher()
        for event in events { finisher.consume(event, with: &core) }
        let material = DayMaterial.joined([finisher.material(core)])
        let before = moves(material.day(within: TimeSpan(start: .init(nanoseconds: 0), end: middle)).items)
        let after = moves(material.day(within: TimeSpan(start: middle, end: .init(nanoseconds: .max))).items)
        #expect(before.last?.end == middle && after.first?.start == middle)
        let parts = (before + after).reduce(0) { $0 + $1.estimatedDistance }
        #expect(abs(parts - moves(material.day().items).reduce(0) { $0 + $1.estimatedDistance }) < 1e-6)
    }

    private func total(_ items: [StorylineItem]) -> Double {
        items.reduce(0) { sum, item in
            switch item {
            case .move(let move): sum + move.distance + move.estimatedDistance
            case .stop(let stop): sum + stop.distance + stop.estimatedDistance
            case .gap: sum
            }
        }
    }

    @Test func `what was walked before the first fix is part of the day`() throws {
        let events = Trial.ordered(Scenarios.walk.plan.simulate(seed: 1).events)
        let start = try #require(events.first?.time)
        let late = events.filter { event in
            if case .fix = event.payload { event.time > start + 600 } else { true }
        }
        let track = FinishedTrack(events: late, parameters: .init())
        let (whole, first) = (track.day.items, try #require(moves(track.day.items).first))
        #expect(first.activity == .walking && first.start - start < 60 && abs(first.end - start - 600) < 10)
        #expect(first.distance == 0 && first.estimatedDistance > 500 && first.steps ?? 0 > 700)
        #expect(zip(whole, whole.dropFirst()).allSatisfy { $0.end == $1.start })
        let summary = track.summary
        #expect(abs(total(whole) - summary.distance - summary.estimatedDistance) < 10)
        #expect(track.day.workouts.first?.start == first.start)
    }

    @Test func `seconds before the first fix are not a move`() throws {
        let events = Trial.ordered(Scenarios.walk.plan.simulate(seed: 1).events)
        let start = try #require(events.first?.time)
        let late = events.filter { event in
            if case .fix = event.payload { event.time > start + 20 } else { true }
        }
        let track = FinishedTrack(events: late, parameters: .init())
        #expect(track.day.items.first.map { $0.start - start > 20 } == true)
    }

    @Test func `what a wheel measured before the first fix is part of the day`() {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let start = Instant(seconds: 1_000)
        var events = [
            SensorEvent(
                time: start,
                payload: .statement(
                    ActivityStatement(.cycling, sport: "gravel cycling", from: start, until: start + 900)))
        ]
        for second in 0..<900 {
            let time = start + Double(second)
            if second < 300 {
                events.append(
                    SensorEvent(
                        time: time, payload: .scalar(.sensorSpeed, ScalarSample(device: DeviceID(2), value: 6))))
            } else {
                let place = plane.coordinate(PlanePoint(east: 6 * Double(second), north: 0))
                let fix = Fix(coordinate: place, horizontalAccuracy: 4, speed: 6, courseDegrees: 90)
                events.append(SensorEvent(time: time, payload: .fix(fix)))
            }
        }
        let track = FinishedTrack(events: events, parameters: .init())
        let moves = moves(track.day.items)
        #expect(moves.first.map { abs($0.start - start) <= 1 } == true, "\(moves)")
        #expect(moves.first?.activity == .cycling && moves.first?.isStated == true)
        #expect(moves.first?.sport == "gravel cycling" && abs((moves.first?.estimatedDistance ?? 0) - 1_794) < 1)
        #expect(moves.first?.steps == nil)
        let summary = track.summary
        #expect(abs(total(track.day.items) - summary.distance - summary.estimatedDistance) < 10)
    }

    @Test func `a ride without any fix is a move as long as the wheel says`() {
        let start = Instant(seconds: 1_000)
        let events = (0..<900).map { second in
            SensorEvent(time: start + Double(second), payload: .scalar(.sensorSpeed, ScalarSample(value: 6)))
        }
        var core = FusionCore()
        let track = FinishedTrack(events: events, parameters: .init())
        for event in events { core.consume(event) { _ in } }
        #expect(abs(track.summary.estimatedDistance - 5_394) < 1 && track.summary.distance == 0)
        #expect(abs(core.latest.estimatedDistance - track.summary.estimatedDistance) < 1e-6, "live as saved")
        let moves = moves(track.day.items)
        #expect(moves.count == 1 && abs((moves.first?.estimatedDistance ?? 0) - 5_394) < 1)
    }

    @Test func `a place that another session knows goes before`() {
        var core = FusionCore()
        var finisher = TrackFinisher()
        for event in walk() { finisher.consume(event, with: &core) }
        var placed = TrackFinisher()
        var other = FusionCore()
        for event in Trial.ordered(Scenarios.walk.plan.simulate(seed: 1).events) { placed.consume(event, with: &other) }
        let alone = placed.material(other).day().items
        #expect(DayMaterial.joined([finisher.material(core), placed.material(other)]).day().items == alone)
    }
}
