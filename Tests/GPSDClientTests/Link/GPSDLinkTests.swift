import SensorModel
import Testing

@testable import GPSDClient

@Suite struct GPSDLinkTests {
    @Test func `a conversation goes from greeting to fix`() {
        var feed = LinkFeed(handshake: false)
        #expect(feed.link.state == .connecting)
        feed.link.connect(at: feed.now)
        feed.say(#"{"class":"VERSION","release":"3.22"}"#)
        #expect(feed.link.state == .greeted)
        #expect(feed.requests == [GPSDLink.watchRequest])
        feed.say(#"{"class":"DEVICES","devices":[]}"#)
        feed.say(#"{"class":"WATCH","enable":true,"json":true}"#)
        #expect(feed.link.state == .noDevice)
        feed.say(#"{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:00Z"}"#)
        #expect(feed.link.state == .noData)
        feed.say(tpv(1, mode: 1), after: 1)
        feed.say(tpv(2, mode: 1), after: 1)
        #expect(feed.link.state == .noFix)
        feed.say(tpv(3), after: 1)
        feed.wait(0.3)
        #expect(feed.link.state == .fix)
        #expect(feed.reports.map(\.state) == [.noDevice, .connected, .connected])
    }

    @Test func `a watch that brings no JSON is not taken for one`() {
        var feed = LinkFeed(handshake: false)
        feed.link.connect(at: feed.now)
        feed.say(#"{"class":"VERSION","release":"3.22"}"#)
        feed.say(#"{"class":"WATCH","enable":true,"json":false}"#)
        #expect(feed.closeReason != nil)
    }

    @Test func `a daemon that never greets is left`() {
        var feed = LinkFeed(handshake: false)
        feed.link.connect(at: feed.now)
        feed.wait(4.9)
        #expect(feed.closeReason == nil)
        feed.wait(0.2)
        #expect(feed.closeReason != nil)
    }

    @Test func `a stream that cannot be read is told from silence, with what to do`() throws {
        for isGreeted in [false, true] {
            var feed = LinkFeed(handshake: false)
            feed.link.connect(at: feed.now)
            if isGreeted { feed.say(#"{"class":"VERSION","release":"3.25"}"#) }
            feed.link.receive([0x78, 0x9C, 0x0A, 0xAB, 0x56, 0x4A] as [UInt8], at: feed.now)
            feed.wait(5.1)
            #expect(feed.closeReason == "it sends data that cannot be read")
            #expect(try #require(feed.link.advice).contains("gpspipe"))
        }
        var feed = LinkFeed()
        for second in 1...3 { feed.say(tpv(second), after: 1) }
        feed.wait(5.1)
        feed.say("\u{1}\u{2}\u{3}")
        feed.wait(5.1)
        #expect(feed.link.trouble == "it sends data that cannot be read")
        #expect(try #require(feed.link.advice).contains("gpspipe"))
        feed.say(tpv(4))
        #expect(feed.link.trouble == nil && feed.link.advice == nil)
        feed.wait(5.1)
        feed.wait(5.1)
        #expect(feed.link.trouble == "it is connected and does not answer")
        #expect(try #require(feed.link.advice).contains("restart gpsd"))
    }

    @Test func `silence is told and probed, and a daemon that does not answer keeps its connection`() {
        var feed = LinkFeed()
        for second in 1...3 { feed.say(tpv(second), after: 1) }
        feed.requests = []
        feed.wait(4.9)
        #expect(feed.requests.isEmpty)
        feed.wait(0.2)
        #expect(feed.requests == [GPSDLink.probeRequest])
        #expect(feed.link.state == .noData)
        #expect(feed.reports.last?.state == .silent)
        feed.wait(4.8)
        #expect(!feed.link.isUnanswered)
        feed.wait(0.3)
        #expect(feed.link.isUnanswered)
        #expect(feed.link.state == .connecting)
        #expect(feed.link.trouble != nil)
        feed.wait(60)
        #expect(feed.requests.count == 1)
        #expect(feed.closeReason == nil)
        // What it had for this connection comes at once when it thaws, and counts.
        for second in 4...20 { feed.say(tpv(second)) }
        feed.wait(0.3)
        #expect(feed.fixes.count == 20)
        #expect(feed.link.state == .fix)
        #expect(!feed.link.isUnanswered)
        #expect(feed.link.trouble == nil)
    }

    @Test func `a daemon that answers the probe is kept, and asked seldom`() {
        var feed = LinkFeed()
        for second in 1...3 { feed.say(tpv(second), after: 1) }
        feed.wait(6)
        feed.say(#"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":"2026-01-01T00:00:00Z"}]}"#, after: 0.1)
        let answer = #"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":"2026-01-01T00:00:00Z"}]}"#
        for _ in 0..<50 {
            let asked = feed.requests.count
            feed.wait(1)
            if feed.requests.count > asked { feed.say(answer) }
        }
        #expect(feed.closeReason == nil)
        #expect(feed.requests.filter { $0 == GPSDLink.probeRequest }.count == 6)
        #expect(feed.link.state == .noData)
        feed.say(tpv(40), after: 1)
        feed.wait(0.3)
        #expect(feed.link.state == .fix)
        #expect(feed.reports.last?.state == .connected)
        feed.wait(6)
        #expect(feed.requests.filter { $0 == GPSDLink.probeRequest }.count == 7)
    }

    @Test func `a receiver that gpsd has dropped is gone`() {
        var feed = LinkFeed()
        feed.say(tpv(1))
        feed.wait(6)
        feed.say(#"{"class":"DEVICES","devices":[]}"#)
        #expect(feed.link.state == .noDevice)
        #expect(feed.reports.suffix(2).map(\.state) == [.lost, .noDevice])
    }

    @Test func `unplugging and plugging in shows`() {
        var feed = LinkFeed()
        feed.say(tpv(1))
        feed.say(#"{"class":"DEVICE","path":"/dev/a","activated":0}"#, after: 0.5)
        #expect(feed.link.state == .noDevice)
        #expect(feed.fixes.count == 1)
        feed.say(#"{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:09Z"}"#, after: 5)
        feed.say(tpv(9), after: 0.5)
        feed.wait(0.3)
        #expect(feed.link.state == .fix)
        #expect(feed.fixes.count == 2)
    }

    @Test func `a receiver with slow epochs is not called silent between them`() {
        var feed = LinkFeed()
        feed.say(#"{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:00Z","cycle":10}"#)
        for second in [0, 10, 20, 30] { feed.say(tpv(second), after: 10) }
        #expect(!feed.reports.contains { $0.state == .silent })
        feed.wait(31)
        #expect(feed.reports.last?.state == .silent)
    }

    @Test func `what gpsd once did not like is no trouble any more when positions come`() {
        var feed = LinkFeed()
        feed.say(#"{"class":"ERROR","message":"Something was odd"}"#)
        #expect(feed.link.trouble == "Something was odd")
        feed.say(tpv(1), after: 1)
        #expect(feed.link.trouble == nil)
    }

    @Test func `a lost connection is told once, however many tries fail`() {
        var feed = LinkFeed()
        feed.say(tpv(1))
        for _ in 0..<5 {
            feed.link.disconnect("connection refused", at: feed.now)
            feed.link.begin(at: feed.now)
            feed.wait(1)
        }
        #expect(feed.fixes.count == 1)
        #expect(feed.reports.filter { $0.state == .lost }.count == 2)
        #expect(feed.link.state == .connecting)
        #expect(feed.link.trouble == "connection refused")
    }

    @Test func `lines that nobody can read are counted and harm nothing`() {
        var feed = LinkFeed()
        for line in [
            "garbage", #"{"class":"ERROR","message":"Invalid WATCH: "x""}"#, #"{"class":"TPV""#, "\u{0}\u{1}",
            String(repeating: "x", count: 70_000), #"{"class":"AIS","mmsi":5}"#,
        ] { feed.say(line) }
        feed.say(tpv(1))
        feed.wait(0.3)
        #expect(feed.link.skippedLineCount == 5)
        #expect(feed.fixes.count == 1)
    }
}

@Suite struct BackoffTests {
    @Test func `waits double to the bound and start afresh`() {
        var backoff = Backoff()
        #expect((0..<9).map { _ in backoff.next(chance: 0) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
        backoff.reset()
        #expect(backoff.next(chance: 1) == 0.375)
    }
}

@Suite struct GPSDAddressTests {
    @Test func `addresses are read as people write them`() throws {
        #expect(try GPSDAddress(parsing: "localhost:2947") == GPSDAddress(host: "localhost"))
        #expect(try GPSDAddress(parsing: "boat") == GPSDAddress(host: "boat"))
        #expect(try GPSDAddress(parsing: ":3000") == GPSDAddress(host: "localhost", port: 3000))
        #expect(try GPSDAddress(parsing: "[::1]:3000") == GPSDAddress(host: "::1", port: 3000))
        #expect(try GPSDAddress(parsing: "::1") == GPSDAddress(host: "::1"))
        #expect(GPSDAddress(host: "::1").description == "[::1]:2947")
    }

    @Test(arguments: ["", "host:", "host:0", "host:99999", "host:x", "[::1]x", "a b:1", "http://x"])
    func `what is no address is refused`(text: String) {
        #expect(throws: GPSDError.badAddress(text)) { try GPSDAddress(parsing: text) }
    }
}
