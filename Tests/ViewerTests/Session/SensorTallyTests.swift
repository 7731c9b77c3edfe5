import Geometry
import SensorModel
import Testing

@testable import Viewer

@Suite struct SensorTallyTests {
    private let start = Instant(seconds: 1_763_103_492)

    @Test func `a receiver with a wrong date has the rate at which its reports arrive`() throws {
        // Its satellites come with the recorder's time until it states its own, which is 592 days behind.
        let behind = -592.0 * 86_400
        var tally = SensorTally()
        for second in 0..<20 {
            let received = start + Double(second)
            let time = received + (second % 3 == 1 ? behind : 0)
            tally.consume(SensorEvent(time: time, received: received, payload: .sky(Sky(device: DeviceID(1)))))
            tally.consume(
                Fix(device: DeviceID(1), coordinate: Coordinate(latitude: 50, longitude: 14)), at: time,
                received: received)
        }
        let streams = try #require(tally.sources.first).streams
        #expect(Set(streams.map(\.kind)) == [.sky, .fix])
        #expect(streams.allSatisfy { $0.rate == 1 })
    }
}
