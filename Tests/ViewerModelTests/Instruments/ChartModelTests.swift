import Glibc
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct MinMaxPyramidTests {
    @Test func `any stretch has the bounds of its values`() {
        let values = (0..<1_237).map { Float(sin(Double($0) * 0.37) * Double($0 % 91)) }
        let pyramid = MinMaxPyramid(values)
        for start in stride(from: 0, to: values.count, by: 13) {
            for end in stride(from: start, through: values.count, by: 29) {
                let bounds = pyramid.bounds(of: start..<end, in: values)
                #expect(bounds.minimum == values[start..<end].min() ?? .infinity)
                #expect(bounds.maximum == values[start..<end].max() ?? -.infinity)
            }
        }
    }

    @Test func `what is missing is passed over`() {
        let values: [Float] = [.nan, 3, .infinity, -2, .nan]
        let bounds = MinMaxPyramid(values).bounds(of: 0..<5, in: values)
        #expect(bounds.minimum == -2 && bounds.maximum == 3)
        #expect(MinMaxPyramid([]).bounds(of: 0..<0, in: []).isEmpty)
    }
}

@Suite struct ChartModelTests {
    private func at(_ seconds: Double) -> Instant { Instant(seconds: 1_700_000_000 + seconds) }

    private func series(_ count: Int, missing: Range<Int> = 0..<0, value: (Int) -> Float) -> TimeSeries {
        let kept = (0..<count).filter { !missing.contains($0) }
        return TimeSeries(times: kept.map { at(Double($0)) }, values: kept.map(value))
    }

    private func window(_ series: TimeSeries, width: Double = 800) -> ChartWindow {
        ChartWindow(axis: PlaybackAxis(instants: series.times), width: width)
    }

    @Test func `few values are drawn as they are`() {
        let series = series(11) { Float($0 * $0) }
        let trace = ChartModel.trace(of: series, in: window(series, width: 100))
        #expect(trace.points.map(\.value) == (0...10).map { Double($0 * $0) })
        #expect(trace.points.map(\.x) == (0...10).map { Double($0 * 10) })
        #expect(trace.runs == [0..<11])
    }

    @Test func `a single peak among a day of values is drawn`() {
        let series = series(86_400) { $0 == 54_321 ? 40 : 5 }
        let window = window(series)
        let trace = ChartModel.trace(of: series, in: window)
        #expect(trace.points.count <= 800 * 4)
        let peak = trace.points.filter { $0.value == 40 }
        #expect(peak.count == 1)
        #expect(abs((peak.first?.x ?? 0) - window.x(of: at(54_321))) <= 1)
        #expect(trace.runs.count == 1)
    }

    @Test func `a gap breaks the line, few values or many`() {
        for width in [20_000.0, 400] {
            let series = series(10_000, missing: 4_000..<4_500) { Float($0 % 7) }
            let trace = ChartModel.trace(of: series, in: window(series, width: width))
            #expect(trace.runs.count == 2)
            #expect(trace.runs.map(\.count).reduce(0, +) == trace.points.count)
        }
    }

    @Test func `values that are missing break the line and are not drawn`() {
        let series = series(9) { $0 == 4 ? .nan : 1 }
        let trace = ChartModel.trace(of: series, in: window(series))
        #expect(trace.runs == [0..<4, 4..<8])
        #expect(trace.points.allSatisfy { $0.value.isFinite && $0.x.isFinite })
    }

    @Test func `nothing and one value are drawn without harm`() {
        let none = TimeSeries(times: [], values: [])
        #expect(ChartModel.trace(of: none, in: window(none)).points.isEmpty)
        #expect(none.bounds == nil)
        let one = series(1) { _ in 3 }
        let trace = ChartModel.trace(of: one, in: window(one))
        #expect(trace.points == [.init(x: 0, value: 3)])
        #expect(one.bounds == 3...3)
    }

