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

    private let zones = ZoneTable(
        text: """
            # Comments, and lines that are no zones, are skipped.
            XX\tnowhere\tEurope/Nowhere
            AT\t+4813+01620\tEurope/Vienna
            CL\t-3327-07040\tAmerica/Santiago\tmost of Chile
            CZ\t+5005+01426\tEurope/Prague
            IN\t+2232+08822\tAsia/Kolkata
            JP\t+353916+1394441\tAsia/Tokyo
            PT\t+3843-00908\tEurope/Lisbon\tPortugal (mainland)
            SG\t+0117+10351\tAsia/Singapore
            """)

    private func clock(_ rule: ClockRule, at place: Coordinate?) throws -> SessionClock {
        SessionClock(rule, at: place, on: evening, system: try #require(zone), zones: zones)
    }

    @Test func `where this machine's clock is that of the place, it is used, in summer too`() throws {
        // The second place is as near to Vienna, the last two are on this machine's clock although another zone's.
        for place in [
            prague, Coordinate(latitude: 49.2, longitude: 15.6), Coordinate(latitude: 48.2, longitude: 16.4), nil,
        ] {
            let clock = try clock(.place, at: place)
            #expect(clock.note == nil && clock.time(evening).secondText == "00:30:00")
        }
        #expect(try clock(.system, at: tokyo).time(evening).secondText == "00:30:00")
    }

    @Test func `elsewhere the clock of the nearest zone is used, at sea the sun's, and said`() throws {
        let japan = try clock(.place, at: tokyo)
        #expect(japan.note == "UTC+9" && japan.time(evening).secondText == "07:30:00")
        let chile = try clock(.place, at: Coordinate(latitude: -33.4, longitude: -70.7))
        #expect(chile.note == "UTC−4" && chile.time(evening).secondText == "18:30:00")
        #expect(try clock(.place, at: Coordinate(latitude: 1.3, longitude: 103.8)).note == "UTC+8")
        #expect(try clock(.place, at: Coordinate(latitude: 38.7, longitude: -9.1)).note == "UTC+1")
        let india = try clock(.place, at: Coordinate(latitude: 22.6, longitude: 88.4))
        #expect(india.note == "UTC+5:30" && india.time(evening).secondText == "04:00:00")
        #expect(try clock(.place, at: Coordinate(latitude: 30, longitude: -160)).note == "UTC−11")
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
