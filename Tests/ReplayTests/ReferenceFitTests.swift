import FusionCore
import Geometry
import Glibc
import SensorModel
import Testing

@testable import Replay

@Suite struct ReferenceFitTests {
    private let start = Instant(seconds: 1_700_000_000)
    private let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))

    /// A drive in a circle at 10 m/s; the receiver's errors swing by 4 m with a period of 5 s.
    private func recording(error: Double) -> Recording {
        Recording(
            unordered: (0..<240).map { second in
                let angle = Double(second) / 20
                let swing = error * sin(Double(second) * 2 * .pi / 5)
                let place = PlanePoint(east: 200 * cos(angle) + swing, north: 200 * sin(angle) - swing)
                let fix = Fix(coordinate: plane.coordinate(place), horizontalAccuracy: 4)
                return SensorEvent(time: start + Double(second), payload: .fix(fix))
            })
    }

    @Test func `the search comes closer to the reference, and says by which parameters`() throws {
        let line = try #require(ReferenceLine(recording(error: 0)))
        var begin = Parameters()
        try begin.set("position.constantVelocity.processNoise", to: .number(20))
        var seen: [ReferenceFit.Progress] = []
        let fit = ReferenceFit([.init(TuningEngine(recording(error: 4)), to: line)], from: begin)
        let result = try #require(try fit.run(report: { seen.append($0) }))
        let session = try #require(result.sessions.first)
        let (before, after) = (session.before.rootMeanSquare, session.fitted.rootMeanSquare)
        #expect(after < before && abs(result.fitted - after / before) < 1e-12)
        #expect(session.leftOut == nil && result.leftOut == nil && result.verdict == nil, "one session cannot tell")
        #expect(result.changed.contains("position.constantVelocity.processNoise"))
        #expect(result.start == begin && result.parameters != begin)
        #expect(
            seen.first == ReferenceFit.Progress(runs: 1, share: 0, search: 1, searches: 1, rootMeanSquare: before))
        let last = try #require(seen.last)
        // The search passes over improvements of less than a millionth.
        #expect(last.runs == result.runs && abs((last.rootMeanSquare ?? 0) - after) < 1e-5 * after)
        // The card of the comparison shows the same number once the parameters are in force.
        var engine = TuningEngine(recording(error: 4))
        let ran = engine.run(result.parameters)
        let run = try #require(ran)
        #expect(try ReferenceComparison(run, with: line).rootMeanSquare == after)
    }

    @Test func `a search that is cancelled has no result`() throws {
        let line = try #require(ReferenceLine(recording(error: 0)))
        var runs = 0
        let fit = ReferenceFit([.init(TuningEngine(recording(error: 4)), to: line)], from: Parameters())
        #expect(try fit.run(isCancelled: { runs >= 3 }, report: { runs = $0.runs }) == nil)
        #expect(runs == 3)
    }

    @Test func `a reference of another time is an error`() throws {
        let later = recording(error: 0).events.map {
            SensorEvent(time: $0.time + 86_400, payload: $0.payload)
        }
        let line = try #require(ReferenceLine(Recording(unordered: Array(later))))
        let fit = ReferenceFit([.init(TuningEngine(recording(error: 4)), to: line)], from: Parameters())
        #expect(throws: ReferenceFitError(session: 0, reason: .noTimeInCommon)) { try fit.run() }
    }
}
