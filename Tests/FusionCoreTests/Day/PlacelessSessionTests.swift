import FusionCore
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
