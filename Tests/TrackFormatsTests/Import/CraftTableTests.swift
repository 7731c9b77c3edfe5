import Foundation
import Geometry
import SensorModel
import Testing
import TrackFormats

/// Tables of ships, aircraft, drones, animals and motor controllers, with the names and units of their programs.
@Suite struct CraftTableTests {
    private static let start = 1_588_492_800.0

    @Test(arguments: [
        "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading\n367000001,2020-05-03T08:00:00,48.1,11.5,5.8,34.4,35\n",
        "# Timestamp,MMSI,Latitude,Longitude,ROT,SOG,COG\n2020-05-03 08:00:00,367000001,48.1,11.5,0,5.8,34.4\n",
    ])
    func `a ship's speed over ground is in knots`(table: String) throws {
        let fix = try #require(try Imported.fixes(table).first)
        #expect(fix.time == Self.start)
        #expect(abs((fix.fix.speed ?? 0) - 5.8 * 1852 / 3600) < 1e-9 && fix.fix.courseDegrees == 34.4)
    }

    @Test func `each ship and each animal is a receiver`() throws {
        let animals = """
            event-id,visible,timestamp,location-long,location-lat,ground-speed,heading,individual-local-identifier
            1,true,2020-05-03 08:00:00.000,11.5,48.1,3.5,120,"Stork 1"
            2,true,2020-05-03 08:00:01.000,12.5,48.2,2.5,110,"Stork 2"

            """
        let found = try Imported.fixes(animals)
        #expect(Set(found.map(\.fix.device)).count == 2)
        #expect(found.map(\.fix.coordinate?.longitude) == [11.5, 12.5] && found.map(\.fix.speed) == [3.5, 2.5])
    }

    @Test(arguments: [("GSpd(kmh)", 36.0, 10.0), ("GSpd(kts)", 36, 18.52)])
    func `a model's transmitter puts the place in one cell`(speed: String, value: Double, expected: Double) throws {
        let table = """
            Date,Time,1RSS(dB),GPS,\(speed),Hdg(@),Alt(m),Sats
            2020-05-03,08:00:00.500,-40,48.100000 11.500000,\(value),75.5,501,14

            """
        let fix = try #require(try Imported.fixes(table).first)
        #expect(fix.time == Self.start + 0.5 && fix.fix.coordinate == Coordinate(latitude: 48.1, longitude: 11.5))
        #expect(abs((fix.fix.speed ?? 0) - expected) < 1e-9)
        #expect(fix.fix.courseDegrees == 75.5 && fix.fix.altitude == 501 && fix.fix.satellites == 14)
    }

    @Test func `a flight deck's clock is local, its heights are in feet and its speeds in knots`() throws {
        let table = """
            #airframe_info, log_version="1.00", airframe_name="A"
            #yyy-mm-dd, hh:mm:ss,   hh:mm,  ident,      degrees,      degrees, ft msl,     kt,    deg
              Lcl Date, Lcl Time, UTCOfst, AtvWpt,     Latitude,    Longitude,  AltMSL, GndSpd,    TRK
                      ,         ,        ,       ,             ,             ,        ,       ,
            2020-05-03, 03:00:00,  -05:00,   KOSU,   48.1000000,   11.5000000,  1640.4, 100.00,   34.4
            2020-05-03, 13:30:00,  +05:30,   KOSU,   48.1000000,   11.5000000,  1640.4, 100.00,   34.4

            """
        let found = try Imported.fixes(table)
        #expect(found.map(\.time) == [Self.start, Self.start])
        let fix = try #require(found.first?.fix)
        #expect(abs((fix.altitude ?? 0) - 500) < 0.01 && abs((fix.speed ?? 0) - 51.44) < 0.01)
        #expect(fix.courseDegrees == 34.4)
    }

    @Test func `an aircraft's table is in feet and knots unless it states a velocity`() throws {
        let tablet = """
            Pilot,Tail Number,Start Time
            J,N1,1588492800000
            Timestamp,Latitude,Longitude,Altitude,Course,Speed,Bank,Pitch
            1588492800000,48.1,11.5,1000,34.4,100,0,0

            """
        let flown = try #require(try Imported.fixes(tablet).first)
        #expect(flown.time == Self.start)
        #expect(abs((flown.fix.altitude ?? 0) - 304.8) < 1e-9 && abs((flown.fix.speed ?? 0) - 51.44) < 0.01)
        let network = """
            time,icao24,lat,lon,velocity,heading,callsign,baroaltitude,geoaltitude
            1588492800,3c6444,48.1,11.5,222.4,0.0,DLH1,10000,10200

            """
        let seen = try #require(try Imported.fixes(network).first?.fix)
        #expect(seen.speed == 222.4 && seen.altitude == 10_200)
    }

    @Test func `a motor controller's rows repeat fixes and its times are milliseconds of the day`() throws {
        let head = "ms_today;input_voltage;accX;accY;accZ;gyroX;gyroY;gyroZ;gnss_posTime;gnss_lat;gnss_lon;gnss_alt;"
        let table = """
            \(head)gnss_gVel;gnss_hAcc;
            28800000;50.1;0;0;1;0;0;0;0;0.0;0.0;0.0;0;0;
            28800100;50.1;0;0;1;0;0;0;28800000;48.1;11.5;500;3;2.5;
            28800200;50.1;0;0;1;0;0;0;28800000;48.1;11.5;500;3;2.5;
            28800900;50.1;0;0;1;0;0;0;28800800;48.2;11.5;500;3;2.5;

            """
        let read = try Imported.document(table)
        let found = try Imported.fixes(table)
        #expect(found.map(\.fix.mode) == [.noFix, .threeDimensional, .threeDimensional])
        #expect(found.dropFirst().map(\.fix.horizontalAccuracy) == [2.5, 2.5])
        let felt = read.events.count { if case .acceleration = $0.payload { true } else { false } }
        #expect(felt == 0, "its motion sensors are left out")
        #expect(read.problems.contains { $0.reason.contains("no date") })
    }
}
