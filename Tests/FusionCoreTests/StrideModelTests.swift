import SensorModel
import Testing

@testable import FusionCore

@Suite struct StrideModelTests {
    private typealias Stretch = ActivitySessions.Stretch

    private func core(
        speed: Double, sessions: ActivitySessions = .init(), parameters: Parameters = .init()
    ) -> FusionCore {
        var core = FusionCore(parameters: parameters)
        let walk = Stretch(activity: .walking, seconds: 400, speed: speed, shake: (1.85, 2.5))
        for event in sessions.events([walk]) { core.consume(event) { _ in } }
        return core
    }

    @Test(arguments: [1.1, 1.3, 1.6], [true, false])
    func `good fixes calibrate the length of a step within two percent`(speed: Double, hasSpeed: Bool) throws {
        var sessions = ActivitySessions()
        sessions.hasSpeed = hasSpeed
        let step = try #require(core(speed: speed, sessions: sessions).latest.step)
        #expect(abs(step.strideLength - speed / 1.85) < 0.02 * speed / 1.85, "\(step.strideLength)")
    }

    @Test func `a stored constant goes on where calibration ended`() throws {
        let learnt = try #require(core(speed: 1.6).gait).pedometer.stride.constant
        var parameters = Parameters()
        try parameters.set("stride.constant", to: .number(learnt))
        #expect(FusionCore(parameters: parameters).gait?.pedometer.stride.constant == learnt)
    }

    @Test func `poor fixes and rides teach nothing`() throws {
        var parameters = Parameters()
        try parameters.set("stride.accuracy", to: .number(2))
        #expect(core(speed: 1.6, parameters: parameters).gait?.pedometer.stride.constant == 1)
        #expect(core(speed: 8).gait?.pedometer.stride.constant == 1)
    }

    @Test(arguments: StrideModel.Kind.allCases)
    func `every model stays within what legs can do`(kind: StrideModel.Kind) {
        var parameters = StrideModel.Parameters()
        parameters.model = kind
        let model = StrideModel(parameters: parameters)
        for (cadence, amplitude) in [(1.0, 0.0), (1.85, 2.5), (4.0, 60.0), (2.8, 8)] {
            let step = StepDetector.Step(time: Instant(seconds: 0), cadence: cadence, amplitude: amplitude)
            #expect((0.3...2.2).contains(model.length(of: step)))
        }
    }
}
