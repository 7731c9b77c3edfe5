import Geometry
import SensorModel
import Testing

@testable import Wire

@Suite struct CaptureFrameTests {
    private let now = Instant(seconds: 1_700_000_000)

    private func frames(_ bytes: [UInt8], bounds: CaptureBounds = .init()) throws -> [CaptureFrame] {
        var reader = CaptureFrameReader(bounds: bounds)
        reader.append(bytes)
        return try reader.frames()
    }

    private func block(_ count: Int, hasCounts: Bool = true, received: Instant? = nil) -> SampleBlock {
        var block = SampleBlock(
            sensor: 3, stream: .acceleration, received: received ?? now, hasCounts: hasCounts)
        block.samples = (0..<count).map { index in
            SampleBlock.Sample(
                time: now + Double(index) / 100, value: Vector3(Double(index), -0.5, 9.81),
                counts: hasCounts ? SIMD3(Int32(index), .min, .max) : nil)
        }
        return block
    }

    private var report: SourceReport {
        SourceReport(
            device: DeviceID(3), name: "acc", label: "head", streams: [.acceleration, .scalar(.temperature)],
            state: .silent,
            mountMatrix: .identity,
            scalings: [.acceleration: SampleScaling(scale: Vector3(1, 2, 3), offset: Vector3(4, 5, 6))],
            nominalRate: 100, trouble: .noTrigger, detail: "It is silent.")
    }

    private var all: [CaptureFrame] {
        [
            .hello(CaptureHello(landlockVersion: 7, hasCallFilter: true)),
            .sensor(CapturedSensor(number: 3, name: "acc", label: nil, index: 2)),
            .report(report, time: now), .samples(block(10)), .samples(block(2, hasCounts: false)),
            .loss(DropReport(device: DeviceID(3), stream: .scalar(.pressure), count: 7), time: now, received: now + 1),
            .beat,
        ]
    }

    @Test(arguments: [1, 2, 3, 7, 64, 100_000]) func `frames come back in pieces of any length`(length: Int) throws {
        let bytes = all.flatMap(\.bytes)
        var reader = CaptureFrameReader()
        var read: [CaptureFrame] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            reader.append(bytes[start..<min(start + length, bytes.count)])
            read += try reader.frames()
        }
        #expect(read == all)
    }

    @Test func `a frame that is cut, prolonged or of another kind is rejected, never misread`() throws {
        for frame in all {
            let bytes = frame.bytes
            for cut in 5..<bytes.count {
                var short = Array(bytes[..<cut])
                short.replaceSubrange(0..<4, with: withUnsafeBytes(of: UInt32(cut - 4).littleEndian) { Array($0) })
                #expect(throws: CaptureFault.malformedFrame) { try frames(short) }
            }
            var long = bytes + [0]
            long.replaceSubrange(0..<4, with: withUnsafeBytes(of: UInt32(long.count - 4).littleEndian) { Array($0) })
            #expect(throws: CaptureFault.malformedFrame) { try frames(long) }
            var other = bytes
            other[4] = 0x3F
            #expect(throws: CaptureFault.malformedFrame) { try frames(other) }
        }
        #expect(throws: CaptureFault.malformedFrame) { try frames([0, 0, 0, 0]) }
    }

    @Test func `a frame at the bound is read, one byte more is not waited for`() throws {
        var bounds = CaptureBounds()
        let bytes = CaptureFrame.samples(block(10)).bytes
        bounds.frameBytes = bytes.count - 5
        #expect(try frames(bytes, bounds: bounds).count == 1)
        bounds.frameBytes -= 1
        #expect(throws: CaptureFault.longFrame) { try frames(Array(bytes[..<4]), bounds: bounds) }
    }

    @Test func `a text at the bound is read, one byte more is not`() throws {
        let bounds = CaptureBounds()
        func name(_ length: Int) -> CaptureFrame {
            .sensor(CapturedSensor(number: 0, name: String(repeating: "n", count: length), label: nil, index: 0))
        }
        #expect(try frames(name(bounds.textBytes).bytes).count == 1)
        #expect(throws: CaptureFault.malformedFrame) { try frames(name(bounds.textBytes + 1).bytes) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func `a number without a value is rejected`(_ value: Double) {
        var samples = block(2)
        samples.samples[1].value.y = value
        #expect(throws: CaptureFault.malformedFrame) { try frames(CaptureFrame.samples(samples).bytes) }
        var scale = report
        scale.scalings[.acceleration]?.scale.z = value
        #expect(throws: CaptureFault.malformedFrame) { try frames(CaptureFrame.report(scale, time: now).bytes) }
        var rate = report
        rate.nominalRate = value
        #expect(throws: CaptureFault.malformedFrame) { try frames(CaptureFrame.report(rate, time: now).bytes) }
    }

    @Test func `more samples than the frame has bytes are rejected before memory is reserved`() throws {
        var writer = WireWriter()
        writer.write(UInt32(40))
        writer.write(UInt8(0x53))
        writer.write(UInt16(1))
        writer.write("rotation")
        writer.write(now.nanoseconds)
        writer.write(true)
        writer.write(UInt32.max)
        writer.write(raw: [UInt8](repeating: 0, count: 39 - 27))
        #expect(throws: CaptureFault.malformedFrame) { try frames(writer.bytes) }
    }

    @Test func `events become frames and events again, bit for bit`() throws {
        let report = SensorEvent(time: now, payload: .source(report))
        let drop = SensorEvent(
            time: now, received: now + 1, payload: .drop(DropReport(device: DeviceID(3), stream: .rotation, count: 2)))
        let counted = (0..<3_000).map { index in
            LoggedEvent(
                SensorEvent(
                    time: now + Double(index) / 100, received: now,
                    payload: .rotation(VectorSample(device: DeviceID(3), x: 0.1 * Double(index), y: -0.0, z: 1e300))),
                raw: .counts(x: Int32(index), y: 0, z: -1))
        }
        let plain = LoggedEvent(
            SensorEvent(
                time: now, received: now, payload: .scalar(.pressure, ScalarSample(device: DeviceID(3), value: 101.3))),
            raw: .count(7))
        let events = [LoggedEvent(report), LoggedEvent(drop)] + counted + [plain]
        let frames = CaptureFrame.frames(of: events)
        #expect(frames.allSatisfy { $0.bytes.count <= CaptureBounds().frameBytes + 5 })
        var intake = CaptureIntake { _ in DeviceID(3) }
        var read: [LoggedEvent] = []
        let start: [CaptureFrame] = [
            .hello(CaptureHello(landlockVersion: 0, hasCallFilter: false)),
            .sensor(CapturedSensor(number: 3, name: "acc", label: nil, index: 0)),
        ]
        try intake.take((start + frames).flatMap(\.bytes), at: now) { read += $0 }
        #expect(read == events)
    }

    @Test func `a sample without a value and a text without end do not leave the child`() throws {
        let broken = SensorEvent(
            time: now, payload: .acceleration(VectorSample(device: DeviceID(1), x: .nan, y: 0, z: 0)))
        #expect(CaptureFrame.frames(of: [LoggedEvent(broken)]).isEmpty)
        var long = report
        long.name = String(repeating: "é", count: 1_000)
        let event = LoggedEvent(SensorEvent(time: now, payload: .source(long)))
        guard case .report(let sent, _) = CaptureFrame.frames(of: [event]).first else {
            Issue.record("no report")
            return
        }
        #expect(sent.name == String(repeating: "é", count: CaptureBounds().textBytes / 2))
    }
}
