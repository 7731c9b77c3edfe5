import Geometry
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct RememberedViewsTests {
    private func session(_ name: String, start: Double = 1_763_103_492.25) -> RememberedViews.Session {
        RememberedViews.Session(path: "/home/a b/\(name).odograph", start: Instant(seconds: start))
    }

    private let view = RememberedViews.View(centre: Coordinate(latitude: 50.123456, longitude: -14.4), zoom: 13.25)

    @Test func `a view is kept as text, and found by its session alone`() {
        var views = RememberedViews()
        views.remember(view, of: session("walk"))
        let read = RememberedViews(text: views.text)
        #expect(read == views && read.view(of: session("walk")) == view)
        #expect(read.view(of: session("ride")) == nil)
        #expect(read.view(of: session("walk", start: 0)) == nil, "another session at the same path")
    }

    @Test func `the last view counts, and one that is forgotten is gone`() {
        var views = RememberedViews()
        let other = RememberedViews.View(centre: Coordinate(latitude: 1, longitude: 2), zoom: 5)
        views.remember(view, of: session("walk"))
        views.remember(other, of: session("walk", start: 7))
        #expect(views.count == 1 && views.view(of: session("walk", start: 7)) == other)
        views.forget(path: session("walk").path)
        #expect(views.count == 0 && views.text.isEmpty)
    }

    @Test func `the oldest of too many is forgotten`() {
        var views = RememberedViews()
        for number in 0...RememberedViews.most { views.remember(view, of: session("\(number)")) }
        #expect(views.count == RememberedViews.most)
        #expect(views.view(of: session("0")) == nil && views.view(of: session("1")) == view)
    }

    @Test func `a map that was dragged around the world is kept on its own side`() {
        let far = RememberedViews.View(centre: Coordinate(latitude: 0, longitude: 361.5), zoom: 3)
        #expect(far.centre.longitude == 1.5)
    }

    @Test(arguments: [
        "", "noise", "1 2 3 4", "13 95 14 0 /a", "nan 50 14 0 /a", "13 inf 14 0 /a", "99 50 14 0 /a", "13 50 14 1e3 /a",
        "13 50 14 0 a", "13 50 14 0 /" + String(repeating: "a", count: 1_024),
    ])
    func `a line that is no view is left out`(line: String) {
        let views = RememberedViews(text: "\(line)\n13.25 50 14 7 /b c")
        #expect(views.count == 1)
        #expect(views.view(of: RememberedViews.Session(path: "/b c", start: Instant(nanoseconds: 7))) != nil)
    }

    @Test func `a path of two lines is not kept`() {
        var views = RememberedViews()
        views.remember(view, of: RememberedViews.Session(path: "/a\n13 50 14 0 /b", start: Instant(seconds: 0)))
        #expect(views.count == 0)
    }
}
