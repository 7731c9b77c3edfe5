import Foundation
import Geometry
import SensorModel
import Testing
import TrackFormats

/// Files that open without a complaint and could give a wrong figure.
@Suite struct SilentlyWrongTests {
    private static func rows(_ count: Int, _ row: (Int) -> String) -> String {
        (0..<count).map(row).joined(separator: "\n") + "\n"
    }

    @Test func `accelerations in g under unusual names are accelerations, not places`() throws {
        let text =
            "accel_x,accel_y,accel_z,timestamp\n"
            + Self.rows(50) { "0.00\($0 % 7 + 1),-0.1767\($0 % 5),-1.0230,\(1_718_000_000 + Double($0) / 5)" }
        let events = try Imported.document(text).events
        let samples = events.compactMap { event in
            if case .acceleration(let sample) = event.payload { sample.vector.length } else { nil }
        }
        #expect(samples.count == 50)
        #expect(try Imported.fixes(text).isEmpty)
        #expect(samples.allSatisfy { 9...11 ~= $0 })
    }

    @Test func `a table whose header names no place is not guessed to have one`() {
        let text =
            "mag_x,mag_y,temperature,timestamp\n" + Self.rows(9) { "23.4567,-41.2345,20.1,\(1_718_000_000 + $0)" }
        #expect(throws: FormatError.self) { try Imported.document(text) }
    }

    @Test func `the start of a recording can be stated in parts above the table`() throws {
        let text =
            "Device,phone\nYear,2016,Month,10,Day,7,Hour,17,Minute,24,Second,2,Battery (%),14\n\n"
            + "time,hr_heartrate,gps_altitude,gps_lat,gps_lon,gps_speed\n"
            + Self.rows(3) { "\($0 + 1),128,110.0,41.13,24.8800\($0)0,2.5" }
        #expect(try Imported.fixes(text).map(\.time) == [1_475_861_043, 1_475_861_044, 1_475_861_045])
    }

    @Test func `a pause that states the year 1970 does not begin the session`() throws {
        let text =
            Self.rows(9) { "tp=lbs;k=\($0);lat=55.75;lon=37.60\($0)1;alt=150.0;t=1.71800000\($0)E+09;" }
            + "tp=lbs;k=9;lat=90.0;lon=-80.0;alt=0.0;t=0.0;\n"
            + Self.rows(9) { "tp=lbs;k=\($0);lat=55.75;lon=37.608\($0)5;alt=150.0;t=1.71800060\($0)E+09;" }
        let document = try Imported.document(text)
        #expect(Imported.fixes(of: document).count == 18)
        #expect(document.events.allSatisfy { $0.time.seconds > 1.7e9 })
        #expect(document.problems.isEmpty)
        let pauses = document.sensorEvents.spans(.pause)
        #expect(pauses.map(\.span.duration) == [592] && pauses.first?.start.seconds == 1_718_000_008)
    }

    @Test func `a speed in km/h is recognized in a short recording`() throws {
        let text =
            "time,lat,lon,speed\n"
            + Self.rows(45) { "\(1_718_000_000 + 2 * $0),50.0,\(14 + Double($0) * 2 * 5 / 71_700),\(18)" }
        let speeds = try Imported.fixes(text).compactMap(\.fix.speed)
        #expect(speeds.count == 45 && speeds.allSatisfy { abs($0 - 5) < 0.01 })
    }

    private static func text(_ seconds: Double) -> String { Date(timeIntervalSince1970: seconds).ISO8601Format() }

    /// A line at 2 m/s with a point every second, whose times a closure gives.
    private static func line(_ count: Int, _ time: (Int) -> Double) -> String {
        rows(count) { index in
            let time = text(time(index))
            return "<trkpt lat=\"50\" lon=\"\(14 + Double(index) * 2 / 71_700)\"><time>\(time)</time></trkpt>"
        }
    }

    private static func gpx(_ points: String) -> String {
        "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points)</trkseg></trk></gpx>"
    }

    @Test func `a clock that was set back once does not cut the line in two`() throws {
        let document = try Imported.document(
            Self.gpx(Self.line(600) { 1_718_000_000 + Double($0) - ($0 < 300 ? 0 : 10_800) }))
        let times = document.tracks[0].segments[0].compactMap { $0.time?.seconds }
        #expect(times == (0..<600).map { 1_717_989_200 + Double($0) })
        #expect(document.problems.contains { $0.reason.contains("set back by 180 min") })
    }

    @Test func `two rounds of one place in a segment are not a clock that was set back`() throws {
        let far = Self.line(300) { 1_718_000_000 + Double($0) }
        let text = far.replacing("lat=\"50\"", with: "lat=\"51\"") + Self.line(300) { 1_717_900_000 + Double($0) }
        let document = try Imported.document(Self.gpx(text))
        #expect(!document.problems.contains { $0.reason.contains("set back") })
    }

