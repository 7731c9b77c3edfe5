import FusionCore
import Geometry
import Glibc
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct ResidualTableTests {
    /// Ten minutes of weaving at 5 m/s by a receiver without a velocity.
    private static let weaving: Recording = {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        return Recording(
            unordered: (0..<600).map { second in
                let place = PlanePoint(east: 5 * Double(second), north: 10 * sin(Double(second) / 4))
                let fix = Fix(coordinate: plane.coordinate(place), horizontalAccuracy: 3)
                return SensorEvent(time: SampleRide.start + Double(second), payload: .fix(fix))
            })
    }()

    private func residuals(_ change: (inout Parameters) -> Void = { _ in }) throws -> ResidualFigures {
        var parameters = Parameters()
        change(&parameters)
        return try #require(ResidualFigures(try SampleRide.run(parameters, of: Self.weaving).core))
    }

    @Test func `without a change there is nothing to compare with`() throws {
        let table = ResidualTable(try residuals(), before: nil, hidden: (nil, nil), in: .kilometresPerHour)
        #expect(table.rows.count == 3 && table.verdict == .undecided)
        #expect(table.rows.allSatisfy { $0.before == nil && $0.verdict == .undecided })
    }

    @Test func `a figure says in words whether it is better, and the sentence waits for hidden fixes`() throws {
        let (usual, stiff) = (
            try residuals(), try residuals { $0.position.constantVelocity.processNoise = 0.02 }
        )
        let worse = ResidualTable(stiff, before: usual, hidden: (nil, nil), in: .kilometresPerHour)
        #expect(worse.rows[0].verdict == .worse && worse.rows[0].before != nil)
        #expect(worse.headline == Phrase("How well the fixes are predicted"))
        let better = ResidualTable(usual, before: stiff, hidden: (nil, nil), in: .kilometresPerHour)
        #expect(better.rows[0].verdict == .better && better.rows[0].after == worse.rows[0].before)
    }
}
