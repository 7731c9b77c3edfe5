import FusionCore
import Geometry
import SensorModel
import Simulation
import Testing

@Suite struct ConsistencyTests {
    @Test func `the mean innovation of a filter that knows its noise is two`() throws {
        var plan = Scenarios.bike.plan
        plan.motion = nil
        let mean = try #require(Trial(plan, seed: 3).track.summary.normalizedInnovationSquared)
        #expect(abs(mean - 2) < 0.15)
    }

    @Test func `a search finds the least of a bowl and stays in range`() {
        var search = ParameterSearch(names: ["simplifier.tolerance"], start: .init(), cost: 100)
        search.run { abs($0.simplifier.tolerance - 40) }
        #expect(abs(search.best.simplifier.tolerance - 40) < 4)
        var endless = ParameterSearch(names: ["simplifier.tolerance"], start: .init(), cost: 0)
        endless.run { -$0.simplifier.tolerance }
        #expect(endless.best.simplifier.tolerance <= 1_000)
    }

    @Test func `the distance to a reference is that to its nearest segment`() throws {
        let line = [(0.0, 0.0), (100, 0), (100, 100)].map {
            Session.plane.coordinate(PlanePoint(east: $0.0, north: $0.1))
        }
        let reference = try #require(ReferenceTrack([line]))
        let place = Session.plane.coordinate(PlanePoint(east: 90, north: 50))
        #expect(abs(reference.distance(to: place) - 10) < 0.05)
        #expect(ReferenceTrack([[place]]) == nil)
    }
}
