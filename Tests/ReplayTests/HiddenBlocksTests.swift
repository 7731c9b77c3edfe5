import FusionCore
import Replay
import Simulation
import Testing

@Suite struct HiddenBlocksTests {
    private func search(_ receiver: String) throws -> HiddenBlocks.Result {
        var plan = Scenarios.bike.plan
        plan.motion = nil
        plan.receiver = try #require(Receivers.named(receiver)).model
        let blocks = try #require(HiddenBlocks(Recording(unordered: plan.simulate(seed: 1).events)))
        let names = ["position.constantVelocity.wanderLimit", "position.constantVelocity.processNoise"]
        return try #require(blocks.search(from: Parameters(), varying: names))
    }

    @Test(arguments: ["puck", "ideal"]) func `the defaults fit a receiver that states its errors`(name: String) throws {
        let result = try search(name)
        #expect(result.verdict == .keepDefaults && result.parameters == Parameters() && result.before == result.after)
    }

    @Test func `a receiver that states a third of its errors may wander further`() throws {
        let result = try search("liar")
        #expect(result.verdict == .fits && result.after < result.before)
        #expect(result.parameters.position.constantVelocity.wanderLimit > 2)
    }

    @Test func `a recording without fixes has nothing to hide`() {
        #expect(HiddenBlocks(Recording(unordered: [])) == nil)
    }
}
