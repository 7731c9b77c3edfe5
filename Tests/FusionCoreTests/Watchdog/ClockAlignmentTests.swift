import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct ClockAlignmentTests {
    private let start = Instant(seconds: 1_700_000_000)

    /// A drive whose receiver is an hour ahead of the recorder's clock, and then silent.
    private func estimates(offset: Double) -> [Estimate] {
        var core = FusionCore()
        var estimates: [Estimate] = []
        for second in 0..<60 {
            let arrival = start + Double(second)
            if second < 30 {
                let fix = Fix(
                    coordinate: Coordinate(latitude: 50 + Double(second) * 1e-4, longitude: 14), horizontalAccuracy: 3,
                    speed: 11.1, courseDegrees: 0)
                let event = SensorEvent(time: arrival + offset, received: arrival, payload: .fix(fix))
                core.consume(event) { estimates.append($0) }
            }
            guard second.isMultiple(of: 2) else { continue }
            core.consume(SensorEvent(time: arrival, payload: .tick)) { estimates.append($0) }
        }
        return estimates
    }

    @Test(arguments: [0.0, 3_600, 540]) func `estimates of ticks lie on the axis of the fixes`(_ offset: Double) {
        let all = estimates(offset: offset)
        let speeds = all.compactMap { if case .speed(let speed) = $0 { speed } else { nil } }
        let positions = all.compactMap { if case .position(let position) = $0 { position } else { nil } }
        #expect(speeds.last?.isEstimated == true)
        #expect(positions.last?.isEstimated == true)
        #expect(speeds.map(\.time) == speeds.map(\.time).sorted())
        #expect(positions.map(\.time) == positions.map(\.time).sorted())
        #expect(abs((speeds.last?.time ?? start) - (start + offset + 58)) < 0.001)
    }
}
