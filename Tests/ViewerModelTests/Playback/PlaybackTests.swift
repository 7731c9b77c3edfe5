import SensorModel
import Testing
import ViewerModel

@Suite struct PlaybackAxisTests {
    private func instants(_ seconds: [Double]) -> [Instant] { seconds.map { Instant(seconds: 1_700_000_000 + $0) } }

    @Test func `without gaps a second is a second`() {
        let axis = PlaybackAxis(instants: instants([0, 10, 20, 70]))
        #expect(axis.length == 70)
        #expect(axis.gaps.isEmpty)
        #expect(axis.position(of: Instant(seconds: 1_700_000_033)) == 33)
        #expect(axis.instant(at: 33) == Instant(seconds: 1_700_000_033))
    }

    @Test func `a long gap is cut short and listed`() {
        let axis = PlaybackAxis(instants: instants([0, 10, 7_210, 7_220]))
        #expect(axis.length == 24)
        #expect(axis.gaps.map(\.duration) == [7_200])
        #expect(axis.gaps.map(\.positions) == [10...14])
        #expect(axis.position(of: Instant(seconds: 1_700_003_610)) == 12)
        #expect(axis.instant(at: 12) == Instant(seconds: 1_700_003_610))
    }

    @Test func `a receiver that samples each ten minutes leaves no gap but the night`() {
        let day = stride(from: 0.0, through: 36_000, by: 600)
        let axis = PlaybackAxis(instants: instants(day + day.map { $0 + 86_400 }))
        #expect(axis.gaps.map(\.duration) == [50_400])
        #expect(axis.length == 36_000 + 600 + 36_000)
    }

    @Test func `the way there and back is the same everywhere`() {
        let axis = PlaybackAxis(instants: instants([0, 5, 100, 101, 5_000, 5_001, 5_030]))
        var last = -1.0
        for step in 0...2_000 {
            let position = axis.length * Double(step) / 2_000
            let back = axis.position(of: axis.instant(at: position))
            #expect(abs(back - position) < 1e-6)
            #expect(back > last)
            last = back
        }
    }

    @Test func `no data, one instant and times that run backwards make an axis`() {
        #expect(PlaybackAxis(instants: []).length == 0)
        let one = PlaybackAxis(instants: instants([5]))
        #expect(one.length == 0)
        #expect(one.instant(at: 3) == one.start)
        #expect(one.position(of: one.start) == 0)
        #expect(PlaybackAxis(instants: instants([0, 10, 5, 12])).length == 12)
    }

    @Test func `compression can be off`() {
        #expect(PlaybackAxis(instants: instants([0, 7_200]), compression: nil).length == 7_200)
    }
}

@Suite struct PlaybackStateTests {
    private func state(_ seconds: [Double] = [0, 50, 100]) -> PlaybackState {
        PlaybackState(axis: PlaybackAxis(instants: seconds.map { Instant(seconds: 1_000 + $0) }))
    }

    @Test func `nothing lies ahead before a replay begins`() {
        var playback = state()
        #expect(playback.reached == nil)
        playback.handle(.toggle)
        #expect(playback.reached == Instant(seconds: 1_000))
        playback.handle(.tick(0.125))
        playback.handle(.toggle)
        #expect(playback.reached == playback.instant)
        playback.handle(.toStart)
        #expect(playback.reached == nil)
    }

    @Test func `playing moves by the rate and stops at the end`() {
        var playback = state()
        playback.handle(.setRate(16))
        playback.handle(.toggle)
        playback.handle(.tick(0.125))
        #expect(playback.position == 2)
        for _ in 0..<100 { playback.handle(.tick(0.125)) }
        #expect(playback.position == 100)
        #expect(!playback.isPlaying)
        #expect(playback.instant == Instant(seconds: 1_100))
    }

    @Test func `play at the end starts over`() {
        var playback = state()
        playback.handle(.toEnd)
        playback.handle(.toggle)
        #expect(playback.isPlaying)
        #expect(playback.position == 0)
    }

    @Test func `a paused replay does not tick`() {
        var playback = state()
        playback.handle(.tick(5))
        #expect(playback.position == 0)
        #expect(playback.takeTarget() == nil)
    }

    @Test func `the newest target wins and is taken once`() {
        var playback = state()
        for second in 1...60 { playback.handle(.seekPosition(Double(second))) }
        #expect(playback.takeTarget() == Instant(seconds: 1_060))
        #expect(playback.takeTarget() == nil)
    }

    @Test func `the rate stays within its bounds`() {
        var playback = state()
        playback.handle(.slower)
        #expect(playback.rate == 1)
        for _ in 0..<10 { playback.handle(.faster) }
        #expect(playback.rate == 64)
        #expect(playback.rateText == "64×")
        playback.handle(.setRate(.nan))
        #expect(playback.rate == 64)
    }

    @Test func `steps are fine and coarse and stay inside`() {
        var playback = state()
        playback.handle(.stepCoarse(2))
        playback.handle(.stepFine(-3))
        #expect(playback.position == 57)
        playback.handle(.stepCoarse(50))
        #expect(playback.position == 100)
        playback.handle(.seekPosition(.nan))
        #expect(playback.position == 100)
    }

    @Test func `a range holds the replay`() {
        var playback = state()
        playback.handle(.setRange(Instant(seconds: 1_020)...Instant(seconds: 1_040)))
        #expect(playback.hasRange)
        #expect(playback.position == 20)
        playback.handle(.toEnd)
        #expect(playback.position == 40)
        playback.handle(.setRange(nil))
        #expect(!playback.hasRange)
    }

    @Test func `a range is begun and ended at the position`() {
        var playback = state()
        let length = playback.axis.length
        playback.handle(.endRange)
        #expect(!playback.hasRange, "nothing precedes the start")
        playback.handle(.seekPosition(20))
        playback.handle(.startRange)
        #expect(playback.range == 20...length)
        playback.handle(.seekPosition(40))
        playback.handle(.endRange)
        #expect(playback.range == 20...40 && playback.position == 40)
        playback.handle(.startRange)
        #expect(playback.range == 40...length, "a start at the end begins another part")
        playback.handle(.endRange)
        #expect(playback.range == 0...40)
    }

    @Test func `a hidden window does not jump`() {
        var playback = state()
        playback.handle(.toggle)
        playback.handle(.tick(3_600))
        #expect(playback.position == 0.25)
    }

    @Test func `an empty session does not play`() {
        var playback = PlaybackState(axis: PlaybackAxis(instants: []))
        playback.handle(.toggle)
        playback.handle(.tick(0.1))
        #expect(!playback.isPlaying)
        #expect(playback.position == 0)
    }
}
