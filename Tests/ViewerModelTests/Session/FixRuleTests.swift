import FusionCore
import Geometry
import SensorModel
import Testing

@testable import Replay
@testable import ViewerModel

@Suite struct FixRuleTests {
    private static let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private static func rule(
        _ rejection: FixVerdict.Rejection?, accuracy: Double? = nil, after seconds: Double = 100,
        _ parameters: Parameters = .init()
    ) -> FixRule? {
        let fix = RecordedFix(
            time: start + seconds, coordinate: Coordinate(latitude: 50, longitude: 14), accuracy: accuracy,
            rejection: rejection)
        return FixRule(fix, parameters: parameters, start: start)
    }

    @Test func `a poor accuracy names the ceiling that it exceeds`() {
        #expect(Self.rule(.accuracy, accuracy: 150)?.parameter == "fixGate.accuracyCeiling")
        #expect(Self.rule(.accuracy, accuracy: 60)?.parameter == "fixGate.trackAccuracyCeiling")
        #expect(Self.rule(.accuracy, accuracy: 250, after: 5)?.parameter == "fixGate.startAccuracyCeiling")
        #expect(Self.rule(.accuracy, accuracy: 150, after: 5)?.parameter == "fixGate.trackAccuracyCeiling")
    }

    @Test func `the limit is the one in force, with its unit`() {
        var parameters = Parameters()
        parameters.fixGate.accuracyCeiling = 77
        #expect(Self.rule(.accuracy, accuracy: 150, after: 100, parameters)?.limit == "77 m")
        #expect(Self.rule(.impliedSpeed)?.limit == "150 m/s")
    }

    @Test func `every reason that has a rule names a parameter of the table`() {
        for rejection in FixVerdict.Rejection.allCases {
            guard let rule = Self.rule(rejection, accuracy: 500) else { continue }
            #expect(Parameters.entry(named: rule.parameter) != nil)
            #expect(!rule.title.isEmpty)
        }
        #expect(Self.rule(nil) == nil)
        #expect(Self.rule(.duplicate) == nil)
    }

    @Test func `a rejected fix of a run is told with its rule`() throws {
        let run = try SampleRide.run()
        let fixes = FixIndex(run.core.fixes)
        let index = try #require(fixes.rejected.first { fixes.fixes[$0].time == SampleRide.start + 100 })
        let detail = fixes.detail(of: index, clock: "08:00:00") {
            FixRule($0, parameters: run.parameters, start: SampleRide.start)
        }
        #expect(detail.rejection == .impliedSpeed)
        #expect(detail.rule?.parameter == "fixGate.continuity.maximumSpeed")
    }
}
