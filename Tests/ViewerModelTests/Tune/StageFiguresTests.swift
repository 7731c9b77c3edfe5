import FusionCore
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct StageFiguresTests {
    @Test func `each stage has the figures of the summary, in the unit that was asked for`() throws {
        let run = try SampleRide.run()
        let figures = StageFigures(run)
        func line(_ stage: String, _ unit: SpeedUnit = .kilometresPerHour) -> String? {
            figures.line(of: stage, in: unit)?.description
        }
        let rejected = run.summary.rejected.values.reduce(0, +)
        #expect(run.summary.fixes > 0)
        #expect(line("fixGate") == "\(run.summary.fixes) in, \(rejected) rejected")
        #expect(line("simplifier") == "\(run.smoothed.count) points in, \(run.simplified.count) out")
        #expect(line("position")?.hasPrefix("Innovation ") == true)
        #expect(line("speed")?.hasSuffix("km/h") == true && line("speed", .milesPerHour)?.hasSuffix("mph") == true)
        #expect(line("attitude") == nil)
        // A stage without a sensor says nothing rather than zero.
        #expect((line("steps") == nil) == (run.summary.stepsAvailability != .measured))
        #expect((line("altimeter") == nil) == (run.summary.floorsAvailability != .measured))
    }
}
