import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore

@Suite struct PlaceBookTests {
    private let plane = LocalPlane(origin: Coordinate(latitude: 48.2, longitude: 16.4))

    private func coordinate(_ east: Double, _ north: Double = 0) -> Coordinate {
        plane.coordinate(PlanePoint(east: east, north: north))
    }

    private func visit(
        _ east: Double, _ north: Double = 0, day: Int = 0, hours: Double = 1, name: String? = nil
    ) -> Visit {
        let start = Instant(seconds: 1_700_000_000 + 86_400 * Double(day))
        return Visit(
            span: TimeSpan(start: start, end: start + hours * 3_600), coordinate: coordinate(east, north), radius: 30,
            name: name)
    }

    /// Visits of a home and an office on many days, with errors as receivers have indoors, some of them named.
    private func month(_ seed: UInt64) -> [Visit] {
        var random = RandomSource(seed: seed)
        return (0..<30).flatMap { day in
            [
                visit(15 * random.normal(), 15 * random.normal(), day: day, hours: 12, name: day == 9 ? "Home" : nil),
                visit(4_000 + 15 * random.normal(), 15 * random.normal(), day: day, hours: 8),
            ]
        }
    }

    @Test(arguments: 1...8) func `a place is recognised on every day`(_ seed: Int) {
        let book = PlaceBook(visits: month(UInt64(seed)))
        let often = book.places.filter { $0.visits > 3 }
        #expect(often.count == 2)
        #expect(often.reduce(0) { $0 + $1.visits } >= 58)
        #expect(book.place(at: coordinate(5, -8))?.name == "Home")
        #expect(book.place(at: coordinate(4_003))?.name == nil)
        #expect(book.place(at: coordinate(1_000)) == nil)
    }

    @Test(arguments: 1...5) func `the order of the sessions does not matter`(_ seed: Int) {
        let visits = month(UInt64(seed))
        let names = [
            PlaceName(name: "Office", coordinate: coordinate(4_000), given: Instant(seconds: 5)),
            PlaceName(name: "Work", coordinate: coordinate(4_010), given: Instant(seconds: 7)),
        ]
        let book = PlaceBook(visits: visits, names: names)
        #expect(PlaceBook(visits: visits.reversed(), names: names.reversed()) == book)
        #expect(PlaceBook(visits: Array(visits[20...] + visits[..<20]), names: names) == book)
        #expect(book.place(at: coordinate(4_002))?.name == "Work")
    }

    @Test func `the newest name of a place holds, and neighbours keep theirs`() {
        let visits = [visit(0), visit(60, day: 1), visit(8, day: 2, name: "Told")]
        let home = PlaceName(name: "Home", coordinate: coordinate(0), given: Instant(seconds: 10))
        let cafe = PlaceName(name: "Café", coordinate: coordinate(60), given: Instant(seconds: 20))
        let book = PlaceBook(visits: visits, names: [home, cafe])
        #expect(book.place(at: coordinate(4))?.name == "Home")
        #expect(book.place(at: coordinate(50))?.name == "Café")
        #expect(book.places.map(\.visits).sorted() == [1, 2])
        let away = PlaceName(name: "", coordinate: coordinate(2), given: Instant(seconds: 30))
        #expect(PlaceBook(visits: visits, names: [home, away]).place(at: coordinate(0))?.name == nil)
    }

    @Test func `a row of shops does not grow into one place`() {
        let row = (0..<12).map { visit(Double($0) * 50, day: $0) }
        let book = PlaceBook(visits: row)
        #expect(book.places.count >= 4)
        for place in book.places { #expect(place.visits <= 3) }
    }

    @Test func `stops are called by their place, and a stop's own name stays`() {
        let book = PlaceBook(visits: [visit(0, name: "Home")])
        func stop(_ name: String?) -> StorylineItem {
            .stop(
                .init(
                    start: Instant(seconds: 0), end: Instant(seconds: 600), coordinate: coordinate(10), radius: 30,
                    name: name))
        }
        #expect(book.named([stop(nil)]) == [stop("Home")])
        #expect(book.named([stop("Garden")]) == [stop("Garden")])
    }

    @Test func `places over the antimeridian and at a pole are places`() {
        func visit(_ latitude: Double, _ longitude: Double) -> Visit {
            Visit(
                span: TimeSpan(start: Instant(seconds: 0), end: Instant(seconds: 600)),
                coordinate: Coordinate(latitude: latitude, longitude: longitude), radius: 30)
        }
        #expect(PlaceBook(visits: [visit(-16.5, 179.9999), visit(-16.5, -179.9999)]).places.count == 1)
        #expect(PlaceBook(visits: [visit(89.9999, 0), visit(89.9999, 170)]).places.count == 1)
        #expect(PlaceBook(visits: [visit(-90, 0), visit(90, 0)]).places.count == 2)
    }
}