    @Test func `estimated stretches are found and joined`() {
        let times = (0..<20).map { at(Double($0)) }
        let flags = (0..<20).map { (5..<8).contains($0) || (15..<20).contains($0) }
        let series = TimeSeries(times: times, values: times.map { _ in 1 }, isEstimated: flags)
        // The line between a measured value and an estimated one is not a measurement.
        #expect(series.estimated == [at(4)...at(8), at(14)...at(19)])
        let window = window(series, width: 190)
        #expect(
            ChartModel.spans(of: series.estimated, in: window) == [
                ChartSpan(start: 40, end: 80), ChartSpan(start: 140, end: 190),
            ])
        #expect(ChartModel.spans(of: series.estimated, in: window, joining: 100).count == 1)
    }

    @Test func `a value holds until it is too old`() {
        let series = series(3) { Float($0) }
        #expect(series.value(at: at(1.5)) == 1)
        #expect(series.value(at: at(-1)) == nil)
        #expect(series.value(at: at(16)) == 2)
        #expect(series.value(at: at(18)) == nil)
    }

    @Test func `the segments of a line cover what the line does, and no more`() {
        let start = Instant(seconds: 0)
        let values = (0..<5_000).map { Float(($0 * 7_919) % 211) }
        let series = TimeSeries(times: (0..<5_000).map { start + Double($0) }, values: values)
        let window = ChartWindow(axis: PlaybackAxis(start: start, end: start + 5_000), width: 200)
        let trace = ChartModel.trace(of: series, in: window)
        func pixel(_ point: ChartTrace.Point) -> ScreenPoint { ScreenPoint(x: point.x, y: 120 - point.value / 2) }
        func picture(_ draw: (inout StrokeRaster) -> Void) -> [UInt32] {
            var raster = StrokeRaster()
            raster.reset(width: 200, height: 130)
            draw(&raster)
            var pixels = [UInt32](repeating: 0, count: 200 * 130)
            raster.blend(RGB(hex: 0xffffff))
            pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: 200) }
            return pixels
        }
        let whole = picture { raster in
            for run in trace.runs { raster.stroke(trace.points.map(pixel), run, width: 1.8) }
        }
        let segments = trace.segments(pixel)
        let parts = picture { raster in
            for first in stride(from: 0, to: segments.count, by: 2) {
                raster.stroke(segments, first..<(first + 2), width: 1.8)
            }
        }
        #expect(segments.count < 2 * trace.points.count)
        #expect(whole.contains { $0 != 0 })
        #expect(zip(whole, parts).allSatisfy { abs(Int($0 >> 24) - Int($1 >> 24)) <= 1 })
    }
}

@Suite struct ChartWindowTests {
    private let axis = PlaybackAxis(start: Instant(seconds: 0), end: Instant(seconds: 1_000))

    @Test func `zoom keeps the instant under the pointer`() {
        var window = ChartWindow(axis: axis, width: 500)
        let before = window.instant(atX: 200)
        window.zoom(by: 4, aroundX: 200)
        #expect(abs(window.instant(atX: 200) - before) < 1e-6)
        #expect(window.isZoomed)
        window.zoom(by: 0.01, aroundX: 100)
        #expect(!window.isZoomed)
    }

    @Test func `pan and follow stay on the axis`() {
        var window = ChartWindow(axis: axis, width: 500)
        window.zoom(by: 10, aroundX: 0)
        #expect(window.range == 0...100)
        window.pan(byX: -50)
        #expect(window.range == 0...100)
        window.pan(byX: 250)
        #expect(window.range == 50...150)
        window.follow(500)
        #expect(window.range == 410...510)
        window.follow(1_000)
        #expect(window.range == 900...1_000)
        window.zoom(by: 1e9, aroundX: 0)
        #expect(abs(window.range.upperBound - window.range.lowerBound - 1) < 1e-9)
    }

    @Test func `an empty axis has a window`() {
        var window = ChartWindow(axis: PlaybackAxis(instants: []), width: 500)
        window.zoom(by: 2, aroundX: 10)
        window.pan(byX: 3)
        #expect(window.x(of: Instant(seconds: 5)) == 0)
        #expect(window.position(atX: 100) == 0)
    }
}

@Suite struct AxisTickTests {
    @Test func `values get round labels`() {
        #expect(valueTicks(over: 0...40).map(\.label) == ["0", "10", "20", "30", "40"])
        #expect(valueTicks(over: 0...0.9).map(\.label) == ["0.0", "0.5"])
        #expect(valueTicks(over: -3...3).map(\.label) == ["−2", "0", "2"])
        #expect(valueTicks(over: 5...5).map(\.label) == ["5"])
        #expect(niceRange(0...31.2, fromZero: true) == 0...40)
        #expect(niceRange(7...7).upperBound > 7)
    }
}
