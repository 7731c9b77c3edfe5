import Geometry
import SensorModel
import Testing
import ViewerModel

@testable import FusionCore

@Suite struct DayListTests {
    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: 0) + seconds }

    private var items: [StorylineItem] {
        [
            .stop(
                .init(
                    start: at(0), end: at(600), coordinate: Coordinate(latitude: -33.85678, longitude: 151.21529),
                    radius: 30, name: "Harbour")),
            .move(
                .init(
                    start: at(600), end: at(1_200), activity: .walking, distance: 800, estimatedDistance: 120,
                    steps: 1_100)),
            .gap(from: at(1_200), until: at(2_000)),
            .move(.init(start: at(2_000), end: at(2_600), activity: .running, distance: 1_500)),
        ]
    }

    @Test func `a row says what it was, and keeps the estimate apart from the measurement`() {
        let list = DayList(items)
        #expect(list.rows.map(\.title) == ["Harbour", "Walk", "Nothing known", "Run"])
        #expect(list.rows[0].detail.description == "33.8568° S, 151.2153° E, ±30 m")
        #expect(list.rows[1].detail.description == "800 m + 120 m estimated · 1100 steps")
        #expect(list.rows[3].detail.description == "1.5 km")
    }

    @Test func `a sport that a file names is shown by its own name`() {
        func title(_ sport: String?) -> String? {
            var move = StorylineItem.Move(start: at(0), end: at(600), activity: .cycling, distance: 800)
            move.sport = sport
            return DayList([.move(move)]).rows.first?.title
        }
        #expect(title(nil) == "Ride" && title("cycling") == "Ride")
        #expect(title("mountain biking") == "Mountain biking")
        var ski = StorylineItem.Move(start: at(0), end: at(600), activity: .cycling, distance: 800)
        ski.sport = "alpine ski"
        #expect(DayList([.move(ski)]).totals[1].distance == nil)
        ski.isStated = true
        #expect(DayList([.move(ski)]).totals[1].distance == 800)
    }

    @Test func `walks and runs are on foot, and what did not happen is missing`() {
        let list = DayList(items)
        #expect(list.totals.map(\.title) == ["On foot", "By bike", "By vehicle"])
        #expect(list.totals[0].distance == 2_300)
        #expect(list.totals[0].estimatedDistance == 120)
        #expect(list.totals[0].duration == 1_200)
        #expect(list.totals[1].distance == nil)
        #expect(list.steps == 1_100)
        #expect(DayList([]).steps == nil)
    }

    @Test(arguments: [(-1.0, nil), (0.0, 0), (599.0, 0), (600.0, 1), (1_500.0, 2), (2_600.0, 3), (2_601.0, nil)])
    func `an instant finds its row`(seconds: Double, index: Int?) {
        #expect(DayList(items).index(at: at(seconds)) == index)
    }

    @Test func `a way without any measurement is told as estimated`() {
        #expect(DayList.text(of: 0, estimated: 430, unit: .metric).description == "430 m estimated")
        #expect(DayList.text(of: nil, estimated: 0, unit: .metric).description == missingText)
    }

    @Test func `words are looked up one by one, and what varies goes where the language wants it`() {
        let german = [
            "{1} + {2} estimated": "{1} und {2} geschätzt", "{1} steps": "{1} Schritte", "floors {1}": "{1} Stockwerke",
            "{1} up, {2} down": "{2} ab, {1} auf",
        ]
        var items = items
        var move = StorylineItem.Move(
            start: at(600), end: at(1_200), activity: .walking, distance: 800, estimatedDistance: 120, steps: 1_100)
        move.floorsUp = 3
        move.floorsDown = 2
        items[1] = .move(move)
        let detail = DayList(items).rows[1].detail
        #expect(detail.description == "800 m + 120 m estimated · 1100 steps · floors 3 up, 2 down")
        let told = detail.text { template, _, parts in
            parts.enumerated().reduce(german[template] ?? template) { said, part in
                said.replacing("{\(part.offset + 1)}", with: part.element)
            }
        }
        #expect(told == "800 m und 120 m geschätzt · 1100 Schritte · 2 ab, 3 auf Stockwerke")
        #expect(DayList.floorsText(up: nil, down: 2)?.description == "2 down")
        #expect(DayList.floorsText(up: nil, down: nil) == nil)
    }
}
