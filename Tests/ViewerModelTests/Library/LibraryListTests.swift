import SensorModel
import Testing
import ViewerModel

@Suite struct LibraryListTests {
    private let friday = 1_763_103_492.0  // 2025-11-14T06:58:12Z

    private func session(_ id: String, _ offset: Double, utcOffset: Int = 3_600) -> LibraryList.Session {
        LibraryList.Session(
            id: id, title: "Ride \(id)", start: Instant(seconds: friday + offset), utcOffset: utcOffset,
            duration: 6_180,
            distance: 21_400,
            stretches: [.init(activity: .walking, duration: 1_000), .init(activity: .cycling, duration: 3_000)])
    }

    @Test func `sessions are listed by local day, newest first`() {
        let list = LibraryList([
            session("a", 0), session("b", -86_400), session("c", 3_600), session("d", -365 * 86_400),
        ])
        #expect(
            list.days.map(\.date.longText) == [
                "Friday 14 November 2025", "Thursday 13 November 2025", "Thursday 14 November 2024",
            ])
        #expect(list.days.first?.sessions.map(\.id) == ["c", "a"])
    }

    @Test func `the day is that of the place`() {
        let late = 16 * 3_600.0 + 2_000  // 23:31 UTC
        #expect(LibraryList([session("a", late, utcOffset: 0)]).days.first?.date.day == 14)
        #expect(LibraryList([session("a", late, utcOffset: 3_600)]).days.first?.date.day == 15)
    }

    @Test func `a search goes through title, day and activity`() {
        var list = LibraryList([session("a", 0), session("b", -86_400)])
        for (search, expected) in [
            ("friday", ["a"]), ("2025-11-13", ["b"]), ("RIDE cycling", ["a", "b"]), ("running", []),
            ("  ", ["a", "b"]), ("2025-11-14..2025-11-20", ["a"]), ("..2025-11-13 ride", ["b"]),
            ("2025-11-13.. cycling", ["a", "b"]), ("2025-12-01..2025-11-01", []), ("..", []),
        ] {
            list.search = search
            #expect(list.days.flatMap(\.sessions).map(\.id) == expected, "\(search)")
        }
        #expect(LibraryList().days.isEmpty)
        list.sessions[0].words = "Freitag Gehen"
        list.search = "gehen freitag"
        #expect(list.days.flatMap(\.sessions).map(\.id) == ["a"], "in the user's language")
    }

    @Test func `facts and strip`() {
        var one = session("a", 0)
        #expect(one.facts() == "21.4 km · 1 h 43 min")
        #expect(one.strip.map(\.end) == [0.25, 1])
        one.distance = nil
        one.stretches = []
        #expect(one.facts() == "1 h 43 min")
        #expect(one.strip.isEmpty)
    }
}
