import SensorModel
import Testing

@testable import MapTiles

@Suite struct DownloadPaceTests {
    private static let reason = Phrase(plain: "503")

    @Test func `a server that answers is asked for two tiles at once`() {
        var pace = DownloadPace()
        #expect(pace.allowance(at: 0, running: 0) == 2)
        #expect(pace.allowance(at: 0, running: 1) == 1)
        #expect(pace.allowance(at: 0, running: 2) == 0)
        pace.noteAnswer(at: 0)
        #expect(pace.allowance(at: 0, running: 3) == 0 && pace.pause(at: 0) == nil)
    }

    @Test func `pauses double, a single request ends them, and six failures end the download`() throws {
        var pace = DownloadPace()
        var now = 100.0
        for pause in [2.0, 4, 8, 16, 32] {
            try pace.noteFailure(Self.reason, at: now, asked: nil)
            #expect(pace.pause(at: now) == pause)
            #expect(pace.allowance(at: now + pause - 0.1, running: 0) == 0)
            now += pause
            #expect(pace.allowance(at: now, running: 0) == 1 && pace.pause(at: now) == nil)
        }
        let last = now
        #expect(throws: TileDownloadError.failing(reason: Self.reason, tries: 6)) {
            try pace.noteFailure(Self.reason, at: last, asked: nil)
        }
    }

    @Test func `an answer forgets the failures`() throws {
        var pace = DownloadPace()
        for round in 0..<20 {
            try pace.noteFailure(Self.reason, at: Double(round) * 10, asked: nil)
            #expect(pace.pause(at: Double(round) * 10) == 2)
            pace.noteAnswer(at: Double(round) * 10 + 2)
            #expect(pace.allowance(at: Double(round) * 10 + 2, running: 0) == 2)
        }
    }

    @Test func `an answer that was on its way does not end a pause`() throws {
        var pace = DownloadPace()
        try pace.noteFailure(Self.reason, at: 10, asked: 60)
        pace.noteAnswer(at: 10.1)
        try pace.noteOddAnswer(Self.reason, at: 10.2)
        #expect(pace.pause(at: 10.2) == 59.8 && pace.allowance(at: 69.9, running: 0) == 0)
        #expect(pace.allowance(at: 70, running: 0) == 1)
    }

    @Test func `requests that fail together are one failure, with the longest pause that was asked for`() throws {
        var pace = DownloadPace()
        for _ in 0..<20 { try pace.noteFailure(Self.reason, at: 5, asked: 3) }
        try pace.noteFailure(Self.reason, at: 5.1, asked: 30)
        #expect(pace.pause(at: 5.1) == 30)
    }

    @Test func `a server's wish is granted up to an hour`() throws {
        var pace = DownloadPace()
        try pace.noteFailure(Self.reason, at: 0, asked: 3_600)
        #expect(pace.pause(at: 0) == 3_600)
        // A short wish does not shorten the pause.
        var other = DownloadPace()
        try other.noteFailure(Self.reason, at: 0, asked: 0)
        #expect(other.pause(at: 0) == 2)
        #expect(throws: TileDownloadError.asksForLongPause(seconds: 3_601)) {
            try pace.noteFailure(Self.reason, at: 4_000, asked: 3_601)
        }
        #expect(TileDownloadError.asksForLongPause(seconds: 3_601).description.contains("2 hours"))
    }

    @Test func `five answers in a row that are not tiles end the download`() throws {
        var pace = DownloadPace()
        for _ in 0..<4 { try pace.noteOddAnswer(Self.reason, at: 0) }
        pace.noteAnswer(at: 0)
        for _ in 0..<4 { try pace.noteOddAnswer(Self.reason, at: 0) }
        #expect(throws: TileDownloadError.notTiles(reason: Self.reason)) { try pace.noteOddAnswer(Self.reason, at: 0) }
    }
}
