import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct LearnedTests {
    private func events(after learned: Learned?) -> [SensorEvent] {
        var sessions = ActivitySessions()
        sessions.fixInterval = 5
        let walk = ActivitySessions.Stretch(activity: .walking, seconds: 200, speed: 1.6, shake: (1.85, 2.5))
        let inside = ActivitySessions.Stretch(activity: .walking, seconds: 60, shake: (1.85, 2.5))
        let events = sessions.events([inside, walk, inside])
        return learned.map { [SensorEvent(time: Instant(seconds: 0), payload: .learned($0))] + events } ?? events
    }

    private func run(
        _ events: [SensorEvent], parameters: Parameters = .init()
    ) -> (estimates: [Estimate], core: FusionCore) {
        var core = FusionCore(parameters: parameters)
        var estimates: [Estimate] = []
        for event in events { core.consume(event) { estimates.append($0) } }
        return (estimates, core)
    }

    private func firstStep(_ estimates: [Estimate]) -> StepEstimate? {
        estimates.lazy.compactMap { if case .step(let step) = $0 { step } else { nil } }.first
    }

    @Test func `a second session begins calibrated, and replays as it was`() throws {
        let (first, core) = run(events(after: nil))
        let learned = core.learned
        #expect(try #require(learned.stride).stretches >= 4)
        let second = events(after: learned)
        let (live, after) = run(second)
        let replay = run(second)
        #expect(live == replay.estimates && after.learned == replay.core.learned)
        // The first steps of both are indoors: only what was learned before can tell their length.
        let (strange, known) = (try #require(firstStep(first)), try #require(firstStep(live)))
        let length = 1.6 / 1.85
        #expect(abs(strange.strideLength - length) > 0.1 * length)
        #expect(abs(known.strideLength - length) < 0.02 * length)
        #expect(try #require(after.learned.stride).stretches > (learned.stride?.stretches ?? .max))
    }

    @Test func `a reset keeps what was learned and forgets the session`() {
        var (_, core) = run(events(after: nil))
        let learned = core.learned
        core.consume(SensorEvent(time: Instant(seconds: 400), payload: .reset)) { _ in }
        #expect(core.learned == learned && core.latest.step == nil)
    }

    @Test func `what is no constant of a person's is passed over`() {
        let good = Learned.Stride(model: "frequency", constant: 1.1, variance: 0.001, stretches: 4)
        func constant(_ change: (inout Learned.Stride) -> Void, _ parameters: Parameters = .init()) -> Double? {
            var stride = good
            change(&stride)
            let event = SensorEvent(time: Instant(seconds: 0), payload: .learned(Learned(stride: stride)))
            return run([event], parameters: parameters).core.gait?.pedometer.stride.constant
        }
        #expect(constant { _ in } == 1.1)
        for value in [40, -1, .nan, .infinity] { #expect(constant { $0.constant = value } == 1) }
        for value in [0, -1, .nan, .infinity] { #expect(constant { $0.variance = value } == 1) }
        #expect(constant { $0.model = "weinberg" } == 1)
        var given = Parameters()
        given.stride.constant = 1.3
        #expect(constant({ _ in }, given) == 1.3)
        var fixed = Parameters()
        fixed.stride.calibrates = false
        #expect(constant({ _ in }, fixed) == 1)
    }

    @Test func `a file that knows of more than a life's buildings costs no minutes`() {
        let building = { (index: Int) in
            Learned.Building(
                entrance: Coordinate(latitude: Double(index) / 1_000, longitude: 11),
                heights: Array(repeating: 3.5, count: index == 0 ? 200_000 : 2))
        }
        let told = Learned(buildings: (0..<2_000).map(building))
        let (_, core) = run([SensorEvent(time: Instant(seconds: 0), payload: .learned(told))])
        #expect(core.learned.buildings.count == 1_000)
        #expect(core.learned.buildings.allSatisfy { $0.heights.count <= 64 })
    }

    @Test func `another model forgets the constant of the first`() {
        var (_, core) = run(events(after: nil))
        #expect(core.gait?.pedometer.stride.constant != 1)
        core.parameters.stride.model = .weinberg
        #expect(core.gait?.pedometer.stride.constant == 1 && core.learned.stride == nil)
    }
}
