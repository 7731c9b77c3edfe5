import Foundation
import Geometry
import SensorModel
import TestSupport
import Testing
import TrackFormats

@Suite struct FormatsTests {
    private func load(_ text: String, keepsGoodPart: Bool = false) throws -> TrackDocument {
        try Importer(keepsGoodPart: keepsGoodPart).load(bytes: Array(text.utf8), name: "file")
    }

    private func sentence(_ body: String) -> String {
        "$\(body)*" + String(body.utf8.reduce(0, ^), radix: 16, uppercase: true).leftPadded + "\r\n"
    }

    @Test func `NMEA sentences of one moment are one fix, whatever their talker`() throws {
        let document = try load(
            sentence("GNGGA,120000.50,5006.0000,N,01424.0000,W,1,09,0.9,250.5,M,45.0,M,,")
                + sentence("GNGSA,A,3,01,02,03,,,,,,,,,,1.5,0.9,1.2")
                + sentence("GNRMC,120000.50,A,5006.0000,N,01424.0000,W,10.0,88.5,290224,,,A")
                + sentence("GNGST,120000.50,1.0,2.0,1.0,0.0,3.0,4.0,6.5") + "$GNRMC,120001.00,A*00\r\n"
                + sentence("GNRMC,120001.50,V,,,,,,,290224,,,N"))
        let fixes = fixes(document)
        #expect(fixes.count == 2)
        #expect(fixes[0].time == Instant(nanoseconds: 1_709_208_000_500_000_000))
        let fix = fixes[0].fix
        #expect(fix.mode == .threeDimensional && fix.satellites == 9 && fix.altitude == 250.5)
        #expect(fix.coordinate == Coordinate(latitude: 50.1, longitude: -14.4))
        #expect(abs((fix.horizontalAccuracy ?? 0) - 12.5.squareRoot()) < 1e-12 && fix.verticalAccuracy == 6.5)
        #expect(abs((fix.speed ?? 0) - 5.14444) < 1e-4 && fix.courseDegrees == 88.5)
        #expect(fixes[1].fix.mode == .noFix && fixes[1].fix.coordinate == nil)
        #expect(document.problems.first?.reason.hasPrefix("1 sentence with a wrong checksum") == true)
    }

    @Test func `sentences of u-blox and waypoints are read`() throws {
        let lines =
            sentence("PUBX,00,103607.00,5327.03942,N,00214.42462,W,104.461,G3,2.9,3.1,36,39.63,-0.007,,0.88,1,1,6,0,0")
            + sentence("PUBX,03,0") + sentence("PUBX,04,103607.00,060321,556567.00,2147,18,-384839,-53.623,16")
            + sentence("GPWPL,4917.16,N,12310.64,W,003") + sentence("GPWPL,4917.16,N,12310.64,W,003")
            + sentence("PUBX,00,103608.00,0000.00000,N,00000.00000,E,0,NF,9,9,0,0,0,,99,99,99,0,0,0")
        let document = try Importer().load(bytes: Array(lines.utf8))
        let fixes = fixes(document)
        #expect(fixes.map(\.time.seconds) == [1_615_026_967, 1_615_026_968])
        let fix = fixes[0].fix
        #expect(abs((fix.coordinate?.latitude ?? 0) - 53.450657) < 1e-6)
        #expect(abs((fix.coordinate?.longitude ?? 0) + 2.2404103) < 1e-6)
        #expect(fix.mode == .threeDimensional && fix.altitude == nil && fix.satellites == 6)
        #expect(fix.horizontalAccuracy == 2.9 && fix.verticalAccuracy == 3.1 && fix.horizontalDilution == 0.88)
        #expect(fix.speed == 10 && fix.courseDegrees == 39.63)
        #expect(fixes[1].fix.coordinate == nil)
        #expect(document.waypoints.map(\.name) == ["003"])
    }

