import Foundation
import Geometry
import Glibc
import SensorModel
import Synchronization
import TestSupport
import Testing

@testable import Recorder
@testable import Wire

/// The reaction of the recorder to a misbehaving child.
@Suite struct CaptureSupervisionTests {
    /// The events that a source delivered.
    private final class Heard: Sendable {
        private let updates = Mutex<[SourceUpdate]>([])

        func add(_ update: SourceUpdate) { updates.withLock { $0.append(update) } }
        var events: [LoggedEvent] { updates.withLock { $0.flatMap(\.events) } }
        var status: SourceStatus? { updates.withLock { $0.compactMap(\.status).last } }
        var reports: [SourceReport] {
            events.compactMap { if case .source(let report) = $0.event.payload { report } else { nil } }
        }
        func details(of name: String) -> [String] { reports.filter { $0.name == name }.compactMap(\.detail) }
    }

    private static let address = "ip:127.0.0.1:1"
    private static let greeting: [CaptureFrame] = [
        .hello(CaptureHello(landlockVersion: 0, hasCallFilter: false)),
        .sensor(CapturedSensor(number: 0, name: "acc", label: nil, index: 0)),
    ]

    private static func samples(_ count: Int) -> CaptureFrame {
        let now = RecorderClock.system().now()
        var block = SampleBlock(sensor: 0, stream: .scalar(.pressure), received: now, hasCounts: false)
        block.samples = .init(repeating: .init(time: now, value: Vector3(101, 0, 0), counts: nil), count: count)
        return .samples(block)
    }

    private static var connected: CaptureFrame {
        .report(
            SourceReport(device: DeviceID(0), name: "acc", streams: [.scalar(.pressure)], state: .connected),
            time: RecorderClock.system().now())
    }

