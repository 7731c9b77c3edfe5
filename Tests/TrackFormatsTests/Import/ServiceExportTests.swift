import Foundation
import Geodesy
import SensorModel
import Testing
import TrackFormats

/// Exports of services that keep activities and places.
@Suite struct ServiceExportTests {
    private func document(_ text: String) throws -> TrackDocument { try Importer().load(bytes: Array(text.utf8)) }

    private func fixes(_ text: String) throws -> [(time: Double, fix: Fix)] {
        try document(text).events.compactMap { event in
            if case .fix(let fix) = event.payload { (event.time.seconds, fix) } else { nil }
        }
    }

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
        let found = try fixes(text)
        let start = text.contains("start_date") ? Self.moment : 5
        #expect(found.map(\.time) == [start, start + 1])
        #expect(found.map(\.fix.coordinate?.latitude) == [50.1, 50.2] && found.map(\.fix.altitude) == [300, 301])
        #expect(found.map(\.fix.speed) == [7, 8])
        #expect(try document(text).problems.isEmpty == text.contains("start_date"))
    }

    @Test func `details of Garmin Connect name the columns of their rows, and their units`() throws {
        let old = """
            {"details":{"measurements":[{"metricsIndex":0,"key":"directLongitude","unit":"dd"},\
            {"metricsIndex":1,"key":"directLatitude","unit":"dd"},{"metricsIndex":2,"key":"directTimestamp",\
            "unit":"gmt"},{"metricsIndex":3,"key":"directElevation","unit":"centimeter"},{"metricsIndex":4,\
            "key":"directSpeed","unit":"kph"}],"metrics":[{"metrics":[14.4,50.1,1735787045000.0,30000.0,36.0]},\
            {"metrics":[0.0,0.0,1735787046000.0,null,null]}]}}
            """
        let found = try fixes(old)
        #expect(found.map(\.time) == [Self.moment] && found.first?.fix.coordinate?.longitude == 14.4)
        #expect(found.first?.fix.altitude == 300 && found.first?.fix.speed == 10)
        let new = """
            {"metricDescriptors":[{"metricsIndex":1,"key":"directLatitude","unit":{"key":"dd","factor":1.0}},\
            {"metricsIndex":0,"key":"directLongitude","unit":{"key":"dd"}},{"metricsIndex":2,"key":"directTimestamp",\
            "unit":{"key":"gmt"}}],"activityDetailMetrics":[{"metrics":[14.4,50.1,1735787045000.0]}],\
            "geoPolylineDTO":{"polyline":[{"lat":50.1,"lon":14.4,"time":1735787045000,"speed":0.0}]}}
            """
        #expect(try fixes(new).map(\.time) == [Self.moment])
    }

    @Test func `Polar's times are local, and its summaries are no fixes`() throws {
        let text = """
            {"latitude":50.1,"longitude":14.4,"startTime":"2025-01-02T04:04:05.000","timeZoneOffset":60,\
            "physicalInformationSnapshot":{"dateTime":"2025-01-02T09:08:01.000"},"exercises":[{"latitude":50.1,\
            "longitude":14.4,"startTime":"2025-01-02T04:04:05.000","timezoneOffset":60,"samples":{"recordedRoute":[\
            {"dateTime":"2025-01-02T04:04:05.000","longitude":14.4,"latitude":50.1,"altitude":300},\
            {"dateTime":"2025-01-02T04:04:06.000","longitude":14.4,"latitude":50.2,"altitude":300}]}}]}
            """
        #expect(try fixes(text).map(\.time) == [Self.moment, Self.moment + 1])
    }

    @Test func `Snapchat writes a place and its error as one text`() throws {
        let text = """
            {"Location History":[{"Time":"2025/01/02 03:04:05 UTC",\
            "Latitude, Longitude":"50.1 ± 39.66 meters, 14.4 ± 39.66 meters"}]}
            """
        let fix = try #require(try fixes(text).first)
        #expect(fix.time == Self.moment && fix.fix.coordinate == Coordinate(latitude: 50.1, longitude: 14.4))
        #expect(fix.fix.horizontalAccuracy == 39.66)
    }

    @Test func `a point whose name is empty is a fix`() throws {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"time":"2025/01/02 03:04:05",\
            "name":""},"geometry":{"type":"Point","coordinates":[14.4,50.1]}}]}
            """
        #expect(try fixes(text).map(\.time) == [Self.moment])
    }

    @Test func `one time too many in a track of KML moves no other`() throws {
        let text = """
            <kml><Placemark><gx:Track><when>2025-01-02T03:04:05Z</when><gx:coord>14.4 50.1 0</gx:coord>\
            <when>2025-01-02T03:04:06Z</when><gx:coord>14.4 50.2 0</gx:coord><when>2025-01-02T03:04:07Z</when>\
            </gx:Track></Placemark></kml>
            """
        #expect(try fixes(text).map(\.time) == [Self.moment, Self.moment + 1])
    }

    @Test func `positions without a fix count only if a whole file has none`() throws {
        let void = """
            $GPRMC,030405.00,V,5006.00000,N,01424.00000,E,,,020125,,,N
            $GPRMC,030406.00,V,5006.10000,N,01424.00000,E,,,020125,,,N

            """
        #expect(try fixes(void).map(\.fix.coordinate?.longitude) == [14.4, 14.4])
        #expect(try document(void).problems.map(\.kind) == [.doubted])
        let later = "$GPRMC,030407.00,A,5006.20000,N,01424.00000,E,,,020125,,,A\n"
        #expect(try fixes(void + later).compactMap(\.fix.coordinate).count == 1)
    }

    @Test func `moments before a receiver's clock was set are left out`() throws {
        let text = """
            $GPRMC,000001.00,V,,,,,,,280606,,,N
            $GPRMC,030405.00,A,5006.00000,N,01424.00000,E,,,020125,,,A

            """
        #expect(try fixes(text).map(\.time) == [Self.moment] && (try document(text).problems.count) == 1)
    }

    @Test func `an error says why nothing is left`() {
        let text = "$GPRMC,030405.00,A,5006.00000,N,01424.00000,E,,,020125,,,A*00\n"
        #expect { try fixes(text) } throws: { "\($0)".contains("wrong checksum") }
    }
}
