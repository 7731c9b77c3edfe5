import SensorModel
import Testing

@testable import TrackFormats

@Suite struct PlacelessSamplesTests {
    private func samples(_ quantity: Quantity, _ document: TrackDocument) -> [Double] {
        document.events.compactMap { event in
            if case .scalar(quantity, let sample) = event.payload { sample.value } else { nil }
        }
    }

    /// A Suunto log of ten seconds: positions in samples of their own, between those of the watch.
    private static let suunto: String = {
        let samples = (0..<10).map { second in
            """
            <Sample><HR>2</HR><BikePower>\(200 + second)</BikePower><Speed>4</Speed><SampleType>periodic</SampleType>\
            <UTC>2024-05-01T10:00:0\(second)Z</UTC></Sample><Sample><Latitude>0.86\(second)</Latitude>\
            <Longitude>0.24</Longitude><UTC>2024-05-01T10:00:0\(second).5Z</UTC></Sample>
            """
        }
        return "<sml><DeviceLog><Samples>\(samples.joined())</Samples></DeviceLog></sml>"
    }()

    @Test func `the heart rates of a log that writes its positions apart are kept`() throws {
        let document = try load(Self.suunto)
        #expect(document.pointCount == 10)
        #expect(samples(.heartRate, document) == Array(repeating: 120, count: 10))
        #expect(samples(.power, document) == (200..<210).map(Double.init))
        // The watch computes its speed from its positions.
        #expect(samples(.sensorSpeed, document).isEmpty)
    }

    @Test func `the samples of a separate sensor go out with the points`() throws {
        var events = try load(Self.suunto).events
        EventOrder().sort(&events)
        let points = TrackDocument(session: events, kind: .raw).tracks.flatMap { $0.segments.flatMap(\.self) }
        #expect(points.map(\.heartRate) == Array(repeating: 120, count: 10))
        #expect(points.map(\.power) == (200..<210).map(Double.init))
        let smoothed = TrackDocument(session: events, kind: .smoothed).tracks.flatMap { $0.segments.flatMap(\.self) }
        #expect(!smoothed.isEmpty && smoothed.allSatisfy { $0.heartRate == 120 })
    }

    @Test func `the samples of a separate sensor go out with the points of the file itself`() throws {
        var document = try load(Self.suunto)
        document.fillSamples()
        let points = document.tracks.flatMap { $0.segments.flatMap(\.self) }
        #expect(points.map(\.heartRate) == Array(repeating: 120, count: 10))
        var told = try load(activity(lap(0..<5, hasPlaces: false), lap(5..<10, hasPlaces: true)))
        told.fillSamples()
        #expect(told.tracks[0].segments.flatMap(\.self).map(\.heartRate) == (105..<110).map(Double.init))
    }

    @Test func `a heart rate of zero is none`() throws {
        let track = """
            <gpx><trk><trkseg><trkpt lat="48" lon="11"><time>2024-05-01T10:00:00Z</time><extensions><hr>0</hr>\
            </extensions></trkpt><trkpt lat="48.1" lon="11"><time>2024-05-01T10:00:09Z</time><extensions><hr>99</hr>\
            </extensions></trkpt></trkseg></trk></gpx>
            """
        let table = "time,latitude,longitude,hr\n2024-05-01T10:00:00Z,48,11,0\n2024-05-01T10:00:09Z,48.1,11,99\n"
        for text in [track, table] {
            let document = try load(text)
            #expect(samples(.heartRate, document) == [99])
        }
        let log = "{\"type\":\"heartRate\",\"time\":1704067200,\"value\":0,\"device\":\"strap\"}\n"
        #expect(samples(.heartRate, try load(log)) == [0])
    }

    private func lap(_ seconds: Range<Int>, hasPlaces: Bool) -> String {
        let points = seconds.map { second in
            let place = """
                <Position><LatitudeDegrees>48.00\(second)</LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees>\
                </Position>
                """
            return """
                <Trackpoint><Time>2024-05-01T10:00:\(10 + second)Z</Time>\(hasPlaces ? place : "")<HeartRateBpm><Value>\
                \(100 + second)</Value></HeartRateBpm><Extensions><TPX><Speed>9</Speed></TPX></Extensions></Trackpoint>
                """
        }
        return "<Lap><Track>\(points.joined())</Track></Lap>"
    }

    private func activity(_ laps: String...) -> String {
        """
        <TrainingCenterDatabase><Activities><Activity Sport="Biking">\(laps.joined())</Activity></Activities>\
        </TrainingCenterDatabase>
        """
    }

    @Test func `the heart rates of a TCX file before its first fix are kept, but not the speeds`() throws {
        let document = try load(activity(lap(0..<5, hasPlaces: false), lap(5..<10, hasPlaces: true)))
        #expect(document.pointCount == 5)
        #expect(samples(.heartRate, document) == (100..<110).map(Double.init))
        // Their unit cannot be checked.
        #expect(samples(.sensorSpeed, document).isEmpty)
    }

    @Test func `a file of records without positions says so in every format`() throws {
        let ride = """
            {"RIDE":{"STARTTIME":"2024/05/01 10:00:00 UTC","SAMPLES":[{"SECS":0,"HR":100},{"SECS":1,"HR":101}]}}
            """
        let tcx = activity(lap(0..<2, hasPlaces: false), lap(2..<4, hasPlaces: false))
        let log = "<sml><DeviceLog><Sample><HR>2</HR><UTC>2024-05-01T10:00:00Z</UTC></Sample></DeviceLog></sml>"
        for (text, count) in [(ride, 2), (tcx, 4), (log, 1)] {
            let error = #expect(throws: FormatError.self) { try load(text) }
            #expect(error?.description.contains("none of its \(count) records has a position") == true)
        }
    }

    @Test func `laps without a position are no track`() throws {
        var file = FITFile()
        file.define(0, 20, [(253, 4, 0x86), (3, 1, 2)])
        file.define(1, 19, [(253, 4, 0x86)])
        for second in 0..<10 {
            file.add(0, FITFile.bytes(FITFile.start + UInt32(second)) + [120])
            if second % 5 == 4 { file.add(1, FITFile.bytes(FITFile.start + UInt32(second))) }
        }
        let error = #expect(throws: FormatError.self) { try Importer().load(bytes: file.bytes) }
        #expect(error?.description.contains("none of its 10 records has a position") == true)
    }

    @Test func `the heart rates of FIT records without a position are kept`() throws {
        var file = FITFile()
        file.define(0, 20, FITFile.record)
        file.define(1, 20, [(253, 4, 0x86), (3, 1, 2), (4, 1, 2)])
        for index in 0..<5 { file.add(1, FITFile.bytes(FITFile.start + UInt32(index)) + [120, 80]) }
        for index in 5..<10 { file.addRecord(index) }
        let document = try Importer().load(bytes: file.bytes)
        #expect(samples(.heartRate, document) == Array(repeating: 120, count: 5) + Array(repeating: 140, count: 5))
        #expect(samples(.cadence, document) == Array(repeating: 80, count: 5) + Array(repeating: 85, count: 5))
    }
}
