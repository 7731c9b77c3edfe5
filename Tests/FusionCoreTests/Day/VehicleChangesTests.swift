import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// From a car onto a bicycle and back, by fixes alone.
@Suite struct VehicleChangesTests {
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

    @Test func `a rest between two rides that are told without confidence changes nothing`() {
        var teller = DayTeller()
        teller.go(900, speed: 9, by: .automotive)
        teller.stay(150)
        teller.go(600, speed: 5, by: .cycling)
        var material = teller.material()
        #expect(moves(material.day()).map(\.activity) == [.automotive, .cycling])
        #expect(stops(material.day()).count == 1)
        (material.activities[2].confidence, material.activities[2].probability) = (.low, 0.45)
        #expect(moves(material.day()).map(\.activity) == [.automotive])
        #expect(stops(material.day()).isEmpty)
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
