import Foundation
import FusionCore
import Geometry
import SensorModel
import Testing
import ViewerModel

@testable import Viewer

@Suite struct SessionClockTests {
    /// 1 July 2026, 22:30 UTC.
    private let evening = Instant(seconds: 1_782_945_000)
    private let prague = Coordinate(latitude: 50.1, longitude: 14.4)
    private let tokyo = Coordinate(latitude: 35.7, longitude: 139.7)
    private let zone = TimeZone(identifier: "Europe/Prague")

    private func clock(_ rule: ClockRule, at place: Coordinate?) throws -> SessionClock {
        SessionClock(rule, at: place, on: evening, system: try #require(zone))
    }

    @Test func `where this machine's clock can be that of the place, it is used, in summer too`() throws {
        for place in [prague, Coordinate(latitude: 40.4, longitude: -3.7), nil] {
            let clock = try clock(.place, at: place)
            #expect(clock.note == nil && clock.time(evening).secondText == "00:30:00")
        }
        #expect(try clock(.system, at: tokyo).time(evening).secondText == "00:30:00")
    }

    @Test func `elsewhere the sun's hour is used, and said`() throws {
        let japan = try clock(.place, at: tokyo)
        #expect(japan.note == "UTC+9" && japan.time(evening).secondText == "07:30:00")
        let chile = try clock(.place, at: Coordinate(latitude: -33.4, longitude: -70.7))
        #expect(chile.note == "UTC−5" && chile.time(evening).secondText == "17:30:00")
        #expect(try clock(.utc, at: prague).note == "UTC")
        #expect(try clock(.utc, at: prague).time(evening).secondText == "22:30:00")
    }

    @Test func `days begin at midnight of that clock`() throws {
        let japan = try clock(.place, at: tokyo)
        let date = japan.time(evening).date
        #expect(date.isoText == "2026-07-02")
        let day = japan.span(of: date)
        #expect(day.duration == 86_400 && japan.time(day.start).secondText == "00:00:00")
        #expect(japan.time(day.start).date == date && evening - day.start == 7.5 * 3_600)
        // The day on which summer time begins has 23 hours.
        let spring = try #require(CivilDate("2026-03-29"))
        #expect(try clock(.system, at: nil).span(of: spring).duration == 23 * 3_600)
    }
}