    /// Runs a source whose child is a shell script: `$FRAMES` is a file with the frames given.
    private func supervise(
        _ script: String, frames: [CaptureFrame] = greeting, bounds: CaptureBounds = .init(), seconds: Double = 10,
        until isDone: (Heard) -> Bool
    ) throws -> (heard: Heard, stopped: Double) {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "frames")
        try Data(frames.flatMap(\.bytes)).write(to: file)
        let program = folder.appending(path: "child").path
        try writeScript("FRAMES=\(file.path)\n\(script)", to: program)
        let heard = Heard()
        let source = IIOEventSource(uri: Self.address, program: program, bounds: bounds)
        source.start(SourceContext(clock: .system(), devices: DeviceNumbers()), deliver: heard.add)
        #expect(waitUntil(seconds: seconds) { isDone(heard) }, "\(heard.reports)")
        let asked = ContinuousClock.now
        source.stop()
        return (heard, Double((ContinuousClock.now - asked).components.attoseconds) / 1e18)
    }

    @Test func `a child that ends is started again, later each time, and counted`() throws {
        let begun = ContinuousClock.now
        let heard = try supervise("exit 3") { $0.details(of: Self.address).count == 4 }.heard
        let details = heard.details(of: Self.address)
        // 0.25 s, 0.5 s and 1 s lie between four ends.
        #expect(ContinuousClock.now - begun >= .seconds(1.75))
        #expect(details[0].contains("status 3") && details[0].contains("in 0.25 s (1 restart)"), "\(details[0])")
        #expect(details[3].contains("in 2 s (4 restarts)"), "\(details[3])")
        #expect(heard.reports.allSatisfy { $0.trouble == .captureEnded && $0.state == .lost })
        #expect(heard.status?.isDelivering == false)
    }

    @Test(arguments: [
        ("kill -9 $$", "signal 9"), ("kill -11 $$", "signal 11"), ("exec /there/is/none", "status 127"),
        ("head -c 200000 /dev/urandom", "sent|identify"), ("printf '\\377\\377\\377\\177'", "too long"),
        ("cat $FRAMES $FRAMES", "identify"), ("exec 1>&-; sleep 20", "signal 9|ended"),
    ])
    func `the reason for an end is reported`(script: String, reason: String) throws {
        let heard = try supervise(script) { !$0.details(of: Self.address).isEmpty }.heard
        let detail = try #require(heard.details(of: Self.address).first)
        #expect(reason.split(separator: "|").contains { detail.contains($0) }, "\(detail)")
    }

    @Test func `a sensor is lost with its child, once, and both are reported when they are back`() throws {
        let frames = Self.greeting + [Self.connected, Self.samples(3)]
        let heard = try supervise("cat $FRAMES; sleep 0.3; exit 1", frames: frames) {
            $0.details(of: Self.address).count >= 4
        }.heard
        let states = heard.reports.filter { $0.name == "acc" }.map(\.state)
        #expect(states.prefix(4) == [.connected, .lost, .connected, .lost])
        let address = heard.reports.filter { $0.name == Self.address }
        #expect(address.map(\.state).prefix(4) == [.lost, .connected, .lost, .connected])
        #expect(try #require(address[1].detail).contains("after 1 restart."))
        // The same sensor keeps its number.
        #expect(Set(heard.reports.filter { $0.name == "acc" }.map(\.device)).count == 1)
    }

    @Test func `a child that stops responding is ended`() throws {
        let frames = Self.greeting + [Self.connected]
        let heard = try supervise("cat $FRAMES; sleep 60", frames: frames) { !$0.details(of: Self.address).isEmpty }
            .heard
        #expect(heard.details(of: Self.address).first?.contains("stopped responding") == true)
    }

    @Test func `a child that beats within the bound is left alone, and ended once it does not`() throws {
        let frames = Self.greeting + [Self.connected]
        let begun = ContinuousClock.now
        let beat = "printf '" + CaptureFrame.beat.bytes.map { "\\" + String($0, radix: 8) }.joined() + "'"
        let heard = try supervise(
            "cat $FRAMES; for i in 1 2; do sleep 4; \(beat); done; sleep 60", frames: frames, seconds: 30
        ) {
            !$0.details(of: Self.address).isEmpty
        }.heard
        #expect(ContinuousClock.now - begun > .seconds(13))
        #expect(heard.details(of: Self.address).first?.contains("stopped responding") == true)
    }

    @Test(arguments: [
        "x = bytearray(200 << 20)",
        "import threading; [threading.Thread(target=time.sleep, args=(60,), daemon=True).start() for _ in range(28)]",
    ])
    func `a child that grows is ended`(program: String) throws {
        let script = "cat $FRAMES; exec /usr/bin/python3 -c 'import time; \(program); time.sleep(60)'"
        let heard = try supervise(script) { !$0.details(of: Self.address).isEmpty }.heard
        #expect(heard.details(of: Self.address).first?.contains("too much memory or too many threads") == true)
    }

    @Test func `a child that floods is ended, and what it sent stays bounded`() throws {
        var frames = Self.greeting
        let bounds = CaptureBounds()
        let most = Int(Double(bounds.samplesPerSecond) * bounds.rateWindow)
        for _ in 0..<(most / 1_000 + 20) { frames.append(Self.samples(1_000)) }
        let heard = try supervise("cat $FRAMES; sleep 60", frames: frames) { !$0.details(of: Self.address).isEmpty }
            .heard
        #expect(heard.details(of: Self.address).first?.contains("more samples or reports") == true)
        let count = heard.events.count { if case .scalar(.pressure, _) = $0.event.payload { true } else { false } }
        #expect(count % most == 0 && count <= 2 * most)
    }

    @Test func `a child that ignores the end is ended, soon, and none is left`() throws {
        let (heard, stopped) = try supervise(
            "trap '' TERM HUP; cat $FRAMES; sleep 60; sleep 60", frames: Self.greeting + [Self.connected]
        ) { !$0.reports.isEmpty }
        #expect(stopped < 0.95)
        #expect(heard.reports.map(\.state) == [.connected])
    }

    @Test func `what is not an address and a program that is not there are reported`() throws {
        for (uri, program, reason) in [
            ("xml:/etc/passwd", "/bin/true", "is not an address"),
            (Self.address, "/there/is/none", "could not be started"),
        ] {
            let heard = Heard()
            let source = IIOEventSource(uri: uri, program: program)
            source.start(SourceContext(clock: .system(), devices: DeviceNumbers()), deliver: heard.add)
            _ = waitUntil { !heard.reports.isEmpty }
            source.stop()
            #expect(heard.details(of: uri).first?.contains(reason) == true, "\(heard.reports)")
        }
    }

    @Test func `a delay grows to half a minute, and is short again after a child that worked`() {
        var delay = RestartDelay()
        let delays = (0..<10).map { _ in delay.next(lived: 100, hasDelivered: false) }
        #expect(delays == [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30])
        #expect(delay.next(lived: 1.9, hasDelivered: true) == 30)
        #expect(delay.next(lived: 2, hasDelivered: true) == 0.25)
        #expect(delay.next(lived: 0, hasDelivered: false) == 0.5)
    }

    @Test func `what a child uses is held against the bounds`() {
        let bounds = CaptureBounds()
        func usage(_ kibibytes: Int, _ threads: Int) -> ProcessUsage {
            ProcessUsage(status: "Name:\tx\nVmRSS:\t  \(kibibytes) kB\nThreads:\t\(threads)\n")
        }
        let most = bounds.residentBytes / 1024
        #expect(!usage(most, bounds.threads).exceeds(bounds))
        #expect(usage(most + 1, bounds.threads).exceeds(bounds))
        #expect(usage(most, bounds.threads + 1).exceeds(bounds))
        #expect(!ProcessUsage(status: "nonsense").exceeds(bounds))
    }

    @Test func `ever new sensors get no more numbers than there may be devices`() {
        let bounds = CaptureBounds()
        let register = CaptureRegister(source: "iio", devices: DeviceNumbers(), bound: bounds.devices)
        func number(_ index: Int) -> DeviceID? {
            register.number(of: CapturedSensor(number: 0, name: "n\(index)", label: nil, index: 0))
        }
        // The address has a separate one.
        #expect((0...bounds.devices).allSatisfy { number($0) != nil })
        #expect(number(bounds.devices + 1) == nil)
        #expect(number(0) == number(0))
    }
}
