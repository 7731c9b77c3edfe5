import Foundation
import Geometry
import SensorModel
import Testing

@testable import TrackFormats

/// Logs of trackers, watches, flight recorders, drones and receivers, each as its maker writes it.
@Suite struct LoggerFormatsTests {
    private func fixes(_ document: TrackDocument) -> [(time: Instant, fix: Fix)] {
        document.events.compactMap { event in
            if case .fix(let fix) = event.payload, fix.coordinate != nil { (event.time, fix) } else { nil }
        }
    }

    private func time(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    @Test func `GeoJSON has the times of moving features, beside the line or in its properties`() throws {
        let times = "\"datetimes\":[\"2024-01-01T00:00:00Z\",1704067210000]"
        let line = "\"coordinates\":[[14.4,50.1],[14.5,50.2]]"
        for text in [
            "{\"type\":\"Feature\",\"temporalGeometry\":{\"type\":\"MovingPoint\",\(line),\(times)}}",
            "{\"type\":\"Feature\",\"properties\":{\(times)},\"geometry\":{\"type\":\"LineString\",\(line)}}",
        ] {
            #expect(fixes(try load(text)).map(\.time) == [time(1_704_067_200), time(1_704_067_210)])
        }
    }

    @Test func `the seconds of a planned line are not times`() throws {
        let plan = """
            {"type":"Feature","properties":{"times":[0,6.5]},"geometry":{"type":"LineString","coordinates":\
            [[14.4,50.1],[14.5,50.2]]}}
            """
        let document = try load(plan)
        #expect(fixes(document).isEmpty && document.pointCount == 2)
    }

    @Test func `a document over several lines with a type and a time is no event log`() throws {
        let text = """
            {
                "metadata": {"type": "sensor-data", "time": 0},
                "data": {"latitude": 50.1, "longitude": 14.4, "ts": 1704067200}
            }
            """
        #expect(fixes(try load(text)).map(\.time) == [time(1_704_067_200)])
    }

    @Test(arguments: ["tracked_at", "timestamp_epoch"])
    func `a table's time has many names`(_ name: String) throws {
        let table = "user_id;\(name);latitude;longitude\n1;1704067200000;50.1;14.4\n1;1704067210000;50.2;14.5\n"
        #expect(fixes(try load(table)).map(\.time) == [time(1_704_067_200), time(1_704_067_210)])
    }

    @Test func `GeoJSON has times in coordTimes, in a property or in a fourth coordinate`() throws {
        let line = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"a","coordTimes":\
            ["2024-01-01T00:00:00Z","2024-01-01T00:00:10Z"]},"geometry":{"type":"LineString","coordinates":\
            [[14.4,50.1,250],[14.5,50.2,251]]}}]}
            """
        let first = fixes(try load(line))
        #expect(first.map(\.time) == [time(1_704_067_200), time(1_704_067_210)])
        #expect(first.map(\.fix.altitude) == [250, 251] && first[0].fix.coordinate?.longitude == 14.4)
        let points = """
            {"type":"FeatureCollection","features":[\
            {"type":"Feature","geometry":{"type":"Point","coordinates":["14.4","50.1"]},"properties":{"timestamp":1704067200,\
            "accuracy":5,"velocity":"1.5"}},\
            {"type":"Feature","geometry":{"type":"Point","coordinates":[14.5,50.2]},"properties":{"time":"2024-01-01T00:01:00Z"}}]}
            """
        let second = fixes(try load(points))
        #expect(second.count == 2 && second[0].fix.horizontalAccuracy == 5 && second[0].fix.speed == 1.5)
        let fourth = #"{"type":"LineString","coordinates":[[1,2,3,1704067200],[1.1,2.1,3,1704067205000]]}"#
        #expect(fixes(try load(fourth)).map(\.time) == [time(1_704_067_200), time(1_704_067_205)])
    }

    @Test func `a line of GeoJSON without times is a drawing, and says so`() throws {
        let document = try load(#"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#)
        #expect(document.events.isEmpty && document.pointCount == 2)
        #expect(document.problems.contains { $0.reason.contains("none of its 2 points has a time") })
    }

    @Test func `trackers' JSON gives fixes whatever their members are called`() throws {
        let ownTracks = #"[{"_type":"location","lat":52.2,"lon":13.3,"tst":1709283789,"acc":10,"vel":36,"cog":98}]"#
        let own = fixes(try load(ownTracks))
        #expect(own.count == 1 && own[0].time == time(1_709_283_789) && abs((own[0].fix.speed ?? 0) - 10) < 1e-9)
        let overland = """
            {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.03,37.33]},"properties":\
            {"timestamp":"2015-10-01T08:00:00-0700","horizontal_accuracy":30,"vertical_accuracy":-1,"speed":4}}]}
            """
        let land = fixes(try load(overland))
        #expect(land.count == 1 && land[0].time == time(1_443_711_600) && land[0].fix.horizontalAccuracy == 30)
        #expect(land[0].fix.verticalAccuracy == nil)
        let nested = #"{"a":{"location":{"latitude":1,"longitude":2},"time":"2024-01-01T00:00:00Z"}}"#
        #expect(fixes(try load(nested)).count == 1)
        let recorder = "2024-03-01T09:03:09Z\t* \t" + ownTracks.dropFirst().dropLast() + "\n"
        #expect(fixes(try load(recorder)).map(\.time) == [time(1_709_283_789)])
    }

    @Test func `GoPro's and Suunto's JSON are read in their units`() throws {
        let goPro = """
            {"1":{"streams":{"GPS5":{"samples":[{"value":[33.1,-117.3,-20.1,0.5,0.6],\
            "date":"2017-04-17T17:31:03.000Z"}]}}}}
            """
        let camera = fixes(try load(goPro))
        #expect(camera.count == 1 && camera[0].fix.coordinate?.latitude == 33.1 && camera[0].fix.speed == 0.5)
        let suunto = """
            {"DeviceLog":{"Header":{"Activity":"Run"},"Samples":[{"Latitude":0.8690416872,"Longitude":0.2473349332,\
            "GPSAltitude":408,"HR":1.5,"Temperature":293.15,"Time":1,"UTC":"2016-03-17T06:41:39Z"}]}}
            """
        let document = try load(suunto)
        let watch = fixes(document)
        #expect(watch.count == 1 && abs((watch[0].fix.coordinate?.latitude ?? 0) - 49.7924) < 1e-3)
        #expect(
            document.tracks[0].segments[0][0].heartRate == 90 && document.tracks[0].segments[0][0].temperature == 20)
    }

    @Test func `Suunto's SML, PWX and SLF are read in their units`() throws {
        let sml = """
            <?xml version="1.0"?><sml><DeviceLog><Samples><Sample><Distance>0</Distance><UTC>2016-03-17T06:41:38Z</UTC>\
            </Sample><Sample><Latitude>0.8690416872</Latitude><Longitude>0.2473349332</Longitude><GPSAltitude>408\
            </GPSAltitude><EHPE>16</EHPE><Time>1</Time><UTC>2016-03-17T06:41:39Z</UTC></Sample></Samples></DeviceLog></sml>
            """
        let first = fixes(try load(sml))
        #expect(first.count == 1 && abs((first[0].fix.coordinate?.longitude ?? 0) - 14.1712) < 1e-3)
        #expect(first[0].fix.horizontalAccuracy == 16 && first[0].fix.altitude == 408)
        let pwx = """
            <pwx><workout><sportType>Bike</sportType><time>2009-02-11T09:26:02</time><sample><timeoffset>5</timeoffset>\
            <hr>100</hr><spd>5</spd><lat>50.1</lat><lon>14.4</lon><alt>200</alt></sample><segment><name>Climb</name>\
            <summarydata><beginning>5</beginning><duration>60</duration><dist>300</dist></summarydata></segment>\
            </workout></pwx>
            """
        let second = try load(pwx)
        #expect(fixes(second).map(\.time) == [time(1_234_344_367)] && second.tracks[0].activity == .cycling)
        #expect(fixes(second)[0].fix.speed == 5)
        let climb = DeviceSpan(.lap, name: "Climb", duration: 60, distance: 300)
        #expect(second.sensorEvents == [SensorEvent(time: time(1_234_344_367), payload: .span(climb))])
        let slf = """
            <Activity><GeneralInformation><startDate>Sat Apr 21 09:12:43 GMT+0200 2018</startDate></GeneralInformation>\
            <Entries><Entry altitude="182500" latitude="50.1" longitude="14.4" trainingTimeAbsolute="200"/>\
            <Entry altitude="182500" latitude="50.2" longitude="14.4" trainingTimeAbsolute="400"/></Entries>\
            <Markers><Marker type="p" timeAbsolute="300" duration="1000"/></Markers></Activity>
            """
        let third = fixes(try load(slf))
        #expect(third.map(\.time) == [time(1_524_294_765), time(1_524_294_777)])
        #expect(third[0].fix.altitude == 182.5)
        // The device was moved 11 km in those ten seconds.
        #expect(try load(slf).problems.map(\.kind) == [.doubted])
        let stayed = try load(slf.replacing("50.2", with: "50.1"))
        let pause = DeviceSpan(.pause, duration: 10)
        #expect(stayed.sensorEvents == [SensorEvent(time: time(1_524_294_766), payload: .span(pause))])
    }

    @Test func `KML's tracks, time stamps and lines are distinguished`() throws {
        let track = """
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track>\
            <when>2024-01-20T08:00:00Z</when><when>2024-01-20T08:01:00Z</when><gx:coord>-122.1 37.4 10</gx:coord>\
            <gx:coord>-122.2 37.5 12</gx:coord></gx:Track></Placemark><Placemark><name>label</name><TimeStamp>\
            <when>2024-01-20T08:00:00Z</when></TimeStamp><Point><coordinates>-122.1,37.4</coordinates></Point></Placemark></kml>
            """
        #expect(fixes(try load(track)).count == 2)
        let stamps = """
            <kml><Document><Placemark><TimeStamp><when>2024-01-15T12:00:00Z</when></TimeStamp><Point><coordinates>\
            -122.1,37.4,10</coordinates></Point><ExtendedData><Data name="speed"><value>5.5</value></Data></ExtendedData>\
            </Placemark></Document></kml>
            """
        let stamped = fixes(try load(stamps))
        #expect(stamped.count == 1 && stamped[0].fix.altitude == 10 && stamped[0].fix.speed == 5.5)
        let line = "<kml><Placemark><LineString><coordinates>1,2,3 4,5,6</coordinates></LineString></Placemark></kml>"
        let drawn = try load(line)
        #expect(fixes(drawn).isEmpty && drawn.pointCount == 2)
    }

    @Test(arguments: [
        "1,2,3 4,5,6", "1, 2, 3 4, 5, 6", "1 ,2 ,3\n4 ,5 ,6", "1 , 2 , 3\n4 , 5 , 6", "1,2,3, 4,5,6,", "1,2, 4,5",
    ])
    func `the numbers of a KML position may stand apart`(_ coordinates: String) throws {
        let line = "<LineString><coordinates>\(coordinates)</coordinates></LineString>"
        let points = try #require(try load("<kml><Placemark>\(line)</Placemark></kml>").tracks.first?.segments.first)
        #expect(points.map(\.coordinate.longitude) == [1, 4] && points.map(\.coordinate.latitude) == [2, 5])
        #expect(points.map(\.altitude) == (coordinates.contains("3") ? [3, 6] : [nil, nil]))
    }

    private static let flight = """
        HFDTEDATE:010299,01
        HFFTYFRTYPE:Maker,Model
        I013638FXA
        I02-000+002T0000XYZ
        C010299101500000000000002T
        C5206343N00006198WLASHAM
        C5206444N00106298WTURN
        B1101355206343N00006198WA0058700558012
        B2359595206344S00006199EV0058700000099
        B0000005206344N00006199WA0100000958003
        GNOTHING
        """

    @Test func `a flight is one track with both heights, and its task a route`() throws {
        let document = try load(Self.flight)
        #expect(document.format.name == "igc")
        #expect(document.tracks.count == 1 && document.tracks[0].source == "Maker,Model")
        let flown = fixes(document)
        #expect(flown.map(\.time) == [time(917_866_895), time(917_913_599), time(917_913_600)])
        #expect(flown[0].fix.altitude == 558 && flown[0].fix.horizontalAccuracy == 12)
        #expect(abs((flown[0].fix.coordinate?.latitude ?? 0) - 52.105716667) < 1e-8)
        #expect(flown[1].fix.mode == .twoDimensional && (flown[1].fix.coordinate?.latitude ?? 0) < 0)
        let pressures = document.events.compactMap { event in
            if case .scalar(.pressure, let sample) = event.payload { sample.value } else { nil }
        }
        // 1000 m of the standard atmosphere.
        #expect(pressures.count == 3 && abs(pressures[2] - 89.87) < 0.02)
        #expect(document.routes.count == 1 && document.routes[0].segments == [document.routes[0].segments[0]])
        #expect(document.routes[0].pointCount == 2)
    }

    @Test func `a drone's subtitles are fixes where they have a date`() throws {
        let new = """
            1
            00:00:00,000 --> 00:00:00,033
            <font size="36">SrtCnt : 1, DiffTime : 33ms
            2019-06-09 15:31:57,410,868
            [iso : 110] [latitude: 40.1] [longtitude: -3.2] [rel_alt: 1.3 abs_alt: 132.8] </font>

            2
            00:00:00,033 --> 00:00:00,066
            2019-06-09 15:31:57,443,000
            [latitude: 40.1] [longtitude: -3.2] [rel_alt: 1.3 abs_alt: 132.8]
            """
        let flown = fixes(try load(new))
        #expect(flown.count == 1 && flown[0].fix.altitude == 132.8 && flown[0].fix.coordinate?.longitude == -3.2)
        #expect(flown[0].time == Instant(nanoseconds: 1_560_094_317_410_868_000))
        let old = "1\n00:00:01,000 --> 00:00:02,000\nGPS (-2.5927, 53.32, 17), D 6.5m, H 10.00m, H.S 0.0m/s\n"
        let undated = try load(old)
        #expect(fixes(undated).isEmpty && undated.tracks[0].segments[0][0].coordinate.latitude == 53.32)
        #expect(undated.tracks[0].segments[0][0].altitude == 10)
    }

    @Test func `an IGC record has further decimals of its minutes and of its second`() throws {
        let flight = """
            HFDTE010524
            I043638FXA3940LAD4142LOD4343TDS
            B1000004800000N01100000EA005000050000525575
            B1000004800000S01100000WA005000050000525577

            """
        let points = fixes(try load(flight))
        let minutes = points.compactMap(\.fix.coordinate).flatMap { [$0.latitude * 60, $0.longitude * 60] }
        let expected = [2_880.000_25, 660.000_57, -2_880.000_25, -660.000_57]
        #expect(minutes.count == 4 && zip(minutes, expected).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(points.map(\.time) == [time(1_714_557_600.5), time(1_714_557_600.7)])
    }

    @Test func `RTKLIB's GPS time becomes UTC`() throws {
        let text = """
            %  GPST                  latitude(deg) longitude(deg)  height(m)   Q  ns   sdn(m)   sde(m)   sdu(m)
            2015/02/06 12:27:16.000   40.1000000   -3.2000000   100.5000   1  10   0.0300   0.0400   0.0500
            1830 476836.500   40.1000000   -3.2000000   100.5000   1  10   0.0300   0.0400   0.0500
            """
        let solution = fixes(try load(text))
        #expect(solution.map(\.time) == [time(1_423_225_620), time(1_423_225_620.5)])
        #expect(abs((solution[0].fix.horizontalAccuracy ?? 0) - 0.0353553) < 1e-6 && solution[0].fix.satellites == 10)
    }

    @Test func `RTKLIB's velocities become speed and course where the header names them`() throws {
        let head =
            "%  GPST latitude(deg) longitude(deg) height(m) Q ns sdn(m) sde(m) sdu(m) sdne(m) sdeu(m) sdun(m) age(s) ratio"
        let row = "2015/02/06 12:27:16.000 40.1 -3.2 100.5 1.0000000 25.0000000 0.01 0.01 0.02 0 0 0 0 0"
        func fix(_ names: String, _ values: String) throws -> Fix {
            try #require(fixes(try load("\(head)\(names)\n\(row)\(values)\n")).first).fix
        }
        let moving = try fix(" vn(m/s) ve(m/s) vu(m/s)", " 0.3 -0.4 9")
        #expect(abs((moving.speed ?? 0) - 0.5) < 1e-9 && abs((moving.courseDegrees ?? 0) - 306.8698976) < 1e-6)
        #expect(moving.satellites == 25)
        let resting = try fix(" vn(m/s) ve(m/s) vu(m/s)", " 0 0 0")
        #expect(resting.speed == 0 && resting.courseDegrees == nil)
        let other = try fix("", " 0.3 -0.4 9")
        #expect(other.speed == nil && other.courseDegrees == nil)
    }

    @Test func `Polar's heart rates count from the start`() throws {
        let text = "[Params]\nDate=20090402\nStartTime=18:30:05.0\nInterval=5\n\n[HRData]\n100\t250\n0\t250\n102\t251\n"
        let rates = try load(text).events.compactMap { event -> [Double]? in
            guard case .scalar(.heartRate, let sample) = event.payload else { return nil }
            return [event.time - time(1_238_697_005), sample.value]
        }
        #expect(rates == [[0, 100], [10, 102]])
    }

    @Test func `Polar's times between heartbeats are rates at the beats`() throws {
        let text = "[Params]\nDate=20090402\nStartTime=18:30:05.0\nInterval=238\n\n[HRData]\n500\n0\n750\n"
        let rates = try load(text).events.compactMap { event -> [Double]? in
            guard case .scalar(.heartRate, let sample) = event.payload else { return nil }
            return [event.time - time(1_238_697_005), sample.value]
        }
        #expect(rates == [[0.5, 120], [1.25, 80]])
    }

    @Test func `Polar's cadence and power are in the columns that its mode names`() throws {
        let head = "[Params]\nSMode=111100100\nDate=20090402\nStartTime=8:30:05.0\nInterval=5\n\n[HRData]\n"
        let rows = "100\t250\t80\t510\t200\n0\t250\t81\t511\t201\n"
        let samples = try load(head + rows).events.compactMap { event -> (Instant, Quantity, Double)? in
            guard case .scalar(let quantity, let sample) = event.payload else { return nil }
            return (event.time, quantity, sample.value)
        }
        #expect(samples.map(\.0) == [0, 0, 0, 5, 5].map { time(1_238_661_005 + $0) })
        #expect(samples.map(\.1) == [.heartRate, .cadence, .power, .cadence, .power])
        #expect(samples.map(\.2) == [100, 80, 200, 81, 201])
    }

    @Test func `a Geiger counter's sentences and those rounded apart are one fix a moment`() throws {
        let geiger = "$BNRDD,2023,2013-11-01T23:51:55Z,45,2,138,A,3729.6509,N,13956.5519,E,256.40,A,5,300*7D\n"
        let counted = fixes(try load(geiger))
        #expect(counted.map(\.time) == [time(1_383_349_915)] && counted[0].fix.altitude == 256.4)
        let rounded = """
            $GPZDA,120000.00,29,02,2024,,
            $GNGNS,120000.01,5006.0000,N,01424.0000,E,AA,12,0.8,250.0,45.0,,
            $GPRMC,120000.01,A,5006.0000,N,01424.0000,E,2.0,90.0,290224,,,A
            $GPZDA,120001.00,29,02,2024,,
            $GNGNS,120001.01,5006.0010,N,01424.0000,E,AA,12,0.8,250.0,45.0,,
            $GPRMC,120001.21,A,5006.0020,N,01424.0000,E,2.0,90.0,290224,,,A
            """
        let walked = fixes(try load(rounded))
        #expect(walked.count == 3 && walked.map { $0.time - walked[0].time }.allSatisfy { $0 < 1.3 })
        #expect(walked.map(\.fix.horizontalDilution) == [0.8, 0.8, 0.8])
    }

    /// A message of u-blox with its checksum.
    private func message(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let body = [1, kind, UInt8(payload.count & 255), UInt8(payload.count >> 8)] + payload
        var sums: (UInt8, UInt8) = (0, 0)
        for byte in body { (sums.0, sums.1) = (sums.0 &+ byte, sums.1 &+ sums.0 &+ byte) }
        return [0xB5, 0x62] + body + [sums.0, sums.1]
    }

    private func little(_ value: Int32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    @Test func `u-blox messages are fixes, and the sentences beside them say the same once more`() throws {
        var payload = [UInt8](repeating: 0, count: 92)
        payload.replaceSubrange(4..<12, with: [0xE8, 0x07, 2, 29, 12, 0, 1, 7])
        payload.replaceSubrange(16..<20, with: little(-250_000_000))
        payload.replaceSubrange(20..<24, with: [3, 1, 0, 9])
        let place = [144_000_000, -501_000_000, 0, 250_500, 3_000].flatMap { little($0) }
        payload.replaceSubrange(24..<44, with: place)
        payload.replaceSubrange(60..<68, with: little(1_500) + little(9_000_000))
        let sentence = Array("$GNRMC,120001.00,A,5006.0000,S,01424.0000,E,2.0,90.0,290224,,,A\r\n".utf8)
        let bytes = sentence + message(7, payload) + [0xB5] + message(0x35, [1, 2, 3]) + [0xB5, 0x62, 1]
        let document = try Importer().load(bytes: bytes)
        #expect(document.format.name == "ubx" || !document.events.isEmpty)
        let read = fixes(document)
        #expect(read.count == 1 && read[0].fix.satellites == 9)
        #expect(read.first?.time == Instant(nanoseconds: 1_709_208_000_750_000_000))
        #expect(read[0].fix.coordinate == Coordinate(latitude: -50.1, longitude: 14.4) && read[0].fix.altitude == 250.5)
        #expect(read[0].fix.speed == 1.5 && read[0].fix.courseDegrees == 90 && read[0].fix.horizontalAccuracy == 3)
        // Without a position in its own messages, the sentences count.
        let without = try Importer().load(bytes: message(0x35, [1, 2, 3]) + sentence)
        #expect(fixes(without).map(\.time) == [time(1_709_208_001)])
    }

    @Test func `a damaged stream of u-blox stops nothing`() throws {
        let whole = message(7, [UInt8](repeating: 3, count: 92)) + Array("$GNRMC,120001.00,A,5006".utf8)
        for length in whole.indices { _ = try? Importer().load(bytes: Array(whole[..<length]), as: UBXReader.self) }
        for index in whole.indices {
            var bytes = whole
            bytes[index] = 255
            _ = try? Importer().load(bytes: bytes, as: UBXReader.self)
        }
    }

    @Test func `tables with lines before the header, apart dates, empty times and no units are read`() throws {
        let cycle = """
            OBSDataFormat=2&TimeZone=GPS
            Date;Time;Millis;Latitude;Longitude;Altitude;Course;Speed;HDOP
            08.07.2020;15:02:41;5;48.7;9.1;300;90;12;1.1
            ;;;;;;;;
            """
        let ride = try load(cycle)
        #expect(fixes(ride).map(\.time) == [time(1_594_220_543)])
        #expect(ride.problems.contains { $0.reason == "1 row without a time was left out" })
        let flight = """
            Timestamp,UTC,Callsign,Position,Altitude,Speed,Direction
            1700000000,2023-11-14T22:13:20Z,A,"51.47,-0.45",1000,100,270
            """
        let flown = fixes(try load(flight))
        #expect(flown.count == 1 && flown[0].fix.coordinate == Coordinate(latitude: 51.47, longitude: -0.45))
        #expect(abs((flown[0].fix.altitude ?? 0) - 304.8) < 1e-9 && abs((flown[0].fix.speed ?? 0) - 51.4444) < 1e-3)
        let clock = """
            Time (EDT),Latitude,Longitude,Course,kts,mph,feet
            "Sun 11:59:05 PM",40.1,-73.2,90,140,161,3000
            "Mon 12:00:05 AM",40.2,-73.2,90,140,161,3000
            """
        let undated = try load(clock)
        #expect(fixes(undated).map(\.time) == [time(86_345), time(86_405)])
        #expect(undated.problems.contains { $0.reason.contains("no date") })
        let plane = ",x,y,ele,time\n0,6.26,50.84,150.4,2022/07/09 10:35:25+00\n"
        #expect(fixes(try load(plane)).first?.fix.coordinate == Coordinate(latitude: 50.84, longitude: 6.26))
        let phone = "Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)\n0.1,0,0,9.81\n"
        #expect(try load(phone).events.contains { if case .acceleration = $0.payload { true } else { false } })
    }

    @Test func `UTF-16 is read whatever its first character is`() throws {
        let text = "\r\n$GPRMC,120001.00,A,5006.0000,N,01424.0000,E,2.0,90.0,290224,,,A\r\n"
        let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #expect(fixes(try Importer().load(bytes: wide)).count == 1)
    }
}
