import Foundation
import Geometry
import SensorModel
import Testing
import TrackFormats

/// Exports of services that keep activities and places.
@Suite struct ServiceExportTests {
    private static let moment = 1_735_787_045.0

    @Test(arguments: [
        """
        [{"type":"latlng","data":[[50.1,14.4],[50.2,14.4]]},{"type":"time","data":[5,6]},{"type":"altitude",\
        "data":[300,301]},{"type":"velocity_smooth","data":[7,8]}]
        """,
        """
        {"latlng":{"data":[[50.1,14.4],[50.2,14.4]]},"time":{"data":[5,6]},"altitude":{"data":[300,301]},\
        "velocity_smooth":{"data":[7,8]}}
        """,
        """
        {"start_date":"2025-01-02T03:04:00Z","streams":{"latlng":[[50.1,14.4],[50.2,14.4]],"time":[5,6],\
        "altitude":[300,301],"velocity_smooth":[7,8]}}
        """,
    ])
    func `streams of Strava are lists side by side`(text: String) throws {
        let found = try Imported.fixes(text)
        let start = text.contains("start_date") ? Self.moment : 5
        #expect(found.map(\.time) == [start, start + 1])
        #expect(found.map(\.fix.coordinate?.latitude) == [50.1, 50.2] && found.map(\.fix.altitude) == [300, 301])
        #expect(found.map(\.fix.speed) == [7, 8])
        #expect(try Imported.document(text).problems.isEmpty == text.contains("start_date"))
    }

    @Test func `details of Garmin Connect name the columns of their rows, and their units`() throws {
        let old = """
            {"details":{"measurements":[{"metricsIndex":0,"key":"directLongitude","unit":"dd"},\
            {"metricsIndex":1,"key":"directLatitude","unit":"dd"},{"metricsIndex":2,"key":"directTimestamp",\
            "unit":"gmt"},{"metricsIndex":3,"key":"directElevation","unit":"centimeter"},{"metricsIndex":4,\
            "key":"directSpeed","unit":"kph"}],"metrics":[{"metrics":[14.4,50.1,1735787045000.0,30000.0,36.0]},\
            {"metrics":[0.0,0.0,1735787046000.0,null,null]}]}}
            """
        let found = try Imported.fixes(old)
        #expect(found.map(\.time) == [Self.moment] && found.first?.fix.coordinate?.longitude == 14.4)
        #expect(found.first?.fix.altitude == 300 && found.first?.fix.speed == 10)
        let new = """
            {"metricDescriptors":[{"metricsIndex":1,"key":"directLatitude","unit":{"key":"dd","factor":1.0}},\
            {"metricsIndex":0,"key":"directLongitude","unit":{"key":"dd"}},{"metricsIndex":2,"key":"directTimestamp",\
            "unit":{"key":"gmt"}}],"activityDetailMetrics":[{"metrics":[14.4,50.1,1735787045000.0]}],\
            "geoPolylineDTO":{"polyline":[{"lat":50.1,"lon":14.4,"time":1735787045000,"speed":0.0}]}}
            """
        #expect(try Imported.fixes(new).map(\.time) == [Self.moment])
    }

    @Test func `Polar's times are local, and its summaries are no fixes`() throws {
        let text = """
            {"latitude":50.1,"longitude":14.4,"startTime":"2025-01-02T04:04:05.000","timeZoneOffset":60,\
            "physicalInformationSnapshot":{"dateTime":"2025-01-02T09:08:01.000"},"exercises":[{"latitude":50.1,\
            "longitude":14.4,"startTime":"2025-01-02T04:04:05.000","timezoneOffset":60,"samples":{"recordedRoute":[\
            {"dateTime":"2025-01-02T04:04:05.000","longitude":14.4,"latitude":50.1,"altitude":300},\
            {"dateTime":"2025-01-02T04:04:06.000","longitude":14.4,"latitude":50.2,"altitude":300}]}}]}
            """
        #expect(try Imported.fixes(text).map(\.time) == [Self.moment, Self.moment + 1])
    }

    @Test func `samples that a service lists apart from the places are kept`() throws {
        let text = """
            {"exercises":[{"timezoneOffset":60,"heartRate":{"min":80,"max":150},"samples":{"heartRate":[\
            {"dateTime":"2025-01-02T04:04:05.000"},{"dateTime":"2025-01-02T04:04:06.000","value":120}],\
            "cadence":[{"dateTime":"2025-01-02T04:04:06.000","value":85}],\
            "altitude":[{"dateTime":"2025-01-02T04:04:06.000","value":300}],"recordedRoute":[\
            {"dateTime":"2025-01-02T04:04:05.000","longitude":14.4,"latitude":50.1},\
            {"dateTime":"2025-01-02T04:04:06.000","longitude":14.4,"latitude":50.2}]}}]}
            """
        let samples = try Imported.document(text).events.compactMap { event -> String? in
            guard case .scalar(let quantity, let sample) = event.payload else { return nil }
            return "\(event.time.seconds - Self.moment) \(quantity) \(sample.value)"
        }
        #expect(samples == ["1.0 heartRate 120.0", "1.0 cadence 85.0"])
        #expect(throws: FormatError.self) {
            try Imported.document(#"[{"time":"2025-01-02T03:04:05Z","heart_rate":120}]"#)
        }
    }

