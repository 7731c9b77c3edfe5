import SensorModel
import Testing

@Suite struct CivilDateTests {
    @Test func `every day of eight centuries comes back from its year, month and day`() {
        var before = CivilDate(daysSince1970: -146_098)
        for days in -146_097...146_097 {
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days && before < date)
            if CivilDate(year: date.year, month: date.month, day: date.day) != date { Issue.record("\(date)") }
            #expect(date.weekday == (before.weekday + 1) % 7)
            before = date
        }
        let epoch = CivilDate(daysSince1970: 0)
        #expect((epoch.year, epoch.month, epoch.day, epoch.weekday) == (1970, 1, 1, 3))
    }

    @Test(arguments: [
        (2023, 2, 29), (2024, 2, 30), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0),
        (.max, 1, 1),
    ])
    func `a day that the calendar does not have is rejected`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `instants before 1970 and east of Greenwich lie on their days`() {
        let (date, second, nanosecond) = CivilDate.split(Instant(nanoseconds: -1))
        #expect(date == CivilDate(year: 1969, month: 12, day: 31) && second == 86_399 && nanosecond == 999_999_999)
        let east = CivilDate.split(Instant(seconds: 0), utcOffset: -1)
        #expect(east.date.daysSince1970 == -1 && east.second == 86_399)
        #expect(date.instant(secondOfDay: second, nanosecond: 999_999_999) == Instant(nanoseconds: -1))
        #expect(CivilDate(daysSince1970: .max).instant(secondOfDay: 0) == nil)
    }
}
