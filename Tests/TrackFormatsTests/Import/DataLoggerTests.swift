import Geometry
import SensorModel
import Testing
import TrackFormats

/// Tables of data loggers: positions with a letter for the hemisphere, numbers with units, dates without a century.
@Suite struct DataLoggerTests {
    private func expect(
        _ fix: Fix, at latitude: Double, _ longitude: Double, altitude: Double?, speed: Double?, course: Double?
    ) throws {
        let place = try #require(fix.coordinate)
        #expect(abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9)
        #expect(fix.altitude == altitude)
        #expect(fix.speed.map { ($0 * 3.6 * 1e6).rounded() / 1e6 } == speed)
        #expect(fix.courseDegrees == course)
    }

    @Test func `an MTK logger's letters are signs, and its numbers have units`() throws {
        let table = """
            INDEX,RCR,DATE,TIME,VALID,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT,SPEED,HEADING,DISTANCE,
            7,T,2010/12/09,10:59:05,SPS,28.649061,N,17.896196,W,513.5 M,15.8 km/h,178.25,34.60 M,
            8,T,2010/12/09,10:59:06,SPS,32.151111,S,115.835556,E,100 ft,36,90,0.1 M,
            9,T,2010/12/09,10:59:07,NO FIX,32.151111,S,115.835556,E,100 ft,36,90,0.1 M,

            """
        let fixes = try fixes(table)
        #expect(fixes.map(\.time.seconds) == [1_291_892_345, 1_291_892_346, 1_291_892_347])
        try expect(fixes[0].fix, at: 28.649061, -17.896196, altitude: 513.5, speed: 15.8, course: 178.25)
        try expect(fixes[1].fix, at: -32.151111, 115.835556, altitude: 30.48, speed: 36, course: 90)
        #expect(fixes[2].fix.coordinate == nil)
    }

    @Test func `a Columbus logger packs dates and times, and fills its cells with zero bytes`() throws {
        let table = """
            INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,VOX
            1\0\0,T,090404,063401,31.765931S,035.206969E,821\0,36\0,90\0,\0\0\0
            2\0\0,V,090404,063402.5,31.765931N,035.206969W,-5\0,0\0\0,0\0\0,VOX00014

            """
        let fixes = try fixes(table)
        #expect(fixes.map(\.time.seconds) == [1_238_826_841, 1_238_826_842.5])
        try expect(fixes[0].fix, at: -31.765931, 35.206969, altitude: 821, speed: 36, course: 90)
        try expect(fixes[1].fix, at: 31.765931, -35.206969, altitude: -5, speed: 0, course: 0)
    }

    @Test(arguments: [
        ("TAG", "C", "", "Mark"), ("TAG", "V", "VOX00014", "VOX00014"), ("RCR", "TB", "", "Mark"),
        ("RCR", "T", "", nil),
    ])
    func `a press of a logger's button is a marker`(column: String, reason: String, voice: String, mark: String?) throws
    {
        let table = """
            INDEX,\(column),DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,VOX
            1,\(reason),090404,063401,31.765931S,035.206969E,821,36,90,\(voice)\0\0

            """
        let markers = try Importer().load(bytes: Array(table.utf8)).events.compactMap { event -> String? in
            if case .marker(let text) = event.payload { text } else { nil }
        }
        #expect(markers == [mark].compactMap(\.self))
    }

    @Test func `an i-gotU counts metres per hour`() throws {
        let table = """
            Date, Time, Latitude, Longitude, Altitude, Speed, Course, Type, Distance, Essential
            2017/07/10, 18:32:00, 69.066345, 15.169825, 38.28,  1800.00, 279, -4, 9.96, 1

            """
        #expect(try fixes(table).map(\.fix.speed) == [0.5])
    }

    @Test func `a Haicom logger's dates begin with the year`() throws {
        let table = """
            INDEX,RCR,DATE,TIME,LATITUDE,N/S,LONGITUDE,E/W,ALTITUDE,COURSE,SPEED,
            1,T,08/12/06,07:03:40,47.92121,N,106.90585,E,1340.1m,97.78,1.8km/h

            """
        let fixes = try fixes(table)
        #expect(fixes.map(\.time.seconds) == [1_228_547_020])
        try expect(fixes[0].fix, at: 47.92121, 106.90585, altitude: 1340.1, speed: 1.8, course: 97.78)
    }

    @Test func `GPSBabel's table names the date and the time in UTC`() throws {
        let table = """
            No,Latitude,Longitude,Name,utc_d,utc_t,alt,head,speed,heart,caden
            1,66.0001,-179.979,a,2021/11/10,1:00:00 PM,12,90,10,101,95
            2,66.0001,-179.979,a,,1:00:01 PM,12,90,10,101,95

            """
        let fixes = try fixes(table)
        let sport = try Importer().load(bytes: Array(table.utf8)).events.compactMap { event -> Double? in
            if case .scalar(.heartRate, let sample) = event.payload { sample.value } else { nil }
        }
        #expect(sport == [101])
        #expect(fixes.map(\.time.seconds) == [1_636_549_200])
        try expect(fixes[0].fix, at: 66.0001, -179.979, altitude: 12, speed: 36, course: 90)
    }

    @Test(arguments: ["2a1231,063401", "091304,063401", "090404,063461", "090404,253401", "090404,0634"])
    func `a date or a time that does not exist is refused`(_ stamp: String) {
        let header = "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING"
        let table = "\(header)\n1,T,\(stamp),31.7N,35.2E,1,1,1\n"
        #expect(throws: FormatError.self) { try fixes(table) }
    }
}
