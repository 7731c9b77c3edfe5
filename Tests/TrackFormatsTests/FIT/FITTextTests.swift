import Geometry
import SensorModel
import Testing

@testable import TrackFormats

/// What other programs write from FIT files: tables and JSON with the names of FIT's profile.
@Suite struct FITTextTests {
    private func fixes(_ text: String) throws -> [(time: Instant, fix: Fix)] {
        try Importer().load(bytes: Array(text.utf8)).events.compactMap { event in
            if case .fix(let fix) = event.payload, fix.coordinate != nil { (event.time, fix) } else { nil }
        }
    }

    private func expectRide(_ fixes: [(time: Instant, fix: Fix)]) {
        #expect(fixes.map(\.time) == [1_714_557_600, 1_714_557_601].map(Instant.init(seconds:)))
        for (_, fix) in fixes {
            #expect(
                abs((fix.coordinate?.latitude ?? 0) - 48) < 1e-4 && abs((fix.coordinate?.longitude ?? 0) + 11) < 1e-6)
            #expect(fix.speed == 4 && fix.altitude == 500)
        }
    }

    @Test(arguments: ["position_lat,position_long", "position_lat [semicircles],position_long [semicircles]"])
    func `a table has positions in semicircles, and enhanced speeds and heights`(_ names: String) throws {
        let table = """
            timestamp,\(names),enhanced_altitude,enhanced_speed,heart_rate
            2024-05-01 10:00:00,572662306,-131235112,500.0,4.0,140
            2024-05-01 10:00:01,572662735,-131235112,500.0,4.0,140

            """
        expectRide(try fixes(table))
    }

    @Test func `a position near the equator is in semicircles if either angle is`() throws {
        let row = "2024-05-01 10:00:00,100,-131235112\n"
        let place = try fixes("timestamp,position_lat,position_long\n\(row)").first?.fix.coordinate
        #expect(abs((place?.latitude ?? 1) - 8.4e-6) < 1e-7 && abs((place?.longitude ?? 0) + 11) < 1e-6)
    }

    @Test func `the same names with degrees are degrees`() throws {
        let json = """
            {"records":[{"timestamp":"2024-05-01T10:00:00Z","position_lat":48.0,"position_long":-11.0,"enhanced_altitude":500,\
            "enhanced_speed":4},{"timestamp":"2024-05-01T10:00:01Z","positionLat":572662735,"positionLong":-131235112,\
            "enhancedAltitude":500,"enhancedSpeed":4}]}
            """
        expectRide(try fixes(json))
    }

    @Test func `the table of all messages counts seconds in FIT's time`() throws {
        let place = #"position_long,"-131235112",semicircles,altitude,"500.0",m,speed,"4.0",m/s"#
        let table = """
            Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2,
            Definition,0,record,timestamp,1,,position_lat,1,,position_long,1,,
            Data,0,file_id,type,"4",,time_created,"1083492000",,
            Data,0,record,timestamp,"1083491999",s,heart_rate,"90",bpm,
            Data,0,record,timestamp,"1083492000",s,position_lat,"572662306",semicircles,\(place),
            Data,0,record,timestamp,"1083492001",s,position_lat,"572662735",semicircles,\(place),

            """
        expectRide(try fixes(table))
        let document = try Importer().load(bytes: Array(table.utf8))
        #expect(document.format.name == "fitTable" && document.recordsWithoutPlace == 1)
    }

    @Test func `the table of the records alone does, too`() throws {
        let table = """
            record.timestamp[s],record.position_lat[semicircles],record.position_long[semicircles],record.altitude[m],\
            record.speed[m/s]
            1083492000,572662306,-131235112,500.0,4.0
            1083492001,572662735,-131235112,500.0,4.0

            """
        expectRide(try fixes(table))
    }

    @Test(arguments: [
        "Wed May 1 03:00:00 PDT 2024", "Wed May 01 12:00:00 GMT+0200 2024", "Wed, 1 May 2024 10:00:00 GMT",
        "Wed May 01 2024 05:30:00 GMT-0430 (somewhere)", "Wed May  1 10:00:00 2024", "01 May 2024 12:00:00 +02:00",
    ])
    func `a date has a month in words`(_ text: String) throws {
        #expect(Timestamp.instant(loose: text) == Instant(seconds: 1_714_557_600))
        let quoted = "time,lat,lon\n\"\(text)\",48,-11\n"
        #expect(try fixes(quoted).map(\.time) == [Instant(seconds: 1_714_557_600)])
    }

    @Test(arguments: ["Wed May 1 03:00:00 XYZ 2024", "May 2024", "Wed Foo 1 03:00:00 2024", "1 May 2024 25:61:00", ""])
    func `what is no date in words is none`(_ text: String) {
        #expect(Timestamp.instant(loose: text) == nil)
    }
}
