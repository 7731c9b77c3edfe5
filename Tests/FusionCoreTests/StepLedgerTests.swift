import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// Steps that are withdrawn in what was decided to be a ride.
@Suite struct StepLedgerTests {
    private func ledger(_ times: some Sequence<Double>) -> StepLedger {
        var ledger = StepLedger()
        for (index, time) in times.enumerated() {
            ledger.consume(StepEstimate(time: Instant(seconds: time), count: index + 1, cadence: 1, strideLength: 0.7))
        }
        return ledger
    }

    private func stretch(_ activity: Activity, _ start: Double, _ end: Double) -> ActivityEstimate {
        ActivityEstimate(
            time: Instant(seconds: start), until: Instant(seconds: end), activity: activity, confidence: .high,
            probability: 1)
    }

    @Test func `steps of a ride are withdrawn with their metres, those beside it stay`() {
        let steps = ledger(stride(from: 0.5, to: 90, by: 1))
        let left = steps.withdrawing(
            ridesOf: [stretch(.walking, 0, 30), stretch(.cycling, 30, 60), stretch(.walking, 60, 90)])
        #expect(steps.times.count == 90 && left.times.count == 60)
        #expect(left.count(at: Instant(seconds: 30)) == 30 && left.count(at: Instant(seconds: 60)) == 30)
        #expect(abs(left.metres(at: Instant(seconds: 100)) - 42) < 1e-9)
        #expect(steps.withdrawing(ridesOf: [stretch(.running, 0, 90)]) == steps)
    }

    @Test func `a ride at either end has what lies beyond it`() {
        let steps = ledger([-3.0, 5, 50, 95])
        let left = steps.withdrawing(
            ridesOf: [stretch(.cycling, 0, 40), stretch(.walking, 40, 60), stretch(.automotive, 60, 90)])
        #expect(left.times == [Instant(seconds: 50)])
    }

    @Test func `a clock that is set back keeps the order, and an offset moves all`() {
        let steps = ledger([10.0, 11, 4, 12])
        #expect(steps.times == [10.0, 11, 11, 12].map { Instant(seconds: $0) })
        #expect(steps.placed(by: 3_600).times.first == Instant(seconds: 3_610))
    }

    /// Ten minutes of pedals without a fix: acceleration alone cannot exclude that they are steps, the user can.
    @Test func `a correction to a ride withdraws the steps everywhere, one to a walk returns them`() throws {
        let walk = Trial.ordered(Scenarios.walk.plan.simulate(seed: 1).events).filter { event in
            if case .fix = event.payload { false } else { true }
        }
        let (start, end) = (try #require(walk.first?.time), try #require(walk.last?.time))
        func track(_ corrections: [Correction]) -> FinishedTrack {
            let events = walk + corrections.map { SensorEvent(time: end, payload: .correction($0)) }
            return FinishedTrack(events: events, parameters: .init())
        }
        let ride = Correction.activity(.cycling, from: start, until: end + 60)
        let ridden = track([ride])
        #expect(ridden.summary.steps == 0 && ridden.summary.estimatedDistance == 0)
        #expect(ridden.day.items.allSatisfy { if case .move(let move) = $0 { move.steps == nil } else { false } })
        #expect(ridden.day.workouts.isEmpty)
        let walked = track([ride, .activity(.walking, from: start, until: end + 60)])
        #expect(walked.summary.steps > 3_300)
        let told = walked.day.items.compactMap { if case .move(let move) = $0 { move.steps } else { nil } }
        #expect(told.reduce(0, +) == walked.summary.steps)
    }
}