    @Test func `the times of a plan that is spread over months are not used`() throws {
        let document = try Imported.document(Self.gpx(Self.line(300) { 1_718_000_000 + 3_600 * Double($0) }))
        #expect(!document.tracks[0].hasTimes && document.tracks[0].pointCount == 300)
        #expect(document.problems.contains { $0.reason.contains("nobody travels so slowly") })
        // A receiver that rests for days is as slow, and stays where it is.
        let rest = Self.rows(300) { index in
            let time = Self.text(1_718_000_000 + 3_600 * Double(index))
            let place =
                "lat=\"\(50 + 1e-5 * sin(12.9898 * Double(index)))\" lon=\"\(14 + 1e-5 * sin(78.233 * Double(index)))\""
            return "<trkpt \(place)><time>\(time)</time></trkpt>"
        }
        #expect(try Imported.document(Self.gpx(rest)).tracks[0].hasTimes)
    }

    /// The distance by the speeds of a line of 2 km at 5 m/s, whose stated speeds and counter are off by factors.
    @Test(arguments: [(0.92, 1, 5), (1, 1, 5), (0.92, 0.92, 4.6), (1.01, 1, 5.05), (0.92, 1.1, 4.6)])
    func `of speeds, points and the device's counter, two decide`(speed: Double, counter: Double, right: Double) throws
    {
        let points = Self.rows(400) { index in
            "<Trackpoint><Time>\(Self.text(1_718_000_000 + Double(index)))</Time><Position>"
                + "<LatitudeDegrees>50</LatitudeDegrees><LongitudeDegrees>\(14 + Double(index) * 5 / 71_695)"
                + "</LongitudeDegrees></Position><DistanceMeters>\(5 * counter * Double(index))</DistanceMeters>"
                + "<Extensions><TPX><Speed>\(5 * speed)</Speed></TPX></Extensions></Trackpoint>"
        }
        let text =
            "<TrainingCenterDatabase><Activities><Activity Sport=\"Biking\"><Lap><Track>\(points)</Track></Lap>"
            + "</Activity></Activities></TrainingCenterDatabase>"
        let document = try Imported.document(text)
        let speeds = document.tracks[0].segments[0].compactMap(\.speed)
        #expect(speeds.count == 400 && speeds.allSatisfy { abs($0 - right) < 0.02 })
        #expect(document.problems.contains { $0.reason.contains("too low by 8 %") } == (abs(right - 5 * speed) > 0.01))
    }

    @Test func `a log of Moveslink has no root element, and angles in radians`() throws {
        let samples = Self.rows(30) {
            "<sample><Latitude>0.87266</Latitude><Longitude>\(0.24 + Double($0) * 1e-6)</Longitude>"
                + "<SampleType>gps-base</SampleType><UTC>2024-06-10T06:13:\(10 + $0)Z</UTC><HR>2.5</HR></sample>"
        }
        let text =
            "<?xml version=\"1.0\"?>\n<header><Duration>30</Duration><Activity>Running</Activity></header>\n"
            + "<Samples>\n\(samples)</Samples>\n"
        let document = try Imported.document(text)
        #expect(document.tracks.map(\.activity) == [.running])
        let points = document.tracks[0].segments[0]
        #expect(points.count == 30 && points.allSatisfy { abs($0.coordinate.latitude - 50) < 0.001 })
        #expect(points.compactMap(\.heartRate).allSatisfy { $0 == 150 })
        let error = #expect(throws: FormatError.self) { try Imported.document(text.replacing("</Samples>", with: "")) }
        #expect(error?.description.contains("line 35: Opening and ending tag mismatch") == true)
    }

    @Test func `a drone's subtitles can have a date in place of a span`() throws {
        let text = Self.rows(20) {
            "\($0 + 1)\n2017.08.05 14:11:\(10 + $0),393,525\n[latitude : -20.25] [longtitude : 149.02\(10 + $0)]\n"
        }
        let document = try Imported.document(text)
        #expect(document.format.name == "subtitles" && document.pointCount == 20)
    }

    @Test func `a track of TwoNav is read with its times and altitudes`() throws {
        let text =
            "\u{FEFF}B  UTF-8\nG  WGS 84\nU  1\n"
            + Self.rows(3) { "T  A 50.21ºN 8.86\($0)ºW 10-JUN-24 06:13:2\($0).000 s 100.5 0 0 0 0 -1000 -1 15" }
        let document = try Imported.document(text)
        #expect(document.format.name == "twoNav")
        let fixes = Imported.fixes(of: document)
        #expect(fixes.map(\.time) == [1_718_000_000, 1_718_000_001, 1_718_000_002])
        #expect(fixes.last?.fix.coordinate == Coordinate(latitude: 50.21, longitude: -8.862))
        #expect(fixes.last?.fix.altitude == 100.5)
    }

    @Test func `sections in brackets are not taken for a list of JSON`() {
        #expect(throws: FormatError.self) { try Importer().format(of: "/dev/null") }
        #expect {
            try Imported.document("[[Training]]\n[TrainingResult]\nStartDay,StartTime\n2014/12/19,16:35:29\n")
        } throws: { error in
            if case FormatError.unknownFormat = error { true } else { false }
        }
    }
}
