import Glibc
import Testing

@testable import ViewerModel

@Suite struct StrokeRasterTests {
    private static let width = 160
    private static let height = 120

    /// Draws lines in one colour and returns how opaque each pixel is, 0 ... 255.
    private func opacity(
        of lines: [[ScreenPoint]], width: Double, dash: (on: Double, off: Double)? = nil, alpha: Double = 1
    ) -> [Int] {
        var raster = StrokeRaster()
        raster.reset(width: Self.width, height: Self.height)
        var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
        for line in lines { raster.stroke(line, line.indices, width: width, dash: dash) }
        raster.blend(RGB(hex: 0xffffff), alpha: alpha)
        pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: Self.width) }
        return pixels.map { Int($0 >> 24) }
    }

    private func distance(_ x: Double, _ y: Double, to line: [ScreenPoint]) -> Double {
        zip(line, line.dropFirst()).map { from, to in
            let along = (to.x - from.x, to.y - from.y)
            let square = along.0 * along.0 + along.1 * along.1
            let offset = (x - from.x, y - from.y)
            let share = square > 0 ? min(1, max(0, (offset.0 * along.0 + offset.1 * along.1) / square)) : 0
            return hypot(offset.0 - share * along.0, offset.1 - share * along.1)
        }.min() ?? .infinity
    }

    private static func line(seed: UInt64, count: Int, step: Double) -> [ScreenPoint] {
        var state = seed
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53) - 0.5
        }
        var point = ScreenPoint(x: 80, y: 60)
        return (0..<count).map { _ in
            point.x += random() * step
            point.y += random() * step
            return point
        }
    }

    @Test(arguments: [(7.0, 2.8), (5.5, 2.8), (30, 4), (70, 1)])
    func `a pixel is as opaque as its distance from the circle says`(radius: Double, width: Double) {
        for centre in [ScreenPoint(x: 80.3, y: 60.7), ScreenPoint(x: 2.5, y: 118), ScreenPoint(x: 500, y: 60)] {
            var raster = StrokeRaster()
            raster.reset(width: Self.width, height: Self.height)
            var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
            raster.ring(at: centre, radius: radius, width: width)
            raster.blend(RGB(hex: 0xffffff))
            pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: Self.width) }
            for place in pixels.indices {
                let (x, y) = (Double(place % Self.width) + 0.5, Double(place / Self.width) + 0.5)
                let away = abs(hypot(x - centre.x, y - centre.y) - radius)
                let expected = 255 * min(1, max(0, width / 2 + 0.5 - away))
                #expect(abs(Double(pixels[place] >> 24) - expected) <= 2, "at \(x), \(y)")
            }
        }
    }

    @Test(arguments: [0..<160, 0..<61, 61..<160, 70..<75, 200..<300, 50..<50])
    func `only the columns that were asked for change, as they do without`(columns: Range<Int>) {
        var raster = StrokeRaster()
        raster.reset(width: Self.width, height: Self.height)
        let line = Self.line(seed: 7, count: 30, step: 70)
        func blend(_ columns: Range<Int>?) -> [UInt32] {
            var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
            raster.stroke(line, line.indices, width: 4.2)
            raster.blend(RGB(hex: 0xffffff), columns: columns)
            pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: Self.width) }
            return pixels
        }
        let whole = blend(nil)
        let part = blend(columns)
        for place in whole.indices {
            #expect(part[place] == (columns.contains(place % Self.width) ? whole[place] : 0))
        }
        #expect(blend(nil) == whole, "what was not blended is forgotten")
    }

    @Test(arguments: [(1.0, 60.0), (2.5, 12), (4.2, 6), (4.2, 400)])
    func `a pixel is as opaque as its distance from the line says`(width: Double, step: Double) {
        let line = Self.line(seed: 5, count: 40, step: step)
        let drawn = opacity(of: [line], width: width)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let away = distance(Double(x) + 0.5, Double(y) + 0.5, to: line)
                let expected = 255 * min(1, max(0, width / 2 + 0.5 - away))
                #expect(abs(Double(drawn[y * Self.width + x]) - expected) <= 2, "at \(x), \(y)")
            }
        }
    }

    @Test func `what is drawn twice in one colour counts once, in two colours both`() {
        let line = [ScreenPoint(x: 10, y: 60), ScreenPoint(x: 150, y: 60)]
        #expect(opacity(of: [line, line], width: 3, alpha: 0.5) == opacity(of: [line], width: 3, alpha: 0.5))
        var raster = StrokeRaster()
        raster.reset(width: Self.width, height: Self.height)
        var pixels = [UInt32](repeating: 0xff00_0000, count: Self.width * Self.height)
        for color in [RGB(hex: 0xff0000), RGB(hex: 0x0000ff)] {
            raster.stroke(line, line.indices, width: 5)
            raster.blend(color, alpha: 0.5)
        }
        pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: Self.width) }
        let middle = pixels[60 * Self.width + 80]
        #expect(middle >> 24 == 255)
        #expect(abs(Int(middle >> 16 & 255) - 64) <= 1 && abs(Int(middle & 255) - 128) <= 1)
    }

    @Test func `nothing is left of a line that was blended`() {
        var raster = StrokeRaster()
        raster.reset(width: Self.width, height: Self.height)
        let line = Self.line(seed: 9, count: 200, step: 40)
        var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
        raster.stroke(line, line.indices, width: 4.2)
        raster.blend(RGB(hex: 0))
        raster.stroke(line, line.indices, width: 9)
        pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: Self.width) }
        let first = pixels
        raster.blend(RGB(hex: 0xffffff))
        pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: Self.width) }
        #expect(pixels == first, "a line without a colour is not drawn, and not kept")
        #expect(pixels.contains { $0 != 0 })
    }

    @Test(arguments: [2, 3, 7, 500])
    func `a picture does not depend on the number of bands that it is drawn in`(bands: Int) {
        func picture(_ bands: Int) -> [UInt32] {
            var raster = StrokeRaster()
            raster.reset(width: Self.width, height: Self.height)
            var pixels = [UInt32](repeating: 0xff20_4060, count: Self.width * Self.height)
            for (seed, color) in [(3, 0xff0000), (4, 0x00ff00), (5, 0x0000ff)] as [(UInt64, UInt32)] {
                let line = Self.line(seed: seed, count: 7_000, step: 60)
                raster.stroke(line, line.indices, width: 2.8, dash: seed == 4 ? (3, 5) : nil)
                raster.ring(at: line[20], radius: 12, width: 3)
                raster.crosses(at: Array(line.prefix(9)), radius: 5, width: 2)
                raster.blend(RGB(hex: color), alpha: 0.6, columns: seed == 5 ? 20..<130 : nil)
            }
            pixels.withUnsafeMutableBufferPointer {
                // The last band first: their order must not matter.
                raster.draw(into: $0, rowLength: Self.width, bands: bands) { (0..<$0).reversed().forEach($1) }
            }
            return pixels
        }
        #expect(picture(bands) == picture(1))
    }

    @Test func `bands are the whole picture, and share its points`() {
        var list = StrokeList()
        list.addLine((0..<1_000).map { SIMD2(5, Float($0 < 900 ? $0 % 40 + 200 : $0)) }, radius: 1)
        for count in 1...9 {
            let bands = list.bands(count, height: 603)
            #expect(bands.count <= count && bands.first?.lowerBound == 0 && bands.last?.upperBound == 603)
            #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            #expect(bands.allSatisfy { !$0.isEmpty })
        }
        #expect(list.bands(2, height: 603).first.map { (216...232).contains($0.upperBound) } == true)
    }

    @Test func `dashes go on around corners`() {
        let straight = [ScreenPoint(x: 10, y: 20), ScreenPoint(x: 150, y: 20)]
        let bent = [ScreenPoint(x: 10, y: 20), ScreenPoint(x: 17, y: 20), ScreenPoint(x: 150, y: 20)]
        let dashed = opacity(of: [straight], width: 1, dash: (4, 8))
        #expect(dashed == opacity(of: [bent], width: 1, dash: (4, 8)))
        let row = dashed[(20 * Self.width)..<(21 * Self.width)]
        let starts = zip(row, row.dropFirst()).count { $0 == 0 && $1 > 0 }
        #expect(starts == 12)
    }

    @Test func `lines far outside, dots, and points that are no numbers are harmless`() {
        let far = [ScreenPoint(x: -1e9, y: 5), ScreenPoint(x: 1e9, y: 5)]
        let odd = [ScreenPoint(x: .nan, y: 5), ScreenPoint(x: .infinity, y: 1), ScreenPoint(x: 3, y: .nan)]
        #expect(opacity(of: [far, odd], width: 3, dash: nil).allSatisfy { $0 == 0 })
        let beside = [ScreenPoint(x: -2_000, y: 60), ScreenPoint(x: 2_000, y: 60)]
        #expect(opacity(of: [beside], width: 3)[60 * Self.width + 80] == 255)
        let dot = opacity(of: [[ScreenPoint(x: 80, y: 60)]], width: 6)
        #expect(dot[60 * Self.width + 80] == 255 && dot[60 * Self.width + 90] == 0)
        var raster = StrokeRaster()
        raster.reset(width: 0, height: -3)
        raster.stroke(beside, beside.indices, width: 3)
        #expect(raster.width == 0 && raster.height == 0)
    }

    @Test func `a cross is two bars`() {
        var raster = StrokeRaster()
        raster.reset(width: 40, height: 40)
        var pixels = [UInt32](repeating: 0, count: 1_600)
        raster.crosses(at: [ScreenPoint(x: 20.5, y: 20.5)], radius: 8, width: 2)
        raster.blend(RGB(hex: 0xff0000))
        pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: 40) }
        for step in -7...7 {
            #expect(pixels[(20 + step) * 40 + 20 + step] == 0xffff_0000)
            #expect(pixels[(20 - step) * 40 + 20 + step] == 0xffff_0000)
        }
        #expect(pixels[12 * 40 + 20] == 0 && pixels[20 * 40 + 12] == 0)
    }

    /// Draws a track as the map does, all its points or those that the level of detail leaves.
    private func picture(_ track: TrackGeometry, _ viewport: MapViewport, width: Double, all: Bool) -> [UInt32] {
        var selection = TrackSelection()
        var options = TrackGeometry.Options()
        if all {
            options.tolerance = 0
            options.segmentBudget = .max
        }
        track.select(in: viewport, options: options, into: &selection)
        var raster = StrokeRaster()
        raster.reset(width: Int(viewport.width), height: Int(viewport.height))
        var pixels = [UInt32](repeating: 0xffff_ffff, count: Int(viewport.width) * Int(viewport.height))
        for run in selection.runs {
            raster.stroke(selection.vertices, run.range, width: width)
            raster.blend(RGB(hex: 0x3584e4))
        }
        pixels.withUnsafeMutableBufferPointer { raster.draw(into: $0, rowLength: Int(viewport.width)) }
        return pixels
    }

    /// The fraction of pixels with a visible difference: by more than a fifth of the contrast between line and
    /// background, without such a pixel in the other picture within a pixel of it.
    private func visibleDifference(_ one: [UInt32], _ other: [UInt32], width: Int) -> Double {
        func red(_ pixel: UInt32) -> Int { Int(pixel >> 16 & 255) }
        var count = 0
        let height = one.count / width
        for y in 1..<(height - 1) {
            for x in 1..<(width - 1) {
                let here = red(one[y * width + x])
                let near = (-1...1).contains { dy in
                    (-1...1).contains { dx in abs(red(other[(y + dy) * width + x + dx]) - here) <= 40 }
                }
                if !near { count += 1 }
            }
        }
        return Double(count) / Double(one.count)
    }

    @Test(arguments: [0.0, 2, 4.5], [1.0, 4.2])
    func `a thinned track looks like the whole one`(zoomIn: Double, width: Double) {
        let track = TrackGeometry(wanderingTrack(count: 60_000))
        var viewport = MapViewport.fitting(track.bounds, width: 300, height: 200)
        viewport.zoom += zoomIn
        let thinned = picture(track, viewport, width: width, all: false)
        let whole = picture(track, viewport, width: width, all: true)
        #expect(visibleDifference(thinned, whole, width: 300) < 0.002)
        #expect(visibleDifference(whole, thinned, width: 300) < 0.002)
    }
}
