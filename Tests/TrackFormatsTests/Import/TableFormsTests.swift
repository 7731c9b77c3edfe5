import Foundation
import Geometry
import SensorModel
import Testing
import TrackFormats

/// The many ways in which tables write names, dates, times, angles and what is missing.
@Suite struct TableFormsTests {
    /// 2 January 2025, 03:04:05 UTC.
    private static let moment = 1_735_787_045.0

    @Test(arguments: [
        "2025-01-02 03:04:05 UTC", "2025-01-02 04:04:05 CET", "2025-01-02T03:04:05Z", "20250102030405",
        "2025-1-2 3:4:5",
        "2025:01:02 03:04:05", "2025/1/2 3:04:05", "02-Jan-2025 03:04:05", "2-JAN-25 03:04:05", "2025-01-02_03:04:05",
        "02.01.2025 03:04:05", "Thu Jan 02 04:04:05 MEZ 2025", "2025-01-02 03:04:05:000", "2025-01-02 22:04:05 EST",
    ])
    func `a date is read as people and programs write it`(text: String) throws {
        let found = try Imported.fixes("time;lat;lon\n\(text);50.1;14.4\n").first?.time
        #expect(found == Self.moment + (text.hasSuffix("EST") ? 86_400 : 0))
    }

    @Test(arguments: [
        ("2025/1/2", "3:04:05 AM"), ("2025-01-02", "03:04:05Z"), ("2 Jan 2025", "03:04:05"), ("020125", "030405"),
        ("1/2/2025", "3:04:05 AM"), ("02/01/2025", "03:04:05"), ("2025-01-02", "05:04:05+02:00"),
    ])
    func `a date and a time of day can be in two cells`(date: String, time: String) throws {
        #expect(try Imported.fixes("Date,Time,lat,lon\n\(date),\(time),50.1,14.4\n").first?.time == Self.moment)
    }

    @Test func `a number above 12 anywhere decides whether the day comes first`() throws {
        let american = try Imported.fixes(
            "time,lat,lon\n01/02/2025 03:04:05,50.1,14.4\n01/13/2025 03:04:05,50.1,14.4\n")
        #expect(american.map(\.time) == [Self.moment, Self.moment + 11 * 86_400])
        let other = try Imported.fixes("time,lat,lon\n02/01/2025 03:04:05,50.1,14.4\n13/01/2025 03:04:05,50.1,14.4\n")
        #expect(other.map(\.time) == american.map(\.time))
    }

    @Test func `dates that can be read in both ways are noted`() throws {
        let doubtful = try Imported.document("time,lat,lon\n1/2/2025 3:04,50.1,14.4\n")
        #expect(doubtful.problems.map(\.reason) == ["dates such as 1/2/2025 are read with the month first"])
        let clear = try Imported.document("time,lat,lon,remark\n2025-01-02 03:04:05,50.1,14.4,1/2/2025\n")
        #expect(clear.problems.isEmpty)
    }

    @Test func `the date can be in the column of another clock`() throws {
        let table = "PC_Timestamp,latitude,longitude,GPS_Time\nThu Jan 02 04:04:09 2025,50.1,14.4,03:04:05\n"
        #expect(try Imported.fixes(table).first?.time == Self.moment)
        let flight = "time(millisecond),datetime(utc),latitude,longitude\n1500,2025-01-02 03:04:05,50.1,14.4\n"
        let later = "2500,2025-01-02 03:04:06,50.1,14.4\n"
        #expect(try Imported.fixes(flight + later).map(\.time) == [Self.moment, Self.moment + 1])
    }

    @Test(arguments: ["time (ms)", "time_ms", "TimeMS", "millis"])
    func `times from the start can be in milliseconds`(name: String) throws {
        #expect(try Imported.fixes("\(name),lat,lon\n1500,50.1,14.4\n").first?.time == 1.5)
    }

    @Test(arguments: ["NaN", "-", "null", "\\N", "Not found", "0000-00-00 00:00:00", "time"])
    func `a row without a time is left out and counted`(word: String) throws {
        let table = "time,lat,lon\n\(word),50.1,14.4\n2025-01-02T03:04:05Z,50.1,14.4\n"
        let problems = try Imported.document(table).problems.map(\.reason)
        #expect(try Imported.fixes(table).count == 1 && problems == ["1 row without a time was left out"])
    }

