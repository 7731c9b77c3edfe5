import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct AccelerationSeriesTests {
    private func recording(_ sizes: [Double], every step: Double = 0.01) -> Recording {
        Recording(
            ordered: sizes.enumerated().map { index, size in
                SensorEvent(
                    time: Instant(seconds: 1_000 + Double(index) * step),
                    payload: .acceleration(VectorSample(x: 0, y: size * 0.6, z: size * 0.8)))
            })
    }

    @Test func `few samples are kept as they are`() {
        let series = TimeSeries.acceleration(of: recording([9.81, 10, 9.5]))
        #expect(series.count == 3)
        #expect(zip(series.values, [9.81, 10, 9.5] as [Float]).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test func `of many samples no knock is lost, and memory stays bounded`() throws {
        var sizes = [Double](repeating: 9.81, count: 5_000)
        sizes[1_234] = 40
        sizes[3_210] = 0.5
        let series = TimeSeries.acceleration(of: recording(sizes), buckets: 50)
        #expect(series.count <= 102)
        let bounds = try #require(series.bounds)
        #expect(abs(bounds.lowerBound - 0.5) < 1e-4 && abs(bounds.upperBound - 40) < 1e-4)
        #expect(zip(series.times.dropFirst(), series.times).allSatisfy { $0 > $1 })
    }

    @Test func `a session without motion samples has none`() {
        #expect(TimeSeries.acceleration(of: Recording(ordered: [])).isEmpty)
    }
}
