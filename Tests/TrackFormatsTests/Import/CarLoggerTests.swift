import Geometry
import SensorModel
import Testing
import TrackFormats

/// Tables of programs that log a car: several speeds, several clocks, rows without a new position, units below the header.
@Suite struct CarLoggerTests {
    @Test(arguments: [
        ("GPS Speed (Meters/second)", "11.2", "41"), ("GPS Speed(km/h)", "40.32", "41"), ("RPM", "900", "40.32"),
    ])
    func `the receiver's speed counts, and otherwise that of the wheels`(
        _ header: String, _ speed: String, _ wheels: String
    ) throws {
        let table = """
            GPS Time, Device Time, Longitude, Latitude,\(header), Altitude, Bearing, G(x),Speed (OBD)(km/h)
            Thu Sep 29 08:30:43 GMT+02:00 2016,29-Sep-2016 08:30:43.532,13.37,52.52,\(speed),34.0,90.0,0.12,\(wheels)
            Thu Sep 29 08:30:44 GMT+02:00 2016,29-Sep-2016 08:30:44.532,-,-,-,-,-,0.12,-

            """
        let fixes = fixes(try load(table))
        #expect(fixes.map(\.time.seconds) == [1_475_130_643, 1_475_130_644])
        #expect(abs((fixes[0].fix.speed ?? 0) - 11.2) < 1e-9 && fixes[1].fix.coordinate == nil)
    }

    @Test func `rows without a new position repeat none, and the clock with a date counts`() throws {
        let table = """
            # RaceRender Data: TrackAddict 4.8.2 on Android 14 (Mode: 0)
            "Time","UTC Time","Lap","GPS_Update","Latitude","Longitude","Altitude (m)","Speed (Km/h)","Accuracy (m)"
            0.000,1727597624.000,0,1,53.0229789,18.5481845,76.3,36,3.8
            0.100,1727597624.100,0,0,53.0229789,18.5481845,76.3,36,3.8
            1.000,1727597625.000,0,1,53.0229789,18.5483345,76.3,36,3.8

            """
        let fixes = fixes(try load(table))
        #expect(fixes.map(\.time.seconds) == [1_727_597_624, 1_727_597_625])
        #expect(fixes.allSatisfy { $0.fix.speed == 10 })
    }

    @Test func `units and sources below the header are no data`() throws {
        let table = """
            This file is created using RaceChrono v9.1.3 ( http://racechrono.com/ ).
            Format,3

            timestamp,lap_number,elapsed_time,accuracy,altitude,latitude,longitude,satellites,speed
            unix time,,s,m,ft,deg,deg,sats,km/h
            ,,,100: gps,100: gps,100: gps,100: gps,100: gps,100: gps
            1685377018.5,4,343.1,2.5,100,56.599357,23.6904862,13,36

            """
        let document = try load(table)
        let fixes = fixes(document)
        #expect(fixes.map(\.time.seconds) == [1_685_377_018.5] && document.problems.isEmpty)
        let fix = try #require(fixes.first?.fix)
        #expect(fix.speed == 10 && fix.altitude == 30.48 && fix.horizontalAccuracy == 2.5 && fix.satellites == 13)
    }

    @Test func `a RaceBox measures in g, in degrees a second, and in a unit of speed that only the positions show`()
        throws
    {
        let header = "Record,Time,Latitude,Longitude,Altitude,Speed,GForceX,GForceY,GForceZ,Lap,GyroX,GyroY,GyroZ"
        let rows = (0..<3_000).map { row in
            let time = 1_655_035_200_000 + 100 * row
            return "\(row),\(time),\(42 + Double(row) * 2 / 111_195),23,600,72,0.01,0.02,1,0,180,0,-90"
        }
        let document = try load(([header] + rows).joined(separator: "\n") + "\n")
        #expect(document.problems.map(\.kind) == [.doubted])
        #expect(fixes(document).allSatisfy { abs(($0.fix.speed ?? 0) - 20) < 1e-9 })
        for event in document.events {
            switch event.payload {
            case .acceleration(let sample): #expect(abs(sample.z - 9.80665) < 1e-9 && sample.x > 0)
            case .rotation(let sample): #expect(abs(sample.x - .pi) < 1e-9 && abs(sample.z + .pi / 2) < 1e-9)
            default: break
            }
        }
    }

