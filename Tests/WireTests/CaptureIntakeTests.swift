import Geometry
import SensorModel
import Testing

@testable import Wire

/// The input that a child may send, at each bound and one beyond.
@Suite struct CaptureIntakeTests {
    private let now = Instant(seconds: 1_700_000_000)
    private let hello = CaptureFrame.hello(CaptureHello(landlockVersion: 0, hasCallFilter: false))

    private func sensor(_ number: Int) -> CaptureFrame {
        .sensor(CapturedSensor(number: UInt16(number), name: "acc", label: nil, index: UInt16(number)))
    }

    private func samples(_ count: Int, sensor: UInt16 = 0, received: Instant? = nil) -> CaptureFrame {
        var block = SampleBlock(
            sensor: sensor, stream: .scalar(.pressure), received: received ?? now, hasCounts: false)
        block.samples = .init(
            repeating: .init(time: now, value: Vector3(101, 0, 0), counts: nil), count: count)
        return .samples(block)
    }

    private func report(_ state: SourceState = .connected, sensor: UInt16 = 0, time: Instant? = nil) -> CaptureFrame {
        .report(
            SourceReport(device: DeviceID(sensor), name: "acc", streams: [.scalar(.pressure)], state: state),
            time: time ?? now)
    }

    private func intake(_ bounds: CaptureBounds = .init()) -> CaptureIntake {
        CaptureIntake(bounds: bounds) { DeviceID($0.number + 100) }
    }

    @discardableResult
    private func take(
        _ frames: [CaptureFrame], _ intake: inout CaptureIntake, at time: Instant? = nil
    ) throws -> [LoggedEvent] {
        var events: [LoggedEvent] = []
        try intake.take(frames.flatMap(\.bytes), at: time ?? now) { events += $0 }
        return events
    }

    @Test func `the numbers of a child become those of the recording`() throws {
        var intake = intake()
        let events = try take([hello, sensor(0), report(), samples(2), .beat], &intake)
        #expect(events.count == 3)
        guard case .source(let report) = events[0].event.payload,
            case .scalar(.pressure, let sample) = events[1].event.payload
        else {
            Issue.record("\(events)")
            return
        }
        #expect([report.device, sample.device] == [DeviceID(100), DeviceID(100)])
        #expect(intake.beatCount == 1 && intake.hasDelivered)
    }

    @Test func `a child that does not greet, or twice, or in another version, is not listened to`() throws {
        for frames in [
            [CaptureFrame.beat], [hello, hello],
            [.hello(CaptureHello(version: 9, landlockVersion: 0, hasCallFilter: false))],
        ] {
            var intake = intake()
            #expect(throws: CaptureFault.noGreeting) { try take(frames, &intake) }
        }
    }

    @Test func `a sensor that was not announced is a fault`() throws {
        for frame in [
            samples(1, sensor: 1), report(sensor: 1),
            .loss(DropReport(device: DeviceID(1), stream: .scalar(.pressure), count: 1), time: now, received: now),
        ] {
            var intake = intake()
            #expect(throws: CaptureFault.unknownSensor) { try take([hello, sensor(0), frame], &intake) }
        }
    }

    @Test func `as many sensors as are captured are accepted, with one for the address, and not one more`() throws {
        var intake = intake()
        try take([hello] + (0...CaptureBounds().sensors).map(sensor), &intake)
        #expect(throws: CaptureFault.tooManySensors) { try take([sensor(200)], &intake) }
        var repeated = self.intake()
        #expect(throws: CaptureFault.tooManySensors) { try take([hello, sensor(0), sensor(0)], &repeated) }
    }

    @Test func `as many samples as the rate allows are accepted, and not one more before the window is over`() throws {
        let bounds = CaptureBounds()
        let most = Int(Double(bounds.samplesPerSecond) * bounds.rateWindow)
        var intake = intake()
        var frames = [hello, sensor(0)]
        for _ in 0..<(most / 1_000) { frames.append(samples(1_000)) }
        #expect(try take(frames, &intake).count == most)
        var other = intake
        #expect(throws: CaptureFault.tooMuch) { try take([samples(1)], &intake) }
        #expect(try take([samples(1_000, received: now + 5)], &other, at: now + bounds.rateWindow).count == 1_000)
    }

    @Test func `as many reports as the rate allows are accepted, and not one more`() throws {
        let bounds = CaptureBounds()
        let most = Int(Double(bounds.reportsPerSecond) * bounds.rateWindow)
        var intake = intake()
        #expect(
            try take([hello, sensor(0)] + .init(repeating: report(), count: most), &intake).count == most)
        #expect(throws: CaptureFault.tooMuch) { try take([report()], &intake) }
    }

    @Test func `arrival times at the bounds are accepted, and not beyond`() throws {
        let bounds = CaptureBounds()
        for (offset, isAccepted) in [
            (-bounds.oldestArrival, true), (-bounds.oldestArrival - 0.001, false), (bounds.newestArrival, true),
            (bounds.newestArrival + 0.001, false), (1e12, false), (-1e12, false),
        ] {
            for frame in [samples(1, received: now + offset), report(time: now + offset)] {
                var intake = intake()
                if isAccepted {
                    try take([hello, sensor(0), frame], &intake)
                } else {
                    #expect(throws: CaptureFault.impossibleTime) { try take([hello, sensor(0), frame], &intake) }
                }
            }
        }
    }

    @Test func `the loss is reported once for each sensor that delivered`() throws {
        var intake = intake()
        try take(
            [hello] + (0..<4).map(sensor)
                + [report(), report(.silent, sensor: 1), report(.missing, sensor: 2), report(.lost, sensor: 3)], &intake
        )
        let lost = intake.reportLoss(at: now + 1, detail: "Gone.").map(\.event.payload)
        #expect(lost.count == 2)
        for case .source(let report) in lost { #expect(report.state == .lost && report.detail == "Gone.") }
        #expect(intake.reportLoss(at: now + 2, detail: "Gone.").isEmpty)
    }

    @Test func `whatever bytes come, it ends in events or a fault`() {
        var random = SystemRandomNumberGenerator()
        let seed = ([hello, sensor(0), report(), samples(3), .beat] as [CaptureFrame]).flatMap(\.bytes)
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            var intake = intake()
            try? intake.take(bytes, at: now) { _ in }
        }
    }
}
