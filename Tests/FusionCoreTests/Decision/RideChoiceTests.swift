import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// From a car onto a bicycle and back, by fixes alone.
@Suite struct RideChoiceTests {
    private typealias Stretch = ActivitySessions.Stretch

    /// A way through a town: lights, and speeds that differ from one to the next.
    private func town(
        _ activity: Activity, speed: Double, every: Double, seconds: Double, random: inout RandomSource
    ) -> [Stretch] {
        var stretches: [Stretch] = []
        var left = seconds
        while left > 0 {
            let way = every * (0.5 + random.uniform())
            let pace = speed * (0.8 + 0.4 * random.uniform())
            stretches += [0.3, 0.7].map { Stretch(activity: activity, seconds: 4, speed: pace * $0) }
            stretches.append(Stretch(activity: activity, seconds: way, speed: pace))
            stretches.append(Stretch(activity: activity, seconds: 25, speed: 0))
            left -= way + 33
        }
        return stretches
    }

    private func day(_ stretches: [Stretch]) -> Day {
        FinishedTrack(events: ActivitySessions(rate: 1).events(stretches), parameters: .init()).day
    }

    @Test(arguments: [0.0, 60, 90, 150, 240]) func `a fast drive and a slow ride are two ways`(_ rest: Double) {
        let told = day([
            Stretch(activity: .automotive, seconds: 3_000, speed: 15),
            Stretch(activity: .stationary, seconds: rest, speed: 0),
            Stretch(activity: .cycling, seconds: 3_600, speed: 5),
        ])
        #expect(moves(told).map(\.activity) == [.automotive, .cycling])
        #expect(abs((moves(told).first?.end ?? Instant(seconds: 0)) - Instant(seconds: 3_000)) <= max(60, rest))
        // As between walks: a rest of two minutes that was no traffic is a stop.
        #expect(stops(told).map { ($0.end - $0.start) >= rest - 30 } == (rest >= 150 ? [true] : []))
    }

    @Test(arguments: 1...6) func `through a town by car and by bicycle is two ways, in either order`(_ seed: Int) {
        var random = RandomSource(seed: UInt64(seed))
        let rest = [Stretch(activity: .stationary, seconds: [60.0, 90, 150][seed % 3], speed: 0)]
        let drive = town(.automotive, speed: [9, 12][seed % 2], every: 90, seconds: 1_500, random: &random)
        let ride = town(.cycling, speed: 4.8, every: 150, seconds: 1_500, random: &random)
        #expect(moves(day(drive + rest + ride)).map(\.activity) == [.automotive, .cycling])
        #expect(moves(day(ride + rest + drive)).map(\.activity) == [.cycling, .automotive])
    }

    @Test(arguments: 1...4) func `a bus in and out of a jam stays one way`(_ seed: Int) {
        var random = RandomSource(seed: UInt64(seed))
        let bus =
            town(.automotive, speed: 12, every: 90, seconds: 900, random: &random)
            + town(.automotive, speed: 4, every: 30, seconds: 900, random: &random)
            + town(.automotive, speed: 11, every: 60, seconds: 600, random: &random)
        #expect(moves(day(bus)).map(\.activity) == [.automotive])
    }

    @Test func `a descent without a rest before it is part of its ride`() {
        // A climb is steep here and flat there; at one speed for an hour it would be a run.
        let climb = (0..<40).map { Stretch(activity: .cycling, seconds: 90, speed: [2.2, 4.6, 3, 5.1, 2.6][$0 % 5]) }
        let told = day(
            climb + [
                Stretch(activity: .cycling, seconds: 720, speed: 14),
                Stretch(activity: .cycling, seconds: 1_200, speed: 5),
            ])
        #expect(moves(told).map(\.activity) == [.cycling])
    }

    /// Estimates of ten seconds each that give a bicycle and a car some probability.
    private func ride(_ parts: [(seconds: Double, cycling: Double, automotive: Double)]) -> [ActivityLabel] {
        var time = Instant(seconds: 0)
        return parts.flatMap { part in
            (0..<Int(part.seconds / 10)).map { _ in
                let shares = ActivityLabel.shares { [.cycling: part.cycling, .automotive: part.automotive][$0] ?? 0 }
                let best: Activity = part.cycling >= part.automotive ? .cycling : .automotive
                let estimate = ActivityEstimate(
                    time: time, until: time + 10, activity: best, confidence: .medium, probability: shares.max())
                time = time + 10
                return ActivityLabel(estimate: estimate, shares: shares)
            }
        }
    }

    private func chosen(_ labels: [ActivityLabel]) -> [Activity] {
        let chosen = RideChoice(labels: labels, parameters: .init()).chosen()
        return chosen.map(\.estimate.activity).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test func `a descent, a jam, or a doubtful ride does not change the vehicle`() {
        #expect(chosen(ride([(900, 0.9, 0.1), (600, 0.1, 0.9), (900, 0.9, 0.1)])) == [.cycling])
        #expect(chosen(ride([(900, 0.1, 0.9), (600, 0.5, 0.4)])) == [.automotive])
        #expect(chosen(ride([(900, 0.1, 0.9), (900, 0.9, 0.1)])) == [.automotive, .cycling])
    }

    @Test func `a walk and what a file states separate two rides, and a rest does not`() {
        func between(_ activity: Activity, _ shares: SIMD8<Double>) -> [Activity] {
            var labels = ride([(300, 0.1, 0.9), (60, 0, 0), (300, 0.8, 0.2)])
            for index in 30..<36 {
                (labels[index].estimate.activity, labels[index].shares) = (activity, shares)
            }
            return chosen(labels).filter(\.isRide)
        }
        #expect(between(.walking, ActivityLabel.shares { $0 == .walking ? 0.9 : 0.02 }) == [.automotive, .cycling])
        let rest = ActivityLabel.shares { $0 == .stationary ? 0.9 : 0.02 }
        #expect(between(.stationary, rest) == [.automotive, .automotive])
        #expect(between(.running, .zero) == [.automotive, .cycling])
    }

    @Test func `a stay that a person calls none is none where a vehicle was left, too`() throws {
        var teller = DayTeller()
        teller.go(900, speed: 9, by: .automotive)
        teller.stay(200)
        teller.go(900, speed: 5, by: .cycling)
        let stop = try #require(stops(teller.day()).first)
        let day = teller.day([.noStop(from: stop.start, until: stop.end)])
        #expect(stops(day).isEmpty)
        #expect(moves(day).map(\.activity) == [.automotive, .cycling])
    }
}
