import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// A statement by the user or a file about one move does not affect the others.
@Suite struct ToldMovesTests {
    private static let ways: [Activity] = [.walking, .running, .cycling, .automotive]

    /// The day as the timeline hands it on: its labels carry the correction already.
    private func corrected(_ teller: DayTeller, _ activity: Activity, from: Instant, until: Instant) -> Day {
        var material = teller.material([.activity(activity, from: from, until: until)])
        material.activities = material.activities.flatMap { label -> [ActivityEstimate] in
            let start = max(label.time, from)
            let end = min(label.until, until)
            guard start < end else { return [label] }
            var (before, within, after) = (label, label, label)
            before.until = start
            (within.time, within.until, within.activity) = (start, end, activity)
            after.time = end
            return [before, within, after].filter { $0.time < $0.until }
        }
        return material.day()
    }

    private func activity(in day: Day, at instant: Instant) -> Activity? {
        moves(day).first { $0.start <= instant && instant < $0.end }?.activity
    }

    @Test func `a walk beside a ride that a person calls a walk stays a walk`() {
        let sessions = ActivitySessions(rate: 1)
        var events = sessions.events([
            .init(activity: .walking, seconds: 1_200, speed: 1.3),
            .init(activity: .automotive, seconds: 1_800, speed: 20),
        ])
        let before = moves(FinishedTrack(events: events, parameters: .init()).day)
        #expect(before.map(\.activity) == [.walking, .automotive])
        guard let ride = before.last else { return }
        let word = Correction.activity(.walking, from: ride.start, until: ride.end)
        events.append(SensorEvent(time: Instant(seconds: 3_000), payload: .correction(word)))
        let after = moves(FinishedTrack(events: events, parameters: .init()).day)
        #expect(Set(after.map(\.activity)) == [.walking])
    }

    @Test func `a move keeps the name that a file gives its sport, but not one that its activity contradicts`() {
        var teller = DayTeller(interval: 1, seed: 3)
        teller.stay(900)
        teller.go(1_800, speed: 5, turn: 0.3, by: .cycling)
        teller.stay(900)
        var material = teller.material([])
        let ride = moves(material.day()).first
        func sport(_ activity: Activity, _ name: String) -> String? {
            guard let ride else { return nil }
            material.statements = [ActivityStatement(activity, sport: name, from: ride.start, until: ride.end)]
            return moves(material.day()).first { $0.start <= ride.start + 60 && ride.start + 60 < $0.end }?.sport
        }
        #expect(ride?.sport == nil)
        #expect(sport(.unknown, "sailing") == "sailing")
        #expect(sport(.cycling, "mountain biking") == "mountain biking")
        let corrected = ride.map { Correction.activity(.automotive, from: $0.start, until: $0.end) }
        material.corrections = corrected.map { [$0] } ?? []
        #expect(sport(.cycling, "mountain biking") == nil)
        #expect(sport(.unknown, "paragliding") == nil)
        #expect(sport(.unknown, "to work") == "to work")
    }

    @Test(arguments: 1...12) func `a corrected move leaves every other one as it was`(_ seed: Int) {
        var random = RandomSource(seed: UInt64(seed))
        var teller = DayTeller(interval: [1.0, 5, 10][seed % 3], seed: UInt64(seed))
        for _ in 0..<8 {
            let seconds = 300 + 900 * random.uniform()
            switch Int(random.uniform() * 4) {
            case 0: teller.stay(seconds)
            case 1: teller.go(seconds, speed: 1.4, by: .walking)
            case 2: teller.go(seconds, speed: 5, turn: 0.3, by: .cycling)
            default: teller.go(seconds, speed: 14, by: .automotive)
            }
        }
        let plain = teller.day()
        // Ends that are a little off, too: what is left of a move then is too short to be one.
        for move in moves(plain) {
            for (activity, off) in Self.ways.flatMap({ way in [0.0, 20].map { (way, $0) } }) {
                let day = corrected(teller, activity, from: move.start + off, until: move.end + -off)
                for other in moves(plain) where other.start != move.start {
                    let middle = other.start + (other.end - other.start) / 2
                    #expect(self.activity(in: day, at: middle) == other.activity, "\(activity), \(off) s off")
                }
                let middle = move.start + (move.end - move.start) / 2
                #expect(self.activity(in: day, at: middle) == activity)
                #expect(moves(day).count <= moves(plain).count)
            }
        }
    }

    @Test func `a correction of half a minute stands`() {
        var teller = DayTeller()
        teller.go(600, speed: 5, by: .cycling)
        let from = teller.points[0].time + 300
        let day = corrected(teller, .walking, from: from, until: from + 30)
        #expect(moves(day).map(\.activity) == [.cycling, .walking, .cycling])
        #expect(moves(day).map { $0.end - $0.start }[1] == 30)
    }

    @Test func `a file's word says nothing of a ride or a walk beside it`() {
        var teller = DayTeller()
        teller.go(600, speed: 15, by: .automotive)
        let middle = teller.now
        teller.go(1_200, speed: 5, by: .cycling)
        var material = teller.material()
        material.statements = [ActivityStatement(.cycling, from: middle, until: teller.now)]
        #expect(moves(material.day()).map(\.activity) == [.automotive, .cycling])
        #expect(moves(material.day()).map(\.isStated) == [false, true])

        var walker = DayTeller()
        walker.go(600, speed: 1.3, by: .walking)
        let start = walker.now
        walker.go(1_800, speed: 3.2, by: .walking)
        material = walker.material()
        material.statements = [ActivityStatement(.walking, from: start, until: walker.now)]
        #expect(moves(material.day()).map(\.activity) == [.walking])
    }
}
