import FusionCore
import Geometry
import SensorModel
import Simulation
import Testing

@testable import Replay

/// A fit to several sessions, with each of them left out in turn.
@Suite struct JointFitTests {
    private let noise = "position.constantVelocity.processNoise"

    /// A part of a simulated session and its truth.
    private func pair(
        _ scenario: Scenario, seed: UInt64, seconds: Double = 240
    ) throws -> ReferenceFit.Pair {
        var plan = scenario.plan
        (plan.motion, plan.duration) = (nil, seconds)
        let session = plan.simulate(seed: seed)
        return ReferenceFit.Pair(Recording(unordered: session.events), to: try line(session.truth))
    }

    private func line(_ truth: [TruthSample]) throws -> ReferenceLine {
        try #require(
            ReferenceLine(
                Recording(
                    unordered: truth.map {
                        SensorEvent(time: $0.time, payload: .fix(Fix(coordinate: $0.coordinate, horizontalAccuracy: 1)))
                    })))
    }

    /// A session whose reference is its own fixes, errors and all: a track that fits it follows the errors.
    private func misled(_ scenario: Scenario, seed: UInt64, seconds: Double) throws -> ReferenceFit.Pair {
        var plan = scenario.plan
        (plan.motion, plan.duration) = (nil, seconds)
        let recording = Recording(unordered: plan.simulate(seed: seed).events)
        return ReferenceFit.Pair(recording, to: try #require(ReferenceLine(recording)))
    }

    @Test func `a parameter that is wrong on purpose is found, and helps sessions that the search has not seen`() throws
    {
        var start = Parameters()
        try start.set(noise, to: .number(0.05))
        let pairs = try (1...3).map { try pair(Scenarios.weave, seed: $0, seconds: 150) }
        let result = try #require(try ReferenceFit(pairs, from: start, varying: [noise]).run())
        #expect(result.changed == [noise])
        guard case .number(let found)? = result.parameters.value(of: noise) else { return #expect(Bool(false)) }
        #expect(found > 0.5, "\(found)")
        #expect(result.sessions.count == 3)
        for session in result.sessions {
            let leftOut = try #require(session.leftOut)
            #expect(leftOut.rootMeanSquare < 0.5 * session.before.rootMeanSquare)
            #expect(leftOut.percentile95 > leftOut.rootMeanSquare)
        }
        #expect(result.verdict == .generalises)
    }

    @Test func `sessions of a minute are fitted to their chance, which is called so`() throws {
        let pairs = try (1...3).map { try pair(Scenarios.bike, seed: $0, seconds: 79) }
        let result = try #require(try ReferenceFit(pairs, from: Parameters()).run())
        #expect(result.fitted < 0.95)
        #expect(result.verdict == .overfits)
    }

    @Test func `a session whose reference is wrong is called over-fitted`() throws {
        let pairs = try [
            pair(Scenarios.weave, seed: 1), misled(Scenarios.bike, seed: 1, seconds: 40),
        ]
        let result = try #require(try ReferenceFit(pairs, from: Parameters()).run())
        #expect(result.verdict == .overfits)
    }

    @Test func `parameters that are right already are no gain`() throws {
        let pairs = try (1...2).map { try pair(Scenarios.bike, seed: $0) }
        let first = try #require(try ReferenceFit(pairs, from: Parameters(), varying: [noise]).run())
        let result = try #require(try ReferenceFit(pairs, from: first.parameters, varying: [noise]).run())
        #expect(result.verdict == .noGain && result.changed.isEmpty && result.fitted == 1)
    }

    @Test func `the verdict needs a gain of two percent, and half of it in sessions left out`() {
        typealias Verdict = ReferenceFit.Verdict
        #expect(Verdict(fitted: 0.981, leftOut: 0.5) == .noGain)
        #expect(Verdict(fitted: 0.75, leftOut: 0.875) == .generalises)
        #expect(Verdict(fitted: 0.75, leftOut: 0.876) == .overfits)
        #expect(Verdict(fitted: 0.75, leftOut: .infinity) == .overfits)
    }

    @Test func `the same sessions give the same result to the bit, and the share of the work only grows`() throws {
        var start = Parameters()
        try start.set(noise, to: .number(0.05))
        let pairs = try (1...2).map { try pair(Scenarios.weave, seed: $0, seconds: 60) }
        let fit = ReferenceFit(pairs, from: start)
        var seen: [ReferenceFit.Progress] = []
        let one = try #require(try fit.run(report: { seen.append($0) }))
        #expect(try fit.run() == one)
        // Each run is reported, and each of the three searches when it begins.
        let runs = seen.map(\.runs)
        #expect(runs == runs.sorted() && Set(runs) == Set(1...one.runs) && runs.count == one.runs + 3)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.share <= $1.share && $0.search <= $1.search })
        #expect(seen.allSatisfy { (0...1).contains($0.share) && $0.searches == 3 && $0.rootMeanSquare == nil })
        #expect(Set(seen.map(\.search)) == [1, 2, 3])
        #expect(seen.contains { $0.share > 0.3 })
    }

    @Test func `a search can be cancelled in the search without a session, too`() throws {
        let pairs = try (1...2).map { try pair(Scenarios.bike, seed: $0, seconds: 120) }
        var search = 0
        let result = try ReferenceFit(pairs, from: Parameters()).run(
            isCancelled: { search >= 2 }, report: { search = $0.search })
        #expect(result == nil && search == 2)
    }

    @Test func `an error says which session it is about, and no session has no result`() throws {
        let near = try pair(Scenarios.bike, seed: 1, seconds: 120)
        var plan = Scenarios.bike.plan
        (plan.motion, plan.duration) = (nil, 120)
        plan.start = plan.start + 86_400
        let later = Recording(unordered: plan.simulate(seed: 1).events)
        let strange = ReferenceFit.Pair(near.engine, to: try #require(ReferenceLine(later)))
        let fit = ReferenceFit([near, strange], from: Parameters())
        #expect(throws: ReferenceFitError(session: 1, reason: .noTimeInCommon)) { try fit.run() }
        #expect(try ReferenceFit([], from: Parameters()).run() == nil)
    }

    @Test func `a session counts for its relative gain, however large its errors are`() throws {
        func session(_ before: Double, _ after: Double) throws -> Double {
            func figures(_ error: Double) throws -> ReferenceFit.Figures {
                let truth = (0..<20).map { second in
                    ReferenceComparison.TimedPlace(
                        time: Instant(seconds: 1_700_000_000) + Double(second), coordinate: place(second, north: error))
                }
                return ReferenceFit.Figures(try ReferenceComparison(truth, with: straight()))
            }
            return try ReferenceFit.SessionResult.cost(of: figures(after), before: figures(before))
        }
        let (large, small) = try (session(40, 20), session(4, 2))
        #expect(abs(large - 0.25) < 1e-3 && abs(small - 0.25) < 1e-3, "\(large) \(small)")
    }

    private func place(_ second: Int, north: Double) -> Coordinate {
        LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
            .coordinate(PlanePoint(east: 10 * Double(second), north: north))
    }

    private func straight() throws -> ReferenceLine {
        let fixes = (0..<20).map { second in
            SensorEvent(
                time: Instant(seconds: 1_700_000_000) + Double(second),
                payload: .fix(Fix(coordinate: place(second, north: 0), horizontalAccuracy: 1)))
        }
        return try #require(ReferenceLine(Recording(unordered: fixes)))
    }
}