    @Test func `seconds of a stopwatch count from 1970, and that is noted`() throws {
        let table = """
            "Format","AiM CSV File"
            "Date","Saturday, May 13, 2023"

            "Time","GPS Speed","GPS Heading","GPS Altitude","GPS Latitude","GPS Longitude"
            "s","km/h","deg","m","deg","deg"

            0.000,72,90,100,51.36,-0.36
            0.050,72,90,100,51.36,-0.35999

            """
        let document = try load(table)
        let fixes = fixes(document)
        #expect(fixes.map(\.time.seconds) == [0, 0.05] && fixes.allSatisfy { $0.fix.speed == 20 })
        #expect(document.problems.map(\.reason) == ["the times have no date: they count from 1970-01-01"])
    }

    @Test func `a row that is neither units nor data is refused`() {
        for row in ["yesterday,50,14,3", "unix time,,,\nunix time,,,\nunix time,,,"] {
            #expect(throws: FormatError.self) { try load("time,latitude,longitude,speed\n\(row)\n") }
        }
    }

    private static func vbox(_ unit: String = "kmh", created: String = "File created on 31/12/2013 at 12:05:57")
        -> String
    {
        """
        \(created)

        [header]
        satellites
        time
        latitude
        longitude
        velocity \(unit)
        heading
        height

        [comments]
        (c) 2001 Racelogic

        [column names]
        sats time lat long velocity heading height

        [data]
        000 235958.00 +0000.00000 +00000.00000 000.000 000.00 +00000.00
        075 235959.50 +3119.09973 +00058.49277 036.000 137.60 +00136.80
        010 000000.50 -3119.09973 -00058.49277 072.000 137.60 -00002.00

        """
    }

    @Test func `a VBOX counts minutes of angle, with the west positive, and goes on past midnight`() throws {
        let document = try load(Self.vbox())
        let fixes = fixes(document)
        #expect(fixes.map(\.time.seconds) == [1_388_534_399.5, 1_388_534_400.5] && document.problems.isEmpty)
        let places = fixes.compactMap(\.fix.coordinate)
        #expect(zip(places.map(\.latitude), [51.9849955, -51.9849955]).allSatisfy { abs($0 - $1) < 1e-7 })
        #expect(zip(places.map(\.longitude), [-0.9748795, 0.9748795]).allSatisfy { abs($0 - $1) < 1e-7 })
        #expect(fixes.map(\.fix.speed) == [10, 20] && fixes.map(\.fix.altitude) == [136.8, -2])
        #expect(fixes.map(\.fix.satellites) == [11, 10] && fixes.map(\.fix.courseDegrees) == [137.6, 137.6])
    }

    @Test func `a VBOX may name a column twice`() throws {
        let named = Self.vbox().replacing("sats time lat", with: "sats sats time lat")
        let text = named.replacing("\n000 ", with: "\n000 0 ").replacing("\n075 ", with: "\n075 0 ")
            .replacing("\n010 ", with: "\n010 0 ")
        let fixes = fixes(try load(text))
        #expect(fixes.map(\.time.seconds) == [1_388_534_399.5, 1_388_534_400.5])
        #expect(fixes.map(\.fix.speed) == [10, 20] && fixes.map(\.fix.satellites) == [11, 10])
    }

    @Test func `a VBOX states another unit of speed in its header, and may have no date`() throws {
        let document = try load(Self.vbox("knots", created: "[comments]"))
        #expect(fixes(document).map(\.time.seconds) == [86_399.5, 86_400.5])
        #expect(fixes(document).first?.fix.speed.map { abs($0 - 18.52) < 1e-9 } == true)
        #expect(document.problems.map(\.reason) == ["the file has no date: the times count from 1970-01-01"])
    }

    @Test(arguments: ["010 250000.00 1 1 1", "010 120000.00 x 1 1", "010 120000.00"])
    func `a line of a VBOX without a time or a place is refused`(_ line: String) {
        #expect(throws: FormatError.self) { try load(Self.vbox() + line + "\n") }
    }
}
