import Geometry
import Replay
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct FixWhiskersTests {
    private static let world = MercatorBounds(minimumX: 0, minimumY: 0, maximumX: 1, maximumY: 1)

    @Test func `each accepted fix leads to the estimate at its time`() throws {
        let run = try SampleRide.run()
        let whiskers = try #require(FixWhiskers(run).whiskers(in: Self.world, during: nil, atMost: 100_000))
        let accepted = run.core.fixes.filter(\.isAccepted)
        #expect(!whiskers.isEmpty && whiskers.count <= accepted.count)
        for whisker in whiskers.prefix(50) {
            #expect(whisker.accuracy == 3)
            #expect(whisker.fix.coordinate.distance(to: whisker.estimate.coordinate) < 30)
            #expect(accepted.contains { $0.coordinate.distance(to: whisker.fix.coordinate) < 0.01 })
        }
    }

    @Test func `a part of the session has only its own`() throws {
        let whiskers = FixWhiskers(try SampleRide.run())
        let all = try #require(whiskers.whiskers(in: Self.world, during: nil, atMost: 100_000))
        let times = all.map(\.time).sorted()
        let part = times[10]...times[19]
        let shown = try #require(whiskers.whiskers(in: Self.world, during: part, atMost: 100_000))
        #expect(shown.count == all.count { part.contains($0.time) } && shown.count < all.count)
    }

    @Test func `a box holds its own, and too many are none`() throws {
        let whiskers = FixWhiskers(try SampleRide.run())
        #expect(whiskers.whiskers(in: Self.world, during: nil, atMost: 3) == nil)
        let elsewhere = MercatorBounds(minimumX: 0, minimumY: 0, maximumX: 0.01, maximumY: 0.01)
        #expect(whiskers.whiskers(in: elsewhere, during: nil, atMost: 3)?.isEmpty == true)
    }
}
