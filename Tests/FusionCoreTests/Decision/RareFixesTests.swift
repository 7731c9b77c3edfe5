import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// Activities from fixes that are minutes or hours apart and state no speed.
@Suite struct RareFixesTests {
    private static let intervals = [60.0, 120, 180, 300, 480, 900, 1_800, 3_600]

    /// A movement between two rests, with errors of 4 m.
    private func told(every interval: Double, _ speed: Double, seed: UInt64) -> [ActivityEstimate] {
        var random = RandomSource(seed: seed)
        var north = 0.0
        let events = (0..<40).map { number in
            if (14...26).contains(number) { north += speed * interval * (0.8 + 0.4 * random.uniform()) }
            let error = PlanePoint(east: 4 * random.normal(), north: 4 * random.normal())
            return SensorEvent(
                time: Session.at(Double(number) * interval),
                payload: .fix(
                    Fix(coordinate: Session.plane.coordinate(PlanePoint(east: error.east, north: north + error.north))))
            )
        }
        return FinishedTrack(events: events, parameters: .init()).activities
    }

    /// An hour in which a place stays the same was a walk: the error of the place was compared with the distance that was
    /// measured, instead of the one that a walk would have led.
    @Test(arguments: intervals) func `a receiver that rests is at rest`(_ interval: Double) {
        for seed: UInt64 in 1...4 {
            #expect(told(every: interval, 0, seed: seed).map(\.activity) == [.stationary])
        }
    }

    @Test(arguments: intervals.filter { $0 <= 900 }, [(1.3, Activity.walking), (4.8, .cycling), (16, .automotive)])
    func `a movement between two rests is one`(_ interval: Double, _ movement: (speed: Double, activity: Activity)) {
        let told = told(every: interval, movement.speed, seed: 2)
        #expect(told.map(\.activity) == [.stationary, movement.activity, .stationary])
        let seconds = told.count > 1 ? told[1].until - told[1].time : 0
        #expect(abs(seconds - 13 * interval) <= interval)
    }

    @Test func `an hour says the same as sixty minutes`() {
        let follows: [TravelTransitions.Eight] = [
            [0, 0.7, 0.3, 0, 0, 0, 0, 0], [0.9, 0, 0.1, 0, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0, 0, 0, 0],
        ]
        let transitions = TravelTransitions(seconds: [1_000, 50, 300, 1, 1, 1, 1, 1], follows: follows)
        func after(_ seconds: Float, _ states: TravelTransitions.Eight) -> TravelTransitions.Eight {
            transitions.staying(seconds: seconds) * states
                + transitions.entered(from: states, duration: transitions.duration(seconds: seconds))
        }
        var start = TravelTransitions.Eight(repeating: 0)
        start[1] = 1
        // Durations of the table, so that none is rounded.
        let (whole, part) = (Float(4_096), Float(64))
        let apart = (0..<64).reduce(start) { states, _ in after(part, states) }
        let once = after(whole, start)
        for state in 0..<3 { #expect(abs(once[state] - apart[state]) < 1e-3) }
        #expect(abs(once.sum() - 1) < 1e-3)
        #expect(once[0] > 0.5)
        // What an end is worth backward is what it leads to forward.
        let duration = transitions.duration(seconds: part)
        let worth = transitions.ahead([1, 0, 0, 0, 0, 0, 0, 0], duration: duration)
        #expect(abs(worth[1] - transitions.entered(from: start, duration: duration)[0]) < 1e-6)
    }
}
