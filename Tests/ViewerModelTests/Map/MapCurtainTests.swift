import Testing

@testable import ViewerModel

@Suite struct MapCurtainTests {
    private let raw = MapCurtain()

    private func sets(_ active: ParameterSets.Name) -> MapCurtain {
        var curtain = MapCurtain()
        curtain.pair = .sets(active: active)
        return curtain
    }

    @Test func `it begins in the middle, and its knob stays on the map at both ends`() {
        var curtain = MapCurtain()
        #expect(curtain.x(width: 400) == 200)
        curtain.move(to: -3)
        #expect(curtain.x(width: 400) == MapCurtain.margin)
        curtain.move(to: 7)
        #expect(curtain.x(width: 400) == 400 - MapCurtain.margin)
        curtain.move(to: .nan)
        #expect(curtain.share == 1)
    }

    @Test(arguments: [16.0, 100, 233, 384])
    func `it lies where it was dragged to`(x: Double) {
        var curtain = MapCurtain()
        curtain.move(toX: x, width: 400)
        #expect(curtain.x(width: 400) == x)
    }

    @Test func `it keeps its share of a map that is resized, and a map without room leaves it alone`() {
        var curtain = MapCurtain()
        curtain.move(to: 0.25)
        #expect(curtain.x(width: 432) == 116)
        #expect(curtain.x(width: 832) == 216)
        curtain.move(toX: 10, width: 20)
        #expect(curtain.share == 0.25)
        #expect(curtain.columns(of: .left, width: 20) == 0..<10)
        #expect(curtain.columns(of: .right, width: 0).isEmpty)
    }

    @Test func `both sides together are the map`() {
        #expect(raw.columns(of: .left, width: 400) == 0..<200)
        #expect(raw.columns(of: .right, width: 400) == 200..<400)
        #expect(raw.columns(of: .whole, width: 400) == 0..<400)
        #expect(raw.columns(of: .hidden, width: 400).isEmpty)
    }

    @Test func `raw fixes lie to the left and the smoothed track to the right, whatever the legend says`() {
        #expect(raw.shown(chosen: []) == [.raw, .smoothed])
        #expect(raw.extent(of: .raw, chosen: []) == .left)
        #expect(raw.extent(of: .smoothed, chosen: []) == .right)
        let all = Set(TrackKind.ofSession)
        #expect(raw.shown(chosen: all) == [.raw, .rejected, .smoothed, .uncertainty, .stops, .roads])
        #expect(raw.extent(of: .rejected, chosen: all) == .left)
        #expect(raw.extent(of: .uncertainty, chosen: all) == .right)
        #expect(raw.extent(of: .stops, chosen: all) == .whole && raw.extent(of: .roads, chosen: all) == .whole)
        #expect(raw.markExtent == .right)
    }

    @Test func `set A lies to the left and set B to the right, whichever is worked on`() {
        let all = Set(TrackKind.ofSession)
        for (active, own, other) in [
            (ParameterSets.Name.a, MapCurtain.Extent.left, MapCurtain.Extent.right), (.b, .right, .left),
        ] {
            let curtain = sets(active)
            #expect(curtain.shown(chosen: []) == [.simplified, .compared])
            #expect(curtain.extent(of: .simplified, chosen: []) == own)
            #expect(curtain.shown(chosen: [.smoothed]) == [.smoothed, .compared])
            #expect(curtain.extent(of: .smoothed, chosen: [.smoothed]) == own)
            #expect(curtain.extent(of: .compared, chosen: []) == other)
            #expect(curtain.extent(of: .filtered, chosen: all) == own)
            #expect(curtain.extent(of: .rejected, chosen: all) == own)
            #expect(curtain.extent(of: .raw, chosen: all) == .whole)
            #expect(curtain.markExtent == own)
        }
    }

    @Test func `it decides about the tracks that it compares alone`() {
        let kinds = TrackKind.ofSession
        #expect(Set(kinds.filter(raw.decides)) == [.raw, .filtered, .smoothed, .simplified, .compared])
        #expect(Set(kinds.filter(sets(.b).decides)) == [.simplified, .compared])
    }

    @Test func `a fix is pointed at only where it is drawn`() {
        let chosen = MapTracks().shown
        #expect(raw.shown(atX: 10, width: 400, chosen: chosen).contains(.raw))
        #expect(!raw.shown(atX: 300, width: 400, chosen: chosen).contains(.raw))
        #expect(!raw.shown(atX: 300, width: 400, chosen: chosen).contains(.rejected))
    }

    @Test func `labels are at the top, or below what is there`() {
        func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> RouteMarks.Box {
            RouteMarks.Box(around: ScreenPoint(x: x + width / 2, y: y + height / 2), width: width, height: height)
        }
        func top(_ boxes: [RouteMarks.Box]) -> Double {
            MapCurtain.labelTop(columns: 100..<300, height: 26, around: boxes)
        }
        let free = top([])
        #expect(top([box(310, 0, 50, 50), box(20, 0, 60, 400)]) == free, "beside them")
        #expect(top([box(0, 200, 400, 50)]) == free, "below them")
        // The lower one is named first: the order does not count.
        #expect(top([box(0, 50, 400, 26), box(0, 14, 400, 26)]) == 84)
        #expect(top([box(0, 14, 400, 26), box(0, 150, 400, 26)]) == 48, "between two")
    }
}
