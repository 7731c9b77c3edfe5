import FusionCore
import SensorModel
import Testing
import ViewerModel

@testable import Replay

@Suite struct EffectLineTests {
    /// The effect of a parameter that changes the distance and the number of stops by a share each.
    private func effect(distance: Double, stops: Double) throws -> ParameterEffect {
        let usual = RunFigures(try SampleRide.run())
        var other = usual
        other.summary.distance *= 1 + distance
        other.stops = Int(Double(max(1, usual.stops)) * (1 + stops))
        return ParameterEffect(
            name: "fixGate.accuracyCeiling", runs: [(.number(1), usual, nil), (.number(9), other, nil)], inForce: usual)
    }

    @Test func `a line keeps its quantity while another one changes more`() throws {
        let scale = ParameterScale(0...10, usual: 5)
        let first = try #require(EffectLine(try effect(distance: 3, stops: 0), on: scale))
        #expect(first.measure == .distance)
        let other = try effect(distance: 0.2, stops: 9)
        #expect(EffectLine(other, on: scale)?.measure == .stops)
        #expect(EffectLine(other, on: scale, keeping: first.measure)?.measure == .distance)
    }
}
