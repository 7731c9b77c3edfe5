import Geometry
import SensorModel
import Testing
import TrackFormats

@Suite struct EventLogTests {
    private func load(_ text: String, keepsGoodPart: Bool = false) throws -> TrackDocument {
        try Importer(keepsGoodPart: keepsGoodPart).load(bytes: Array(text.utf8), name: "log")
    }

    @Test func `the contract's fix line gives every field`() throws {
        let document = try load(
            """
            {"type":"fix","time":1700000000.0,"latitude":50.1,"longitude":14.4,"altitude":250.0,"horizontalAccuracy":4.0,\
            "verticalAccuracy":7.0,"speed":1.4,"speedAccuracy":0.3,"course":88.0,"mode":3,"satellites":9,"device":"/dev/ttyACM0"}
            """)
        #expect(document.format.name == "eventLog")
        #expect(document.events.count == 2)
        guard case .source(let report) = document.events[0].payload, case .fix(let fix) = document.events[1].payload
        else {
            Issue.record("a source and a fix were expected")
            return
        }
        #expect(report.name == "/dev/ttyACM0" && report.streams == [.fix] && report.state == .connected)
        #expect(
            fix
                == Fix(
                    device: report.device, mode: .threeDimensional,
                    coordinate: Coordinate(latitude: 50.1, longitude: 14.4), altitude: 250, horizontalAccuracy: 4,
                    verticalAccuracy: 7, speed: 1.4, speedAccuracy: 0.3, courseDegrees: 88, satellites: 9))
        #expect(document.events[1].time == Instant(nanoseconds: 1_700_000_000_000_000_000))
        #expect(document.events[1].received == document.events[1].time)
    }

    @Test(arguments: [
        ("1700000000.123456789", 1_700_000_000_123_456_789), ("1.7e9", 1_700_000_000_000_000_000),
        ("17000000001234567.89e-7", 1_700_000_000_123_456_789), ("-0.000000001", -1), ("0", 0),
        ("1700000000.1234567894", 1_700_000_000_123_456_789), ("1700000000.1234567895", 1_700_000_000_123_456_790),
    ])
    func `a time keeps its nanoseconds`(text: String, nanoseconds: Int64) throws {
        let document = try load("{\"type\":\"tick\",\"time\":\(text),\"received\":\(text)}")
        #expect(document.events.map(\.time.nanoseconds) == [nanoseconds])
        #expect(document.events.map(\.received.nanoseconds) == [nanoseconds])
    }

    @Test func `a missing mode follows from what is there`() throws {
        let document = try load(
            """
            {"type":"fix","time":1,"latitude":1,"longitude":2,"altitude":3}
            {"type":"fix","time":2,"latitude":1,"longitude":2}
            {"type":"fix","time":3}
            {"type":"fix","time":4,"latitude":null,"longitude":null,"mode":1}
            """)
        let modes = document.events.map { event in
            if case .fix(let fix) = event.payload { fix.mode } else { FixMode.unknown }
        }
        #expect(modes == [.threeDimensional, .twoDimensional, .noFix, .noFix])
    }

    @Test func `unknown fields are passed over and unknown types counted`() throws {
        let document = try load(
            """
            {"type":"pressure","time":1,"value":101.325,"extra":{"deep":[1,{"a":"}\\"]"}]},"more":null}
            {"type":"novelty","time":1}
            {"type":"novelty","time":2}
            """)
        #expect(
            document.events.map(\.payload) == [
                .scalar(.pressure, ScalarSample(value: 101.325)),
                .note(ImportNote(.leftOut, Phrase(plain: "2 lines of the unknown type \"novelty\" were passed over"))),
            ])
        #expect(document.problemCount == 1)
        #expect(document.problems.first?.reason.contains("2 lines of the unknown type \"novelty\"") == true)
    }

    @Test(arguments: [
        ("{\"type\":\"acceleration\",\"time\":1,\"x\":1,\"y\":2}", "x, y or z is missing"),
        ("{\"type\":\"acceleration\",\"x\":1,\"y\":2,\"z\":3}", "\"time\" is missing"),
        ("{\"time\":1}", "\"type\" is missing"),
        ("{\"type\":\"fix\",\"time\":1,\"latitude\":1}", "only one of latitude and longitude"),
        ("{\"type\":\"fix\",\"time\":1,\"latitude\":\"1\",\"longitude\":2}", "latitude is not a number"),
        ("{\"type\":\"fix\",\"time\":1,\"mode\":7}", "mode is 7"),
        ("{\"type\":\"tick\",\"time\":1e300}", "time is out of range"),
        ("{\"type\":\"tick\",\"time\":1", "is missing"),
        ("{\"type\":\"tick\",\"time\":1} x", "more after the end"),
        ("nonsense", "not a JSON object"),
        ("{\"type\":\"drop\",\"time\":1,\"stream\":\"rotation\",\"count\":4e18}", "is not a count"),
        ("{\"type\":\"drop\",\"time\":1,\"stream\":\"rotation\",\"count\":-1}", "is not a count"),
        ("{\"type\":\"parameters\",\"time\":1,\"values\":{\"a\":[1]}}", "the value of a"),
    ])
    func `a bad line is named by its number and the rest can be kept`(line: String, reason: String) throws {
        let good = "{\"type\":\"tick\",\"time\":1}\n"
        let text = good + "\n" + line + "\n" + good
        let error = #expect(throws: FormatError.self) { try load(text) }
        #expect(error?.description.contains("line 3") == true, "\(String(describing: error))")
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        let kept = try load(text, keepsGoodPart: true)
        #expect(kept.events.dropLast().map(\.payload) == [.tick, .tick])
        guard case .note(let note)? = kept.events.last?.payload else {
            Issue.record("there is no note")
            return
        }
        #expect(note.kind == .leftOut && note.text.contains(reason))
        #expect(kept.problems.map(\.line) == [3])
    }

    @Test func `a device that delivers two streams is one device, reported where it is first`() throws {
        let document = try load(
            """
            {"type":"rotation","time":5,"x":1,"y":2,"z":3,"device":"imu"}
            {"type":"acceleration","time":4,"x":1,"y":2,"z":3,"device":"imu"}
            {"type":"acceleration","time":6,"x":1,"y":2,"z":3,"device":"other \\u00e9 \\ud83d\\ude00"}
            {"type":"acceleration","time":7,"x":1,"y":2,"z":3}
            """)
        let reports = document.events.compactMap { event in
            if case .source(let report) = event.payload { (event.time.seconds, report) } else { nil }
        }
        #expect(reports.map(\.0) == [4, 6])
        #expect(reports.map(\.1.name) == ["imu", "other é 😀"])
        #expect(reports.map(\.1.streams) == [[.rotation, .acceleration], [.acceleration]])
        #expect(Set(reports.map(\.1.device)).count == 2)
        #expect(document.events.last?.payload == .acceleration(VectorSample(device: DeviceID(0), x: 1, y: 2, z: 3)))
    }

    @Test func `every event reads back as it was written`() throws {
        let events = Self.oneOfEach
        let sink = ByteSink()
        var writer = EventLogWriter(sink: sink)
        for event in events { try writer.write(event) }
        let document = try load(sink.text)
        #expect(document.events.count == events.count)
        for (read, written) in zip(document.events, events) { #expect(read == written) }
        #expect(document.problemCount == 0)
    }

    @Test func `drawings read back as they were written`() throws {
        let place = MapFeature.Place(Coordinate(latitude: 50.1, longitude: 14.4), altitude: 250)
        let other = MapFeature.Place(Coordinate(latitude: -33.9, longitude: 151.2))
        let features = [
            MapFeature(.route, name: "to the \"hut\"", places: [place, other]),
            MapFeature(.line, places: [other, place]), MapFeature(.waypoint, name: "Home", places: [other]),
        ]
        let sink = ByteSink()
        var writer = EventLogWriter(sink: sink)
        try writer.begin(title: "", created: Instant(nanoseconds: 0))
        for feature in features { try writer.write(feature) }
        let document = try load(sink.text)
        #expect(document.mapFeatures == features && document.events.isEmpty)
        #expect(throws: FormatError.self) { try load("{\"type\":\"route\",\"time\":1,\"places\":[]}") }
    }

    private static var oneOfEach: [SensorEvent] {
        let device = DeviceID(1)
        let payloads: [SensorEvent.Payload] = [
            .source(
                SourceReport(
                    device: device, name: "lsm\"6", label: "head", streams: [.acceleration, .fix], state: .silent,
                    mountMatrix: MountMatrix(
                        first: Vector3(0, 1, 0), second: Vector3(-1, 0, 0), third: Vector3(0, 0, 1)),
                    scalings: [.acceleration: SampleScaling(scale: Vector3(0.1, 0.2, 0.3), offset: Vector3(1, 2, 3))],
                    nominalRate: 104, trouble: .noTrigger, detail: "line\nbreak")),
            .fix(Fix(device: device, mode: .noFix, coordinate: nil, timeIsArrival: true)),
            .fix(
                Fix(
                    device: device, coordinate: Coordinate(latitude: -0.1 - 0.2, longitude: 1e-7), altitude: 1.0 / 3,
                    horizontalAccuracy: 4.5, accuracyOrigin: .dilutionOfPrecision, verticalAccuracy: 6, speed: 0,
                    speedAccuracy: 0.1, courseDegrees: 359.9, courseAccuracyDegrees: 2, climb: -1, satellites: 0,
                    horizontalDilution: 0.9)),
            .sky(
                Sky(
                    device: device,
                    satellites: [
                        Satellite(
                            number: 3, constellation: 2, elevationDegrees: 10, azimuthDegrees: 20, signalStrength: 33.5,
                            isUsed: true), Satellite(number: 4),
                    ], horizontalDilution: 1, verticalDilution: 2, positionDilution: 3)),
            .acceleration(VectorSample(device: device, x: 0.1, y: -0.0, z: 9.80665)),
            .rotation(VectorSample(device: device, x: 5e-324, y: 1e300, z: -1)),
            .magneticField(VectorSample(x: 1, y: 2, z: 3)),
            .scalar(.pressure, ScalarSample(device: device, value: 101.325)),
            .scalar(.temperature, ScalarSample(device: device, value: -3)),
            .scalar(.heartRate, ScalarSample(device: device, value: 142)),
            .scalar(.cadence, ScalarSample(device: device, value: 88)),
            .scalar(.power, ScalarSample(device: device, value: 250)), .tick, .reset, .marker("tab\t \u{1} ü"),
            .drop(DropReport(device: device, stream: .rotation, count: 3)), .clockStep(-0.25),
            .clock(ClockDecision(device: device, reason: .weekRollover, shift: GPSWeekEra.nanoseconds)),
            .parameters(["a.b": .number(1.5), "c": .choice("x"), "d": .toggle(false)]),
            .correction(.activity(.cycling, from: Instant(nanoseconds: 1), until: Instant(nanoseconds: 2))),
            .statement(ActivityStatement(.running, from: Instant(nanoseconds: 1), until: Instant(nanoseconds: 2))),
            .statement(
                ActivityStatement(
                    .unknown, sport: "rowing", distance: 12.5, from: Instant(nanoseconds: 1),
                    until: Instant(nanoseconds: 2))),
            .span(DeviceSpan(.pause, duration: 0.1)),
            .span(DeviceSpan(.lap, name: "\"up\"", duration: 300, timerTime: 5e-324, distance: 1_000)),
            .note(ImportNote(.leftOut, Phrase(plain: "line 3: \"x\" is not a time"))),
            .correction(
                .fix(
                    FixRuling(
                        .init(
                            time: Instant(nanoseconds: 1_700_000_000_000_000_001), received: Instant(nanoseconds: 9)),
                        isAccepted: false))),
            .correction(.stop(from: Instant(nanoseconds: 3), until: Instant(nanoseconds: 4))),
            .correction(.noStop(from: Instant(nanoseconds: 3), until: Instant(nanoseconds: 4))),
            .correction(.placeName("home", at: Instant(nanoseconds: 1_700_000_000_000_000_001))), .learned(Learned()),
            .learned(
                Learned(
                    stride: .init(model: "frequency", constant: 1.1, variance: 1e-3, stretches: 7),
                    buildings: [
                        .init(entrance: Coordinate(latitude: 48.1, longitude: -11)),
                        .init(
                            entrance: Coordinate(latitude: 1, longitude: 2), heights: [3.5, 7],
                            floors: [.init(height: 10.25, floor: 3)]),
                    ],
                    gyroscopes: [
                        .init(
                            name: "gyro_3d", label: "base", x: 0.1, y: -0.25, z: 1e-3, sigma: 1e-4,
                            time: Instant(nanoseconds: 1_700_000_000_000_000_001))
                    ])),
        ]
        return payloads.enumerated().map { index, payload in
            SensorEvent(
                time: Instant(nanoseconds: 1_700_000_000_000_000_001 + Int64(index)),
                received: Instant(nanoseconds: 1_700_000_000_000_000_001 + Int64(index) * 3),
                sequence: UInt64(index), isLate: index.isMultiple(of: 2), payload: payload)
        }
    }
}
