import SensorModel
import Testing
import ViewerModel

@Suite struct DayBrowserTests {
    private func date(_ number: Int) -> CivilDate { CivilDate(daysSince1970: 20_000 + number) }

    @Test func `a session of one day is shown whole, the library lies around it`() {
        var browser = DayBrowser()
        #expect(browser.shown == .nothing && browser.next == nil)
        browser.libraryDates = [date(1), date(4), date(9)]
        #expect(browser.previous == date(9))
        browser.sessionDates = [date(4)]
        #expect(browser.shown == .session && browser.previous == date(1) && browser.next == date(9))
        browser.show(browser.next)
        #expect(browser.shown == .libraryDay(date(9)) && browser.previous == date(4) && browser.next == nil)
        browser.show(browser.previous)
        #expect(browser.shown == .session)
    }

    @Test func `a session of several days is shown whole or day by day`() {
        var browser = DayBrowser()
        browser.libraryDates = [date(1)]
        browser.sessionDates = [date(4), date(5), date(6)]
        #expect(browser.shown == .session && browser.next == date(4) && browser.previous == date(1))
        browser.show(date(5))
        #expect(browser.shown == .sessionDay(date(5)) && browser.previous == date(4) && browser.next == date(6))
        browser.sessionDates = [date(8)]
        #expect(browser.shown == .session)
    }

    @Test func `a long session of several days is shown day by day`() {
        var browser = DayBrowser()
        browser.sessionDates = [date(4), date(5), date(6)]
        browser.divide(rows: DayBrowser.mostRows, at: date(5))
        #expect(browser.shown == .session && browser.following(date(5)) == nil)
        browser.divide(rows: DayBrowser.mostRows + 1, at: date(5))
        #expect(browser.shown == .sessionDay(date(5)))
        #expect(browser.following(date(4)) == date(4))
        #expect(browser.following(date(5)) == nil && browser.following(date(1)) == nil)
        browser.show(date(6))
        browser.divide(rows: 10_000, at: date(5))
        #expect(browser.shown == .sessionDay(date(6)))
        browser.sessionDates = [date(7), date(8)]
        browser.divide(rows: 10_000, at: date(5))
        #expect(browser.shown == .sessionDay(date(7)))
        browser.sessionDates = [date(9)]
        browser.divide(rows: 10_000, at: date(9))
        #expect(browser.shown == .session)
    }
}
