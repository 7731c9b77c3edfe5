import Geometry
import SensorModel
import Testing

@testable import TrackFormats

@Suite struct TCXReaderTests {
    private func point(_ second: Int) -> String {
        """
        <Trackpoint><Time>2024-05-01T10:00:\(second < 10 ? "0" : "")\(second)Z</Time><Position><LatitudeDegrees>\
        \(48 + Double(second) * 4 / 111_195)</LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees></Position>
        <AltitudeMeters>500.5</AltitudeMeters><DistanceMeters>\(second * 4)</DistanceMeters><HeartRateBpm><Value>140</Value>
        </HeartRateBpm><Extensions><ns3:TPX><ns3:Speed>4.0</ns3:Speed><ns3:RunCadence>85</ns3:RunCadence><ns3:Watts>250</ns3:Watts></ns3:TPX>
        </Extensions></Trackpoint>
        """
    }

    private func file(_ laps: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
            xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Running">
            <Id>2024-05-01T10:00:00Z</Id>\(laps)<Creator><Name>Forerunner</Name></Creator></Activity></Activities>
            <Author><Name>Connect</Name></Author></TrainingCenterDatabase>
            """.utf8)
    }

    private func lap(_ tracks: [Range<Int>]) -> String {
        "<Lap StartTime=\"2024-05-01T10:00:00Z\"><DistanceMeters>50</DistanceMeters><AverageHeartRateBpm><Value>99</Value>"
            + "</AverageHeartRateBpm>" + tracks.map { "<Track>\($0.map(point).joined())</Track>" }.joined() + "</Lap>"
    }

    @Test func `a point keeps speed, heart rate, cadence and power of its extensions`() throws {
        let document = try Importer().load(bytes: file(lap([0..<10])))
        let point = try #require(document.tracks.first?.segments.first?.last)
        #expect(
            [point.speed, point.heartRate, point.cadence, point.power, point.altitude] == [4, 140, 85, 250, 500.5])
        #expect(document.creator == "Forerunner" && document.format.name == "tcx")
        #expect(document.tracks.first?.sport == "running" && document.tracks.first?.statedDistance == 50)
    }

    @Test func `a course is a route, unless its points have what only sensors measure`() throws {
        func course(_ extra: String) throws -> TrackDocument {
            let points = (0..<30).map { second in
                """
                <Trackpoint><Time>2024-05-01T10:00:\(second < 10 ? "0" : "")\(second)Z</Time><Position><LatitudeDegrees>\
                \(48 + Double(second) * 4 / 111_195)</LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees></Position>
                <AltitudeMeters>500.5</AltitudeMeters>\(extra)</Trackpoint>
                """
            }
            return try Importer().load(
                bytes: Array(
                    """
                    <TrainingCenterDatabase xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Courses>
                    <Course><Name>Lake</Name><Track>\(points.joined())</Track></Course></Courses></TrainingCenterDatabase>
                    """.utf8))
        }
        let plan = try course("")
        #expect(plan.tracks.isEmpty && plan.routes.map(\.pointCount) == [30] && plan.problems.isEmpty)
        #expect(plan.mapFeatures.count == 1)
        let recording = try course("<Extensions><ns3:TPX><ns3:Speed>4</ns3:Speed></ns3:TPX></Extensions>")
        #expect(recording.tracks.map(\.pointCount) == [30] && recording.routes.isEmpty)
        #expect(recording.problems.map(\.kind) == [.doubted])
    }

    @Test func `a lap goes on, a second track within one follows a pause`() throws {
        let document = try Importer().load(bytes: file(lap([0..<10]) + lap([10..<20, 30..<40])))
        #expect(document.tracks.map { $0.segments.map(\.count) } == [[20, 10]])
        #expect(document.tracks.first?.statedDistance == 100)
        // Between both tracks, the points move on at 4 m/s.
        #expect(
            document.sensorEvents.map(\.payload) == [
                .span(DeviceSpan(.lap, duration: 9, distance: 50)), .span(DeviceSpan(.lap, duration: 39, distance: 50)),
            ])
    }

    @Test func `an invalid number is reported with its line, and can be left out`() throws {
        let text = String(decoding: file(lap([0..<3])), as: UTF8.self).replacing(
            "<ns3:Speed>4.0", with: "<ns3:Speed>fast")
        let error = #expect(throws: FormatError.self) { try Importer().load(bytes: Array(text.utf8)) }
        #expect(error?.description.contains("Speed \"fast\" is not a number") == true)
        let kept = try Importer(keepsGoodPart: true).load(bytes: Array(text.utf8))
        #expect(kept.pointCount == 3 && kept.problemCount == 3)
    }
}
