import SensorModel
import Testing
import ViewerModel

@Suite struct HistoryMonthTests {
    private let may = CivilDate(daysSince1970: 20_574)

    private func month(_ histories: [HistoryDay], _ quantity: HistoryQuantity) -> HistoryMonth {
        let days = zip(may.daysOfMonth, histories).map { (date: $0, history: $1) }
        return HistoryMonth(days, total: histories[0], quantity: quantity, unit: .metric)
    }

    @Test func `four reasons are four words, and zero is a number`() {
        let rows = month(
            [
                HistoryDay(steps: .measured(0), sessionCount: 1), HistoryDay(steps: .unavailable, sessionCount: 1),
                HistoryDay(steps: .notPermitted, sessionCount: 1), HistoryDay(),
            ], .steps
        ).rows
        #expect(rows.map(\.text.description) == ["0 steps", "unavailable", "not permitted", "no data"])
        #expect(rows.allSatisfy { $0.bar.isEmpty })
        #expect(rows.map(\.hasSessions) == [true, true, true, false])
    }

    @Test func `the longest day fills its bar, and a distance is cut by activity`() {
        let long = HistoryDay(
            distance: .measured(10_000), distances: [.cycling: 6_000, .walking: 2_000], sessionCount: 1)
        let short = HistoryDay(distance: .measured(2_500), distances: [.automotive: 2_500], sessionCount: 1)
        let rows = month([long, short], .distance).rows
        #expect(rows[0].bar.map(\.activity) == [.walking, .cycling])
        #expect(rows[0].bar.map(\.share) == [0.25, 0.75])
        #expect(rows[1].bar.map(\.share) == [0.25])
        #expect(rows[0].text.description == "10.0 km")
    }

    @Test func `floors go up and down`() {
        let day = HistoryDay(floorsUp: .measured(3), floorsDown: .measured(2), sessionCount: 1)
        #expect(month([day], .floors).rows[0].text.description == "3 up, 2 down")
    }

    @Test func `a day is read as it is written, and nothing else is`() {
        for days in stride(from: -200_000, through: 200_000, by: 997) {
            let date = CivilDate(daysSince1970: days)
            guard date.year >= 1_000 else { continue }
            let (month, day) = (date.month < 10 ? "0\(date.month)" : "\(date.month)", "\(date.day)")
            #expect(CivilDate("\(date.year)-\(month)-\(day)") == date)
        }
        for text in ["", "2026", "2026-13-01", "2026-02-29", "2026-04-31", "2026-05-17T10:00", "x-y-z", "2026-5--1"] {
            #expect(CivilDate(text) == nil, "\(text)")
        }
        #expect(CivilDate("2024-02-29")?.day == 29)
    }

    @Test func `months follow each other, whatever their length`() {
        #expect(may.daysOfMonth.count == 31 && may.firstOfMonth.day == 1)
        var date = CivilDate(daysSince1970: 19_722).firstOfMonth
        for _ in 0..<24 {
            let next = date.nextMonth
            #expect(next.day == 1 && next.previousMonth == date)
            #expect(date.daysOfMonth.allSatisfy { $0.month == date.month })
            date = next
        }
    }
}
