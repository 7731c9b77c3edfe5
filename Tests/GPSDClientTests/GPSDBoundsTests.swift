import SensorModel
import Testing

@testable import GPSDClient

/// Every bound on what a gpsd may send: at the bound it is accepted, one beyond it is left out and counted.
@Suite struct GPSDBoundsTests {
    /// A TPV of a second, padded to a number of bytes.
    private func line(_ second: Int, bytes: Int) -> String {
        let plain = tpv(second, #","x":"""#)
        return tpv(second, #","x":"\#(String(repeating: "y", count: max(0, bytes - plain.utf8.count)))""#)
    }

    @Test func `lines of one epoch are bounded in number`() throws {
        var feed = LinkFeed()
        for _ in 0..<GPSDBounds.linesPerEpoch { feed.say(tpv(1)) }
        #expect(feed.link.skippedLineCount == 0)
        feed.say(tpv(1))
        #expect(feed.link.skippedLineCount == 1)
        feed.wait(0.3)
        #expect(feed.fixes.count == 1)
        let raw = try #require(feed.events.compactMap(\.rawLines).last)
        #expect(raw.split(separator: "\n").count == GPSDBounds.linesPerEpoch)
    }

    @Test func `lines of one epoch are bounded in bytes`() {
        var feed = LinkFeed()
        for _ in 0..<(GPSDBounds.bytesPerEpoch / 32_768) { feed.say(line(1, bytes: 32_768)) }
        #expect(feed.link.skippedLineCount == 0)
        feed.say(tpv(1))
        #expect(feed.link.skippedLineCount == 1)
    }

    @Test func `more lines of one time than a file holds become small fixes`() {
        var feed = LinkFeed()
        for _ in 0..<600 { feed.say(line(1, bytes: 40_000), after: 0.003) }
        feed.say(tpv(5), after: 2)
        feed.wait(0.3)
        let largest = feed.events.compactMap(\.rawLines).map(\.utf8.count).max() ?? 0
        #expect(largest <= GPSDBounds.bytesPerEpoch + GPSDBounds.looseBytes + 2 * GPSDBounds.linesPerEpoch)
        #expect(feed.fixes.count > 1 && feed.fixes.count < 10)
    }

    @Test func `lines that wait for an epoch are bounded in number and bytes`() throws {
        let large = 32_000
        let most = GPSDBounds.looseBytes / large
        for (count, bytes, kept) in [
            (GPSDBounds.looseLines, 200, GPSDBounds.looseLines),
            (GPSDBounds.looseLines + 1, 200, GPSDBounds.looseLines),
            (most, large, most), (most + 1, large, most),
        ] {
            var feed = LinkFeed()
            feed.say(tpv(1))
            feed.wait(0.3)
            for _ in 0..<count { feed.say(line(1, bytes: bytes)) }
            feed.say(tpv(2), after: 0.1)
            feed.wait(0.3)
            let raw = try #require(feed.events.compactMap(\.rawLines).last)
            // With them comes the line of the fix.
            #expect(raw.split(separator: "\n").count == kept + 1, "\(count) lines of \(bytes) bytes")
        }
    }

    @Test func `reports of a log that wait for a time are bounded`() {
        for (count, kept) in [(GPSDBounds.untimedReports, true), (GPSDBounds.untimedReports + 1, false)] {
            var log = ReceiverLog(id: DeviceID(1))
            let sky = GPSDDecoder.decode(#"{"class":"SKY","hdop":2.5,"satellites":[]}"#)
            let other = GPSDDecoder.decode(#"{"class":"SKY","satellites":[]}"#)
            guard let sky, let other, let position = GPSDDecoder.decode(tpv(1)) else {
                Issue.record("not decoded")
                return
            }
            // The first of those that wait is the only one with a dilution.
            _ = log.consume(sky)
            for _ in 1..<count { _ = log.consume(other) }
            let events = log.consume(position) + log.finish()
            let dilutions = events.compactMap { event -> Double? in
                if case .fix(let fix) = event.payload { fix.horizontalDilution } else { nil }
            }
            #expect(dilutions == (kept ? [2.5] : []))
        }
    }

    @Test func `a line is bounded in bytes`() {
        var feed = LinkFeed()
        feed.say(line(1, bytes: GPSDBounds.lineBytes))
        #expect(feed.link.skippedLineCount == 0)
        feed.say(line(2, bytes: GPSDBounds.lineBytes + 1))
        #expect(feed.link.skippedLineCount == 1)
    }

    @Test func `receivers are bounded`() {
        var feed = LinkFeed()
        // One of the handshake is among them.
        for number in 1..<GPSDBounds.receivers { feed.say(tpv(1, device: "/dev/\(number)")) }
        feed.wait(0.3)
        #expect(feed.fixes.count == GPSDBounds.receivers - 1)
        feed.say(tpv(1, device: "/dev/more"))
        feed.wait(0.3)
        #expect(feed.fixes.count == GPSDBounds.receivers - 1)
    }

    @Test func `paths, texts and satellites are bounded`() throws {
        func device(_ path: String) -> GPSDReport? {
            GPSDDecoder.decode(#"{"class":"DEVICE","path":"\#(path)","activated":"2026"}"#)
        }
        let path = String(repeating: "p", count: GPSDBounds.pathBytes)
        #expect(device(path) == .device(GPSDDevice(path: path, driver: nil, isActive: true, cycle: nil)))
        #expect(device(path + "p") == .other("DEVICE"))
        let text = String(repeating: "é", count: GPSDBounds.textLength)
        for long in [text, text + "é"] {
            #expect(GPSDDecoder.decode(#"{"class":"ERROR","message":"\#(long)"}"#) == .error(text))
        }
        for count in [GPSDBounds.satellites, GPSDBounds.satellites + 1] {
            let list = Array(repeating: #"{"PRN":1}"#, count: count).joined(separator: ",")
            guard case .sky(let sky) = GPSDDecoder.decode(#"{"class":"SKY","satellites":[\#(list)]}"#) else {
                Issue.record("no sky view")
                continue
            }
            #expect(sky.satellites?.count == GPSDBounds.satellites)
        }
    }

    @Test func `a burst is accepted, and a rate for ever`() {
        var allowance = LineAllowance()
        let now = Instant(seconds: 1_000)
        let cost = 1_000 + Int(GPSDBounds.bytesPerLine)
        func admitted(_ count: Int, at time: Instant) -> Int {
            (0..<count).count { _ in allowance.admits(bytes: 1_000, at: time) }
        }
        let burst = Int(GPSDBounds.burstBytes) / cost
        #expect(admitted(burst + 1, at: now) == burst)
        #expect(allowance.trouble(at: now) != nil)
        let perSecond = Int(GPSDBounds.bytesPerSecond) / cost
        for second in 1...100 {
            let count = admitted(perSecond, at: now + Double(second))
            #expect(count == perSecond)
        }
        #expect(allowance.excessCount == 1)
        #expect(allowance.trouble(at: now + 59) != nil && allowance.trouble(at: now + 61) == nil)
    }

    @Test func `a flood is left out, said, and counted, and fixes go on`() {
        var feed = LinkFeed()
        let flood = Array((line(1, bytes: 60_000) + "\r\n").utf8)
        for _ in 0..<300 { feed.link.receive(flood, at: feed.now) }
        #expect(feed.link.skippedLineCount > 100)
        #expect(feed.link.trouble?.contains("left out") == true)
        feed.say(tpv(9), after: 5)
        feed.wait(0.3)
        #expect(feed.fixes.contains { $0.coordinate != nil })
    }
}