    @Test func `Suunto's barometer measures heights apart from the positions`() throws {
        func sample(_ second: Int, _ values: String) -> String {
            "<Sample>\(values)<UTC>2025-01-02T03:04:0\(second)Z</UTC></Sample>"
        }
        let place = "<Latitude>0.8</Latitude><Longitude>0.2</Longitude>"
        let log =
            sample(1, place + "<GPSAltitude>360</GPSAltitude>") + sample(2, "<Altitude>300</Altitude>")
            + sample(3, place) + sample(4, "<Altitude>301</Altitude>") + sample(5, place)
        let found = try Imported.fixes("<sml><DeviceLog><Samples>\(log)</Samples></DeviceLog></sml>")
        #expect(found.map(\.fix.altitude) == [300, 300, 301])
        let few = try Imported.fixes(
            "<sml><DeviceLog><Samples>\(sample(1, place + "<GPSAltitude>360</GPSAltitude>"))</Samples></DeviceLog></sml>"
        )
        #expect(few.map(\.fix.altitude) == [360])
    }

    @Test func `each activity of a logbook counts from its own start`() throws {
        let text = """
            <?xml version="1.0"?><FitnessWorkbook><AthleteLog><Activity><Track StartTime="2025-01-02T03:04:00Z">\
            <pt tm="5" lat="50.1" lon="14.4" ele="300" hr="120"/></Track></Activity><Activity>\
            <Track StartTime="2025-01-02T03:04:05Z"><pt tm="1" lat="50.2" lon="14.4"/></Track></Activity></AthleteLog>\
            </FitnessWorkbook>
            """
        #expect(try Imported.fixes(text).map(\.time) == [Self.moment, Self.moment + 1])
        #expect(try Imported.fixes(text).map(\.fix.altitude) == [300, nil])
    }

    @Test func `sentences without a dollar are read if their checksum is right`() throws {
        let text = "GNRMC,161723.60,A,4925.44579,N,00328.00000,E,0.1,,020125,,,A"
        let sum = text.utf8.reduce(0, ^)
        let line = "\(text)*\(String(sum, radix: 16, uppercase: true))\n"
        #expect(try Imported.fixes(line + line.replacing("1723.60", with: "1724.60")).count == 1)
        // Other text with an asterisk is no sentence.
        #expect(try Imported.document(line + "!AIVDM,1,1,,A,x,0*00\n").problems.isEmpty)
    }

    @Test func `Snapchat writes a place and its error as one text`() throws {
        let text = """
            {"Location History":[{"Time":"2025/01/02 03:04:05 UTC",\
            "Latitude, Longitude":"50.1 ± 39.66 meters, 14.4 ± 39.66 meters"}]}
            """
        let fix = try #require(try Imported.fixes(text).first)
        #expect(fix.time == Self.moment && fix.fix.coordinate == Coordinate(latitude: 50.1, longitude: 14.4))
        #expect(fix.fix.horizontalAccuracy == 39.66)
    }

    @Test func `a point whose name is empty is a fix`() throws {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"time":"2025/01/02 03:04:05",\
            "name":""},"geometry":{"type":"Point","coordinates":[14.4,50.1]}}]}
            """
        #expect(try Imported.fixes(text).map(\.time) == [Self.moment])
    }

    @Test func `one time too many in a track of KML moves no other`() throws {
        let text = """
            <kml><Placemark><gx:Track><when>2025-01-02T03:04:05Z</when><gx:coord>14.4 50.1 0</gx:coord>\
            <when>2025-01-02T03:04:06Z</when><gx:coord>14.4 50.2 0</gx:coord><when>2025-01-02T03:04:07Z</when>\
            </gx:Track></Placemark></kml>
            """
        #expect(try Imported.fixes(text).map(\.time) == [Self.moment, Self.moment + 1])
    }

    @Test func `positions without a fix count only if a whole file has none`() throws {
        let void = """
            $GPRMC,030405.00,V,5006.00000,N,01424.00000,E,,,020125,,,N
            $GPRMC,030406.00,V,5006.10000,N,01424.00000,E,,,020125,,,N

            """
        #expect(try Imported.fixes(void).map(\.fix.coordinate?.longitude) == [14.4, 14.4])
        #expect(try Imported.document(void).problems.map(\.kind) == [.doubted])
        let later = "$GPRMC,030407.00,A,5006.20000,N,01424.00000,E,,,020125,,,A\n"
        #expect(try Imported.fixes(void + later).compactMap(\.fix.coordinate).count == 1)
    }

    @Test func `moments before a receiver's clock was set are left out`() throws {
        let text = """
            $GPRMC,000001.00,V,,,,,,,280606,,,N
            $GPRMC,030405.00,A,5006.00000,N,01424.00000,E,,,020125,,,A

            """
        #expect(
            try Imported.fixes(text).map(\.time) == [Self.moment] && (try Imported.document(text).problems.count) == 1)
    }

    @Test func `an error says why nothing is left`() {
        let text = "$GPRMC,030405.00,A,5006.00000,N,01424.00000,E,,,020125,,,A*00\n"
        #expect { try Imported.fixes(text) } throws: { "\($0)".contains("wrong checksum") }
    }
}