    @Test func `the satellites of an NMEA log are those in view, with the strongest of their signals and their use`()
        throws
    {
        let document = try load(
            sentence("GPGSV,1,1,01,09,10,020,30")
                + sentence("GNRMC,120000,A,5006.0,N,01424.0,E,0,0,290224,,,A")
                + sentence("GNGSA,A,3,05,40,,,,,,,,,,,1.9,1.1,1.5,1")
                + sentence("GNGSA,A,3,70,,,,,,,,,,,,1.9,1.1,1.5,2")
                + sentence("GPGSV,2,1,05,05,72,040,44,12,18,200,,40,30,180,38,31,05,010,00,1")
                + sentence("GPGSV,2,2,05,02,01,,22,1") + sentence("GPGSV,1,1,01,05,72,040,31,5")
                + sentence("GLGSV,1,1,01,70,60,300,45,1") + sentence("GAGSV,1,1,01,05,20,100,40,7")
                + sentence("GNRMC,120001,A,5006.0,N,01424.0,E,0,0,290224,,,A"))
        let skies = document.sensorEvents.compactMap { event in
            if case .sky(let sky) = event.payload { (event.time, sky) } else { nil }
        }
        #expect(skies.count == 1 && skies.first?.0 == fixes(document).first?.time)
        #expect(
            skies.first?.1.satellites == [
                Satellite(number: 2, constellation: 0, elevationDegrees: 1, signalStrength: 22),
                Satellite(
                    number: 5, constellation: 0, elevationDegrees: 72, azimuthDegrees: 40, signalStrength: 44,
                    isUsed: true),
                Satellite(number: 12, constellation: 0, elevationDegrees: 18, azimuthDegrees: 200),
                Satellite(number: 31, constellation: 0, elevationDegrees: 5, azimuthDegrees: 10),
                Satellite(
                    number: 127, constellation: 1, elevationDegrees: 30, azimuthDegrees: 180, signalStrength: 38,
                    isUsed: true),
                Satellite(number: 5, constellation: 2, elevationDegrees: 20, azimuthDegrees: 100, signalStrength: 40),
                Satellite(
                    number: 70, constellation: 6, elevationDegrees: 60, azimuthDegrees: 300, signalStrength: 45,
                    isUsed: true),
            ])
        #expect(skies.first?.1.horizontalDilution == 1.1)
    }

    @Test func `an NMEA log goes over midnight and dates what comes before its first date`() throws {
        func gga(_ time: String) -> String { sentence("GPGGA,\(time),5006.0,N,01424.0,E,1,09,0.9,1,M,,M,,") }
        let document = try load(
            gga("235958") + gga("235959") + gga("000000")
                + sentence("GPRMC,000001,A,5006.0,N,01424.0,E,0,0,010124,,,A") + gga("235959") + gga("000000"))
        let start = Instant(nanoseconds: 1_704_067_198_000_000_000)
        #expect(fixes(document).map { $0.time - start } == [0, 1, 2, 3, 86_401, 86_402])
    }

    @Test func `an NMEA log that goes on past the last instant loses what is beyond`() throws {
        func gga(_ time: String) -> String { sentence("GPGGA,\(time),5006.0,N,01424.0,E,1,09,0.9,1,M,,M,,") }
        let days = (0..<110).map { _ in gga("000001") + gga("235959") }.joined()
        let dated = fixes(try load(sentence("GPZDA,000000,31,12,2261,,") + days))
        // The last instant is on 2262-04-11, 101 days later.
        #expect(dated.count == 203)
        #expect(zip(dated, dated.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(fixes(try load(days)).count == 220)
    }

    @Test func `a log of gpsd gives one fix an epoch, its best`() throws {
        let document = try load(
            """
            {"class":"VERSION","release":"3.22"}
            {"class":"SKY","device":"/dev/a","hdop":1.1,"satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}
            {"class":"TPV","device":"/dev/a","mode":2,"time":"2024-02-29T12:00:00.000Z","lat":50.1,"lon":14.4,"eph":20.9}
            {"class":"TPV","device":"/dev/a","mode":3,"time":"2024-02-29T12:00:00.000Z","lat":50.1,"lon":14.4,"altMSL":250,"eph":20.9,"speed":1.5,"track":90}
            {"class":"TPV","device":"/dev/a","mode":1,"time":"2024-02-29T12:00:00.000Z"}
            {"class":"TPV","device":"/dev/a","mode":3,"time":"2024-02-29T12:00:01.000Z","lat":50.2,"lon":14.4,"eph":2.4477}
            """)
        let fixes = fixes(document)
        #expect(fixes.count == 2)
        #expect(fixes[0].fix.mode == .threeDimensional && fixes[0].fix.altitude == 250 && fixes[0].fix.speed == 1.5)
        #expect(fixes[0].fix.accuracyOrigin == .dilutionOfPrecision)
        #expect(abs((fixes[0].fix.horizontalDilution ?? 0) - 1.1) < 1e-9)
        #expect(abs((fixes[0].fix.horizontalAccuracy ?? 0) - 4.4) < 1e-9)
        #expect(fixes[0].fix.satellites == 1 && fixes[1].fix.horizontalAccuracy == 1)
    }

    @Test func `a table is understood by its header`() throws {
        let document = try load(
            """
            time,latitude,longitude,altitude,horizontalAccuracy,speed,bearing,acc_x,acc_y,acc_z,gyro_z,gyro_y,gyro_x,pressure
            2024-02-29 12:00:00.25+01:00,50.1,14.4,250,4,-1,90,0.1,0.2,9.8,3,2,1,1013.25
            2024-02-29 12:00:01.25+01:00,,,,,,,0.1,0.2,9.8,,,,
            """)
        let payloads = document.events.map(\.payload)
        let first = Instant(nanoseconds: 1_709_204_400_250_000_000)
        #expect(fixes(document).map(\.time) == [first, first + 1])
        #expect(fixes(document).map(\.fix.mode) == [.threeDimensional, .noFix])
        #expect(fixes(document)[0].fix.speed == nil && fixes(document)[0].fix.courseDegrees == 90)
        let rotations = payloads.compactMap { if case .rotation(let sample) = $0 { sample.vector } else { nil } }
        #expect(rotations == [.init(1, 2, 3)])
        let pressures = payloads.compactMap {
            if case .scalar(.pressure, let sample) = $0 { sample.value } else { nil }
        }
        #expect(pressures == [101.325])
    }

    @Test(arguments: ["altitude,altitudeAboveMeanSeaLevel", "altitudeAboveMeanSeaLevel,altitude"])
    func `the height above the sea wins, as in Sensor Logger's JSON`(columns: String) throws {
        let names = columns.split(separator: ",")
        let heights = names.map { $0 == "altitude" ? "301.5" : "250.25" }.joined(separator: ",")
        let table = try load("time,latitude,longitude,\(columns)\n1700000000000000000,50.1,14.4,\(heights)\n")
        let list = try load(
            """
            [{"sensor":"Location","time":"1700000000000000000","latitude":50.1,"longitude":14.4,
            "altitude":301.5,"altitudeAboveMeanSeaLevel":250.25}]
            """)
        #expect(fixes(table).map(\.fix.altitude) == [250.25] && fixes(list).map(\.fix.altitude) == [250.25])
        let other = try load("time,latitude,longitude,\(columns)\n1700000000000000000,50.1,14.4,301.5,301.5\n")
        #expect(fixes(other).map(\.fix.altitude) == [301.5])
    }

    @Test(arguments: [("ios", "false", -1.0), ("ios", "true", 1.0), ("android", "false", 1.0)])
    func `Sensor Logger's signs follow the platform`(platform: String, standardised: String, sign: Double) throws {
        let document = try load(
            """
            [{"sensor":"Metadata","platform":"\(platform)","standardisation":"\(standardised)"},
            {"sensor":"Accelerometer","time":"1700000000123456789","seconds_elapsed":"0.1","x":"0.5","y":"0","z":"0"},
            {"sensor":"Gravity","time":"1700000000123456789","x":0,"y":0,"z":9.80665},
            {"sensor":"Gyroscope","time":"1700000000123456789","x":1,"y":2,"z":3},
            {"sensor":"Barometer","time":"1700000000123456789","relativeAltitude":"0","pressure":"1000"},
            {"sensor":"Location","time":"1700000000123456789","latitude":"50.1","longitude":"14.4","speed":"-1"}]
            """)
        #expect(document.format.name == "sensorLogger")
        let vectors = document.events.compactMap { event -> SIMD3<Double>? in
            if case .acceleration(let sample) = event.payload { sample.vector } else { nil }
        }
        #expect(vectors == [SIMD3(0.5, 0, 9.80665) * sign])
        #expect(document.events.last?.time == Instant(nanoseconds: 1_700_000_000_123_456_789))
        #expect(fixes(document).first?.fix.speed == nil)
    }

    @Test func `an old timeline counts milliseconds, and leaves out the ends of a segment`() throws {
        let text = #"""
            {"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":501000000,"longitudeE7":144000000,"name":"Home"},
            "duration":{"startTimestampMs":"1709204400000","endTimestampMs":"1709208000000"}}},
            {"activitySegment":{"startLocation":{},"endLocation":{},"activityType":"CYCLING",
            "duration":{"startTimestampMs":"1709208000000","endTimestampMs":"1709208600000"},
            "waypointPath":{"waypoints":[{"latE7":501000000,"lngE7":144000000},{"latE7":501500000,"lngE7":144500000},
            {"latE7":502000000,"lngE7":145000000}]}}}]}
            """#
        let document = try load(text)
        #expect(document.waypoints.map(\.name) == ["Home"])
        #expect(document.tracks.map(\.activity) == [nil, .cycling])
        #expect(
            document.tracks.map { $0.segments[0].map { $0.time?.seconds } } == [
                [1_709_204_400, 1_709_208_000], [1_709_208_000, 1_709_208_600],
            ])
        #expect(document.tracks[1].segments[0].map(\.coordinate.latitude) == [50.1, 50.2])
    }

    @Test func `points of a path belong to the move in whose time they are`() throws {
        let path =
            #"{"startTime":"2024-02-29T11:00:00Z","timelinePath":[{"point":"geo:50.1,14.4","durationMinutesOffsetFromStartTime":"20"},{"point":"geo:50.2,14.4","durationMinutesOffsetFromStartTime":"25"},{"point":"geo:50.3,14.4","durationMinutesOffsetFromStartTime":"40"}]}"#
        let move =
            #"{"startTime":"2024-02-29T11:15:00Z","endTime":"2024-02-29T11:30:00Z","activity":{"start":"geo:50.0,14.4","end":"geo:50.25,14.4","topCandidate":{"type":"IN_PASSENGER_VEHICLE"}}}"#
        let tracks = try load("[\(path),\(move)]").tracks
        let latitudes = tracks.map { $0.segments.joined().map(\.coordinate.latitude) }
        #expect(latitudes == [[50.3], [50, 50.1, 50.2, 50.25]])
        #expect(tracks.map(\.activity) == [nil, .automotive])
    }

    @Test func `a visit within a visit adds no second stay`() throws {
        func visit(_ start: String, _ end: String) -> String {
            #"{"startTime":"2024-02-29T\#(start):00Z","endTime":"2024-02-29T\#(end):00Z","visit":{"topCandidate":{"placeLocation":"geo:50.1,14.4"}}}"#
        }
        let tracks = try load("[\(visit("11:10", "11:20")),\(visit("11:00", "12:00")),\(visit("11:50", "12:30"))]")
            .tracks
        let seconds = tracks.map { $0.segments.joined().compactMap { $0.time.map { $0.seconds - 1_709_204_400 } } }
        #expect(seconds == [[0, 3_600], [3_601, 5_400]])
    }

    /// The minutes after 11:00 of the points of a path, and those of the parts that are left of a stay of an hour.
    @Test(
        arguments: [
            ([], [[0, 60]]), ([90], [[0, 60]]), ([-5, 5, 15, 25, 35, 45, 55, 65], []),
            ([20, 30, 40], [[0, 20], [40, 60]]), ([30], [[0, 30], [30, 60]]),
        ] as [([Int], [[Int]])])
    func `a stay of a phone's export holds while no path covers it`(path: [Int], parts: [[Int]]) throws {
        let points = path.map { #"{"point":"geo:50.2,14.4","durationMinutesOffsetFromStartTime":"\#($0)"}"# }
        let segment = #"{"startTime":"2024-02-29T11:00:00Z","timelinePath":[\#(points.joined(separator: ","))]}"#
        let visit =
            #"{"startTime":"2024-02-29T11:00:00Z","endTime":"2024-02-29T12:00:00Z","visit":{"topCandidate":{"placeLocation":"geo:50.1,14.4"}}}"#
        let tracks = try load("[\(visit),\(segment)]").tracks.map { $0.segments.flatMap { $0 } }
        let stays = tracks.filter { $0[0].coordinate.latitude == 50.1 }
        let minutes = stays.map { $0.map { ((($0.time?.seconds ?? 0) - 1_709_204_400) / 60).rounded() } }
        #expect(minutes == parts.map { $0.map(Double.init) })
        #expect(tracks.count == stays.count + (path.isEmpty ? 0 : 1))
    }

    @Test(arguments: [
        #"{"locations":[{"latitudeE7":501000000,"longitudeE7":144000000,"accuracy":20,"timestamp":"2024-02-29T12:00:00Z"}]}"#,
        #"{"locations":[{"latitudeE7":501000000,"longitudeE7":144000000,"accuracy":20,"timestampMs":"1709208000000"}]}"#,
        #"{"timelineObjects":[{"activitySegment":{"duration":{"startTimestamp":"2024-02-29T12:00:00Z"},"activityType":"CYCLING","simplifiedRawPath":{"points":[{"latE7":501000000,"lngE7":144000000,"timestamp":"2024-02-29T12:00:00Z"}]}}},{"placeVisit":{"location":{"latitudeE7":1,"longitudeE7":2,"name":"Home"}}}]}"#,
        #"{"semanticSegments":[{"startTime":"2024-02-29T13:00:00+01:00","timelinePath":[{"point":"50.1°, 14.4°","time":"2024-02-29T13:00:00+01:00"}]}]}"#,
        #"{"rawSignals":[{"position":{"LatLng":"50.1°, 14.4°","accuracyMeters":9,"timestamp":"2024-02-29T12:00:00.000Z"}}]}"#,
        #"[{"startTime":"2024-02-29T11:00:00Z","endTime":"2024-02-29T13:00:00Z","timelinePath":[{"point":"geo:50.1,14.4","durationMinutesOffsetFromStartTime":"60"}]}]"#,
        #"[{"date":"20240229","segments":[{"type":"move","activities":[{"activity":"cyc","trackPoints":[{"lat":50.1,"lon":14.4,"time":"20240229T130000+0100"}]}]},{"type":"place","place":{"name":"Home","location":{"lat":1,"lon":2}}}]}]"#,
    ])
    func `timelines give their points`(text: String) throws {
        let points = try load(text).tracks.flatMap(\.segments).flatMap { $0 }
        #expect(points.map(\.coordinate) == [Coordinate(latitude: 50.1, longitude: 14.4)])
        #expect(points.map(\.time) == [Instant(nanoseconds: 1_709_208_000_000_000_000)])
        #expect(points[0].altitude == nil)
    }

    @Test(arguments: [
        #"[{"date":"20240229","segments":[{"type":"move","activities":[{"activity":"cyc","trackPoints":[{"lat":50.1,"lon":14.4,"time":"20240229T130000Z"},{"lat":420,"lon":14,"time":"20240229T130001Z"}]}]}]}]"#,
        #"{"RIDE":{"STARTTIME":"2024/02/29 12:00:00 UTC","SAMPLES":[{"SECS":0,"LAT":50.1,"LON":14.4},{"SECS":1,"LAT":420,"LON":14}]}}"#,
        #"{"format":"odograph-track","version":1,"tracks":[{"segments":[[{"latitude":50.1,"longitude":14.4},{"latitude":420,"longitude":14}]]}],"waypoints":[]}"#,
        #"{"locations":[{"latitudeE7":501000000,"longitudeE7":144000000,"timestamp":"2024-02-29T12:00:00Z"},{"latitudeE7":4200000000,"longitudeE7":140000000,"timestamp":"2024-02-29T12:00:01Z"}]}"#,
    ])
    func `a place that is not on Earth is reported, and left out if only the good part is wanted`(text: String) throws {
        let error = #expect(throws: FormatError.self) { try load(text) }
        #expect(error?.description.contains("latitude 420.0, longitude 14.0 is not on Earth") == true)
        let kept = try load(text, keepsGoodPart: true)
        #expect(
            kept.tracks.flatMap(\.segments).joined().map(\.coordinate) == [Coordinate(latitude: 50.1, longitude: 14.4)])
        #expect(kept.problems.map(\.reason).contains { $0.contains("not on Earth") })
    }

    @Test func `a fix off the Earth stands in no line that is exported`() throws {
        let document = try load(
            sentence("GPRMC,120000,A,5006.0,N,01424.0,E,0,0,290224,,,A")
                + sentence("GPRMC,120001,A,9506.0,N,01424.0,E,0,0,290224,,,A"))
        #expect(fixes(document).count == 2)
        var events = document.events + [SensorEvent(time: fixes(document)[1].time + 1, payload: .marker("here"))]
        EventOrder().sort(&events)
        for kind in TrackKind.allCases {
            let line = TrackDocument(session: events, kind: kind)
            #expect(line.tracks.flatMap(\.segments).joined().allSatisfy { $0.coordinate.isValid })
            #expect(line.waypoints.allSatisfy { $0.coordinate.isValid })
        }
    }

    @Test func `compressed files and archives are read through`() throws {
        let folder = try temporaryFolder()
        let script = """
            import gzip, zipfile, sys
            gzip.open(sys.argv[1] + "/a.gpx.gz", "wt").write('<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>')
            z = zipfile.ZipFile(sys.argv[1] + "/sensorlogger.zip", "w")
            z.writestr("Metadata.csv", "version,platform,standardisation\\n3,ios,false\\n")
            z.writestr("Accelerometer.csv", "time,seconds_elapsed,z,y,x\\n1700000000000000000,0,0,0,1\\n")
            z.writestr("Gravity.csv", "time,seconds_elapsed,z,y,x\\n1700000000000000000,0,-9.8,0,0\\n")
            z.writestr("Orientation.csv", "time,seconds_elapsed,qz,qy,qx,qw\\n1700000000000000000,0,0,0,0,1\\n")
            z.close()
            z = zipfile.ZipFile(sys.argv[1] + "/phyphox.zip", "w")
            z.writestr("Location [1].csv", '"Time (s)","Latitude (°)","Longitude (°)","Velocity (m/s)"\\n1.5E0,50.1,14.4,2\\n')
            z.writestr("meta/time.csv", '"event","experiment time","system time","system time text"\\n"START",0.5,1700000000.5,"x"\\n')
            z.close()
            z = zipfile.ZipFile(sys.argv[1] + "/tracks.zip", "w")
            z.writestr("readme.txt", "nothing\\n")
            z.writestr("a.gpx", '<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>')
            z.close()
            """
        let made = try ChildProcess.run("/usr/bin/env", ["python3", "-c", script, folder.path])
        try #require(made.status == 0, "\(made.errors)")
        func load(_ name: String) throws -> TrackDocument {
            try Importer().load(path: folder.appending(path: name).path)
        }
        #expect(try load("a.gpx.gz").tracks.map(\.pointCount) == [1])
        #expect(try load("tracks.zip").tracks.map(\.pointCount) == [1])
        let phone = try load("sensorlogger.zip")
        #expect(phone.events.last?.payload == .acceleration(VectorSample(device: DeviceID(1), x: -1, y: 0, z: 9.8)))
        let phyphox = try load("phyphox.zip")
        #expect(phyphox.format.name == "phyphox")
        #expect(fixes(phyphox).map(\.time) == [Instant(nanoseconds: 1_700_000_001_500_000_000)])
        #expect(fixes(phyphox).map(\.fix.speed) == [2])
    }

    @Test func `progress can cancel`() throws {
        let folder = try temporaryFolder()
        let file = folder.appending(path: "log").path
        let line = "{\"type\":\"tick\",\"time\":1}\n"
        try String(repeating: line, count: 200_000).write(toFile: file, atomically: true, encoding: .utf8)
        var shares: [Double] = []
        _ = try Importer().load(path: file) { shares.append($0) }
        #expect(shares.count >= 3 && shares == shares.sorted() && shares.allSatisfy { 0...1 ~= $0 })
        #expect(throws: CancellationError.self) { try Importer().load(path: file) { _ in throw CancellationError() } }
    }
}

extension String {
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
