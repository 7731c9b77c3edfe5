import Geometry
import SensorModel
import Testing

@testable import Recorder

/// One event of every kind, with values that only bit for bit copies keep.
func eventsOfEveryKind() -> [SensorEvent] {
    let odd = 0.1 + 0.2
    var fix = Fix(
        device: DeviceID(3), mode: .threeDimensional,
        coordinate: Coordinate(latitude: odd, longitude: -179.999_999_999),
        altitude: -0.0, horizontalAccuracy: 4.4, accuracyOrigin: .dilutionOfPrecision, speed: .leastNonzeroMagnitude,
        satellites: 11, horizontalDilution: 1.1, timeIsArrival: true)
    fix.climb = 1e308
    let sky = Sky(
        device: DeviceID(3),
        satellites: [
            Satellite(number: 7, constellation: 2, elevationDegrees: odd, isUsed: true), Satellite(number: 8),
        ],
        horizontalDilution: 0.9)
    let matrix = MountMatrix(first: Vector3(0, 1, 0), second: Vector3(-1, 0, 0), third: Vector3(0, 0, odd))
    let source = SourceReport(
        device: DeviceID(9), name: "accel_3d", label: "head ☂", streams: [.acceleration, .rotation],
        state: .notPermitted,
        mountMatrix: matrix,
        scalings: [.acceleration: SampleScaling(scale: Vector3(odd, 1, 2), offset: Vector3(-3, 0, 0))],
        nominalRate: 100, trouble: .bufferNotPermitted, detail: "why")
    let payloads: [SensorEvent.Payload] = [
        .fix(fix), .fix(Fix(mode: .noFix, coordinate: nil)), .sky(sky),
        .acceleration(VectorSample(device: DeviceID(1), x: odd, y: -odd, z: 9.81)),
        .rotation(VectorSample(x: 1, y: 2, z: 3)),
        .magneticField(VectorSample(x: 1, y: 2, z: 3)), .scalar(.pressure, ScalarSample(value: 101.325)),
        .scalar(.temperature, ScalarSample(value: -40)), .scalar(.heartRate, ScalarSample(value: 61)),
        .scalar(.cadence, ScalarSample(value: 0.5)), .scalar(.power, ScalarSample(value: 250)), .tick, .source(source),
        .drop(DropReport(device: DeviceID(2), stream: .rotation, count: 12)), .clockStep(-3_600.5),
        .clock(ClockDecision(device: DeviceID(7), reason: .impossibleDate, shift: .min, translation: -3)),
        .parameters(["a": .number(odd), "b": .choice("x"), "c": .toggle(true)]), .marker("here"),
        .correction(.activity(.cycling, from: Instant(seconds: 1), until: Instant(seconds: 2))),
        .correction(.stop(from: Instant(seconds: 1), until: Instant(seconds: 2))),
        .correction(.noStop(from: Instant(seconds: 1), until: Instant(seconds: 2))),
        .statement(ActivityStatement(.running, from: Instant(seconds: 1), until: Instant(seconds: 2))),
        .statement(
            ActivityStatement(
                .unknown, sport: "rowing", distance: 12.5, from: Instant(seconds: 1), until: Instant(seconds: 2))),
        .span(DeviceSpan(.pause, duration: 1.5)),
        .span(DeviceSpan(.lap, name: "Lap 2", duration: 300, timerTime: odd, distance: 1_000)),
        .note(ImportNote(.doubted, Phrase(plain: "speeds"))),
        .correction(.fix(FixRuling(.init(time: Instant(seconds: 1), received: Instant(seconds: 2)), isAccepted: true))),
        .correction(.placeName("home", at: Instant(seconds: 5))), .reset, .learned(Learned()),
        .learned(
            Learned(
                stride: .init(model: "kim", constant: odd, variance: 0.01, stretches: -3),
                buildings: [
                    .init(entrance: Coordinate(latitude: odd, longitude: 2)),
                    .init(
                        entrance: Coordinate(latitude: 1, longitude: 2), heights: [3.5, -7],
                        floors: [.init(height: 10, floor: 3)]),
                ],
                gyroscopes: [
                    .init(
                        name: "gyro_3d", label: nil, x: odd, y: 0.1, z: -0.1, sigma: 1e-3,
                        time: Instant(nanoseconds: -7)),
                    .init(
                        name: "", label: "base", x: 0, y: 0, z: 0, sigma: 1, time: Instant(nanoseconds: .max)),
                ])),
    ]
    return payloads.enumerated().map { index, payload in
        SensorEvent(
            time: Instant(nanoseconds: .min + Int64(index)), received: Instant(nanoseconds: .max - Int64(index)),
            sequence: UInt64(index), isLate: index.isMultiple(of: 2), payload: payload)
    }
}

@Suite struct LiveFrameTests {
    @Test func `every event comes out as it went in`() throws {
        let events = eventsOfEveryKind()
        var buffer = LiveFrame.events(events).bytes + [1, 2]
        guard case .events(let read)? = try LiveFrame.next(in: &buffer) else {
            Issue.record("no events")
            return
        }
        #expect(read == events)
        #expect(buffer == [1, 2])
    }

    @Test func `frames come out whole wherever the stream is cut`() throws {
        let hello = LiveHello(version: 1, process: 5, path: "/x", firstSequence: 7)
        let bytes = LiveFrame.hello(hello).bytes + LiveFrame.request(.stop).bytes
        for cut in bytes.indices {
            var buffer = Array(bytes[..<cut])
            var frames = 0
            while try LiveFrame.next(in: &buffer) != nil { frames += 1 }
            buffer += bytes[cut...]
            while try LiveFrame.next(in: &buffer) != nil { frames += 1 }
            #expect(frames == 2)
        }
    }

    @Test func `a kind that is not known is skipped`() throws {
        var buffer: [UInt8] = [3, 0, 0, 0, 0x7A, 1, 2] + LiveFrame.request(.stop).bytes
        guard case .request(.stop)? = try LiveFrame.next(in: &buffer) else {
            Issue.record("no stop")
            return
        }
    }

    @Test func `mangled frames end in an error or in other events, never in a crash`() {
        var generator = SeededGenerator(seed: 3)
        let bytes = LiveFrame.events(eventsOfEveryKind()).bytes
        var refused = 0
        for _ in 0..<3_000 {
            var buffer = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                buffer[Int.random(in: 4..<buffer.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            do { _ = try LiveFrame.next(in: &buffer) } catch { refused += 1 }
        }
        #expect(refused > 0)
    }

    @Test(arguments: [-1, Int.max]) func `a count of losses that cannot be is refused`(count: Int) {
        let drop = DropReport(device: DeviceID(2), stream: .rotation, count: count)
        var buffer = LiveFrame.events([SensorEvent(time: Instant(seconds: 0), payload: .drop(drop))]).bytes
        #expect(throws: LiveError.malformed) { try LiveFrame.next(in: &buffer) }
    }

    @Test func `a length that cannot be is refused before memory is taken`() {
        var buffer: [UInt8] = [255, 255, 255, 255, 0x45]
        #expect(throws: LiveError.malformed) { try LiveFrame.next(in: &buffer) }
        var many: [UInt8] = [5, 0, 0, 0, 0x45, 255, 255, 255, 255]
        #expect(throws: LiveError.malformed) { try LiveFrame.next(in: &many) }
    }
}