    @Test func `another word in the place of a time is an error`() {
        #expect(throws: FormatError.self) {
            try Imported.fixes("time,lat,lon\n2025-01-02T03:04:05Z,50.1,14.4\nx7,50.1,14.4\n")
        }
    }

    struct Angles: Sendable {
        var (latitude, north, longitude, east): (String, String, String, String)
    }

    @Test(arguments: [
        Angles(latitude: "4812.6000", north: "N", longitude: "01124.0000", east: "E"),
        Angles(latitude: "48 12.6", north: "N", longitude: "11 24.0", east: "E"),
        Angles(latitude: "48.21 N", north: "", longitude: "11.4 E", east: ""),
        Angles(latitude: "N48.21", north: "", longitude: "E11.4", east: ""),
        Angles(latitude: "48° 12' 36", north: "N", longitude: "11° 24' 0", east: "E"),
    ])
    func `angles have minutes, seconds, and letters`(angles: Angles) throws {
        let (latitude, north, longitude, east) = (angles.latitude, angles.north, angles.longitude, angles.east)
        func place(_ latitude: String, _ north: String, _ longitude: String, _ east: String) throws -> Coordinate? {
            let row = "2025-01-02T03:04:05Z;\(latitude);\(north);\(longitude);\(east)"
            return try Imported.fixes("time;lat;lat_dir;lon;lon_ref\n\(row)\n").first?.fix.coordinate
        }
        let here = try #require(try place(latitude, north, longitude, east))
        #expect(abs(here.latitude - 48.21) < 1e-9 && abs(here.longitude - 11.4) < 1e-9)
        func turned(_ text: String) -> String { text.replacing("N", with: "S").replacing("E", with: "W") }
        let there = try #require(try place(turned(latitude), turned(north), turned(longitude), turned(east)))
        #expect(abs(there.latitude + 48.21) < 1e-9 && abs(there.longitude + 11.4) < 1e-9)
    }

    @Test(
        arguments: [
            ("gps_lat,gps_lon,speed_mps,alt_ft", 1.0), ("field.latitude,field.longitude,gps_speed,altitude_ft", 1),
            ("OSD.latitude,OSD.longitude,OSD.hSpeed [m/s],OSD.altitude [ft]", 1), ("rx lat,rx long,speed,alt (ft)", 1),
            ("LOCATION Latitude : ,LOCATION Longitude : ,speed_kmh,height_feet", 1 / 3.6),
            ("CurrentLatitude,CurrentLongitude,speed_kts,AltitudeFeet", 1852.0 / 3600),
        ] as [(String, Double)])
    func `names are composed of where a value comes from, what it is, and its unit`(names: String, scale: Double) throws
    {
        let fix = try #require(
            try Imported.fixes("datetime_utc,\(names)\n2025-01-02 03:04:05,50.1,14.4,36,100\n").first)
        #expect(fix.time == Self.moment && fix.fix.coordinate == Coordinate(latitude: 50.1, longitude: 14.4))
        #expect(abs((fix.fix.speed ?? 0) - 36 * scale) < 1e-9 && abs((fix.fix.altitude ?? 0) - 30.48) < 1e-9)
    }

    @Test func `a height above sea level is in metres unless a flight deck states it`() throws {
        #expect(
            try Imported.fixes("time,lat,lon,alt_msl\n2025-01-02 03:04:05,50.1,14.4,300\n").first?.fix.altitude == 300)
    }

    @Test func `GoPro's table names quantities in parentheses`() throws {
        let table =
            "date,GPS (Lat.) [deg],GPS (Long.) [deg],GPS (Alt.) [m],GPS (2D) [m/s]\n2025-01-02T03:04:05Z,50.1,14.4,300,7\n"
        let fix = try #require(try Imported.fixes(table).first?.fix)
        #expect(fix.coordinate == Coordinate(latitude: 50.1, longitude: 14.4) && fix.altitude == 300 && fix.speed == 7)
    }

    @Test(arguments: [
        "2025-01-02T03:04:05.000,36.572,-121.5173,33\n2025-01-02T03:04:06.000,36.573,-121.5173,33\n",
        "$V02\n1735787045,A,36.572000,-121.517300,8600,666\n1735787046,A,36.573000,-121.517300,8600,666\n",
        "1735787045\t-121.5173\t36.5720\n1735787046\t-121.5173\t36.5730\n",
        "36.57200,-121.5173,0.0,13,02/01/2025,03:04:05\n36.57300,-121.5173,0.0,13,02/01/2025,03:04:06\n",
        "02-01-2025 03:04:05,36.5720,-121.5173,1\n02-01-2025 03:04:06,36.5730,-121.5173,1\n",
        "36.5720,-121.5173,0,\"January 2nd 2025, 03:04:05.000\"\n36.5730,-121.5173,0,\"January 2nd 2025, 03:04:06.000\"\n",
    ])
    func `a table without names is read if its columns can be only one thing`(text: String) throws {
        let found = try Imported.fixes(text)
        #expect(found.map(\.time) == [Self.moment, Self.moment + 1])
        #expect(found.map(\.fix.coordinate?.longitude) == [-121.5173, -121.5173])
        #expect(try Imported.document(text).problems.first?.reason.contains("no column has a known name") == true)
    }

    @Test(arguments: ["2025-01-02T03:04:05.000,36.572,-221.5173\n", "7,36.572,-121.5173\n", "1735787045,1.0,2.0\n"])
    func `other tables without names are not guessed`(row: String) {
        #expect(throws: FormatError.self) { try Imported.fixes(row + row) }
    }

    @Test func `samples of a sensor are no places`() {
        // Gravity and its noise, 100 times a second.
        let rows = (0..<200).map { row -> String in
            let (east, north) = (sin(Double(row * row)) / 50, cos(Double(row * row)) / 50)
            return "\(1_735_787_045 + row / 100).\(String(100 + row % 100).dropFirst()),\(east),\(north),9.81"
        }
        #expect(throws: FormatError.self) { try Imported.fixes(rows.joined(separator: "\n") + "\n") }
    }

    @Test func `an accuracy of 0 is none`() throws {
        let fixes = try Imported.fixes("time,lat,lon,accuracy\n1735787045,50.1,14.4,0\n1735787046,50.1,14.4,3\n")
        #expect(fixes.map(\.fix.horizontalAccuracy) == [nil, 3])
    }

    @Test(arguments: [
        ("GPSW,GPSSoW", "2347,356663.5"), ("week,iTOW", "2347,356663500"), ("Sec,NanoSec", "1735787045,500000000"),
        ("year;month;day;hour;minute;second", "25;1;2;3;4;5,5"),
    ])
    func `a time can be divided among several columns`(names: String, cells: String) throws {
        let separator = names.contains(";") ? ";" : ","
        let fix = try Imported.fixes("\(names)\(separator)lat\(separator)lon\n\(cells)\(separator)50\(separator)14\n")
            .first
        #expect(fix?.time == Self.moment + 0.5 && fix?.fix.coordinate == Coordinate(latitude: 50, longitude: 14))
    }

    @Test func `a date in parts that does not exist leaves the row out`() throws {
        let document = try Imported.document(
            "year,month,day,hour,minute,second,lat,lon\n2025,13,2,3,4,5,50,14\n2025,1,2,3,4,5,50,14\n")
        #expect(Imported.fixes(of: document).count == 1)
        #expect(document.problems.map(\.reason) == ["1 row without a time was left out"])
    }

    @Test(arguments: [
        "Lat: 50.1, Lon: 14.4, Alt: 300.0, Time: 2025-01-02 03:04:05",
        "Point 7:Latitude:50.1 Longitude:14.4 Altitude:300 Accuracy:3 Time:1735787045000",
        "2025-01-02T03:04:05Z - lat = 50.1 and lon = 14.4 alt = 300 MPH = 0.7",
        "[2025-01-02 03:04:05,000] INFO fix lat=50.1; lon=14.4; alt=300",
        "tp=lbs;k=0;lat=50.1;lon=14.4;alt=300.0;t=1.735787045E12;",
    ])
    func `lines can name each of their values`(line: String) throws {
        let other = line.replacing("50.1", with: "50.2")
        let found = try Imported.fixes("Started.\n\(line)\n[status] sats=9\n\(other)\n")
        #expect(found.map(\.time) == [Self.moment, Self.moment])
        #expect(found.map(\.fix.coordinate?.latitude) == [50.1, 50.2])
        #expect(found.first?.fix.altitude == 300 && found.first?.fix.coordinate?.longitude == 14.4)
    }

    @Test(arguments: [
        "Lat: 50.1, Lon: 14.4, Alt: 300.0", "Date: 02-01-25 Latitude: 50.1 Longitude: 14.4", "x: 1, y: 2",
    ])
    func `lines that name no time or no place are not a table`(line: String) {
        #expect(throws: FormatError.self) { try Imported.fixes("\(line)\n\(line)\n") }
    }

    @Test func `a velocity to the north and to the east is a speed and a course`() throws {
        let fix = try #require(
            try Imported.fixes("time,lat,lon,velN,velE,velD\n2025-01-02T03:04:05Z,50,14,3,-4,1\n").first?.fix)
        #expect(fix.speed == 5 && abs((fix.courseDegrees ?? 0) - 306.869_897_6) < 1e-6)
    }

    @Test func `a FlySight has several tables in one file, and its sensors count from a clock`() throws {
        let document = try Imported.document(
            """
            $FLYS,1
            $VAR,FIRMWARE_VER,v2023.07.01
            $COL,GNSS,time,lat,lon,hMSL,velN,velE,velD,hAcc
            $UNIT,GNSS,,deg,deg,m,m/s,m/s,m/s,m
            $COL,BARO,time,pressure,temperature
            $UNIT,BARO,s,Pa,deg C
            $COL,IMU,time,wx,wy,wz,ax,ay,az,temperature
            $UNIT,IMU,s,deg/s,deg/s,deg/s,g,g,g,deg C
            $COL,TIME,time,tow,week
            $DATA
            $IMU,10.5,180,0,0,0,0,1,30.4
            $GNSS,2025-01-02T03:04:05.000Z,50.1,14.4,300,3,4,0,2
            $TIME,10.0,356663.0,2347
            $BARO,11.0,100000,29.4

            """)
        let fix = try #require(Imported.fixes(of: document).first)
        #expect(fix.time == Self.moment && fix.fix.speed == 5 && fix.fix.horizontalAccuracy == 2)
        let samples = document.events.compactMap { event -> String? in
            let time = event.time.seconds - Self.moment
            return switch event.payload {
            case .acceleration(let sample): "\(time) \(sample.vector.z)"
            case .rotation(let sample): "\(time) \(sample.vector.x)"
            case .scalar(let quantity, let sample): "\(time) \(quantity) \(sample.value)"
            default: nil
            }
        }
        #expect(samples == ["0.5 9.80665", "0.5 \(Double.pi)", "1.0 pressure 100.0", "1.0 temperature 29.4"])
        #expect(document.problems.isEmpty)
    }

    @Test func `the sensors of a FlySight without a clock count from 1970`() throws {
        let document = try Imported.document(
            "$FLYS,1\n$COL,BARO,time,pressure\n$UNIT,BARO,s,Pa\n$DATA\n$BARO,11.0,100000\n$BARO,12.0,100001\n")
        let samples = document.sensorEvents.filter { if case .scalar = $0.payload { true } else { false } }
        #expect(samples.map(\.time.seconds) == [11, 12])
        #expect(document.problems.map(\.reason) == ["the times have no date: they count from 1970-01-01"])
    }

    @Test func `a channel without a value in a row is not a lost position`() throws {
        let found = try Imported.fixes(
            """
            "Interval"|"ms"|0|0|1,"Utc"|"ms"|0|0|1,"AccelX"|"G"|-2.0|2.0|25,"Latitude"|"Degrees"|0|0|10,"Longitude"|"Degrees"|0|0|10,"Speed"|"MPH"|0|150|10
            402,1735787045000,0.1,50.1,14.4,10
            442,1735787045040,0.1,,,
            502,1735787045100,0.1,50.2,14.4,10

            """)
        #expect(found.map(\.time) == [Self.moment, Self.moment + 0.1])
        #expect(
            found.map(\.fix.coordinate?.latitude) == [50.1, 50.2] && abs((found[0].fix.speed ?? 0) - 4.4704) < 1e-9)
    }

    @Test func `an interval counts from the start if there is no other time in each row`() throws {
        let found = try Imported.fixes(
            """
            "Interval"|"ms"|0|0|1,"Latitude"|"Degrees"|0|0|5,"Longitude"|"Degrees"|0|0|5,"Time"|"Time"|0|0|1
            0,50.1,14.4,220304.0
            200,50.2,14.4,

            """)
        #expect(found.map(\.time) == [0, 0.2])
    }
}
