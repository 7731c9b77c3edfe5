import Foundation
import Geometry
import SensorModel
import Testing
import TrackFormats

/// Logs of phones' programs and of dashboard cameras.
@Suite struct PhoneAndCameraTests {
    private static let start = 1_588_492_800.0
    private static let head = """
        #\u{20}
        # Version: v3.0.5.6 Platform: 12
        # Raw,utcTimeMillis,TimeNanos
        # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees
        #\u{20}
        Raw,1588492800000,1,18

        """

    @Test func `of GNSS Logger the receiver's fixes and the motion sensors are read`() throws {
        let document = try Imported.document(
            Self.head + """
                UncalAccel,1588492800010,5000000000,0.1,0.2,9.8,0,0,0,3
                Accel,1588492800011,5001000000,7,7,7
                Fix,FLP,48.2,11.5,500,3,4.8,34,1588492800100,0.3,2,1,3
                Fix,GPS,48.1,11.5,500,3,3.8,34,1588492800000,0.3,2,1,3
                UncalAccel,1588492809999,5500000000,0.1,0.2,9.8,0,0,0,3
                UncalGyro,1588492800010,5000000000,0.01,0.02,0.03,0,0,0

                """)
        #expect(document.format.name == "gnssLogger")
        let fix = try #require(Imported.fixes(of: document).first)
        #expect(Imported.fixes(of: document).count == 1 && fix.time == Self.start)
        #expect(fix.fix.coordinate?.latitude == 48.1 && fix.fix.speed == 3 && fix.fix.courseDegrees == 34)
        #expect(fix.fix.horizontalAccuracy == 3.8 && fix.fix.verticalAccuracy == 3 && fix.fix.speedAccuracy == 0.3)
        let felt = document.events.compactMap { event in
            if case .acceleration(let sample) = event.payload { (event.time.seconds, sample.z) } else { nil }
        }
        // Half a second apart by the phone's own clock.
        #expect(felt.map(\.1) == [9.8, 9.8] && abs(felt[1].0 - felt[0].0 - 0.5) < 1e-6)
        #expect(document.events.count { if case .rotation = $0.payload { true } else { false } } == 1)
        #expect(document.problems.contains { $0.reason.contains("computed from several sensors") })
    }

    @Test func `old logs of GNSS Logger have the time last, and others than the receiver count if it is silent`() throws
    {
        let old = try Imported.document("# Fix,Provider,Latitude\nFix,gps,48.1,11.5,-33,0.5,3,1588492800000\n")
        let fix = try #require(Imported.fixes(of: old).first)
        #expect(fix.time == Self.start && fix.fix.altitude == -33 && fix.fix.courseDegrees == nil)
        let fused = try Imported.document(Self.head + "Fix,FLP,48.2,11.5,500,3,4.8,34,1588492800000,0.3,2,1,3\n")
        #expect(Imported.fixes(of: fused).map(\.fix.coordinate?.latitude) == [48.2] && fused.problems.isEmpty)
    }

    @Test func `a broken line of GNSS Logger is an error that names it`() {
        #expect(throws: FormatError.self) {
            try Imported.document(Self.head + "Fix,GPS,48.1,11.5,500,3,3.8,34,x,0.3\n")
        }
    }

    @Test func `a dashboard camera puts the time of arrival before each sentence`() throws {
        let text = """
            [1588492800123]$GPRMC,080000.00,A,4806.00000,N,01130.00000,E,5.83,34.4,030520,,,A
            [1588492800123]$GPGGA,080000.00,4806.00000,N,01130.00000,E,1,10,0.9,500.0,M,47.0,M,,

            """
        let document = try Imported.document(text)
        #expect(document.format.name == "nmea")
        let fix = try #require(Imported.fixes(of: document).first)
        #expect(fix.time == Self.start && fix.fix.altitude == 500 && fix.fix.satellites == 10)
    }

    @Test(arguments: [(0, 1), (1, 0)])
    func `a flight recorder's accuracy counts unless it never changes`(change: Int, problems: Int) throws {
        let records = (0..<60).map { second in
            "B1200\(second < 10 ? "0" : "")\(second)4800000N01100000EA0100001000\(second % 2 == 0 ? "063" : "06\(3 + change)")"
        }
        let document = try Imported.document(
            (["AXXX001", "HFDTE030520", "I013638FXA"] + records).joined(separator: "\r\n") + "\r\n")
        #expect(document.format.name == "igc" && document.problems.count == problems)
        #expect(Imported.fixes(of: document).first?.fix.horizontalAccuracy == (change == 0 ? nil : 63))
    }

    @Test func `a list of objects with one member each is a record`() throws {
        func point(_ second: Int, _ latitude: Double) -> String {
            """
            [{"location":[[{"latitude":\(latitude)},{"longitude":11.5}]]},{"altitude":500},{"distance_km":0.1},\
            {"speed_kmh":10.8},{"heart_rate_bpm":120},{"timestamp":"Sun May 03 08:00:0\(second) UTC 2020"}]
            """
        }
        let document = try Imported.document(
            """
            [{"name":"x"},{"sport":"RUNNING"},{"start_time":"2020-05-03 08:00:00.0"},
             {"points":[\(point(0, 48.1)),\(point(1, 48.2))]}]
            """)
        let found = Imported.fixes(of: document)
        #expect(found.map(\.time) == [Self.start, Self.start + 1])
        #expect(found.map(\.fix.coordinate?.latitude) == [48.1, 48.2] && found.map(\.fix.altitude) == [500, 500])
        #expect(abs((found[0].fix.speed ?? 0) - 3) < 1e-9)
    }

    @Test func `members of a record's lists are not values of the record`() throws {
        let text = """
            {"a":{"latitude":48.1,"longitude":11.5,"time":1588492800,"laps":[{"speed":9},{"altitude":3}]}}
            """
        let fix = try #require(Imported.fixes(of: try Imported.document(text)).first?.fix)
        #expect(fix.speed == nil && fix.altitude == nil)
    }
}
