import SensorModel
import Testing

@testable import IIOClient

@Suite struct SampleClockTests {
    private let start = Instant(seconds: 1_700_000_000)

    @Test func `stamps of the wall clock are times as they are`() {
        var clock = SampleClock(clock: .realtime, hasStamps: true, nominalRate: 100)
        let stamps = (0..<5).map { start.nanoseconds + Int64($0) * 10_000_000 }
        let times = clock.times(stamps: stamps, received: start + 0.06)
        #expect(times.map(\.nanoseconds) == stamps)
        #expect(clock.source == .stamps)
    }

    @Test func `a device without stamps gets arrival, spread by the nominal rate`() throws {
        var clock = SampleClock(clock: .realtime, hasStamps: false, nominalRate: 100)
        let times = clock.times(stamps: [0, 0, 0], received: start)
        #expect(times.last == start)
        #expect(abs((times[1] - times[0]) - 0.01) < 1e-9)
        #expect(clock.source == .arrivalWithoutStamps)
    }

    @Test func `times of arrival never run backwards between two reads`() throws {
        var clock = SampleClock(clock: nil, hasStamps: false, nominalRate: 100)
        let first = clock.times(stamps: [0, 0, 0, 0], received: start)
        let second = clock.times(stamps: [0, 0, 0, 0], received: start + 0.02)
        #expect(try #require(second.first) >= (try #require(first.last)))
    }

    @Test func `a stamp that stands still is given up`() {
        var clock = SampleClock(clock: .boottime, hasStamps: true, nominalRate: 10)
        for read in 0..<5 { _ = clock.times(stamps: [12_345], received: start + Double(read) * 0.1) }
        #expect(clock.source == .arrivalForStuckStamps)
        #expect(clock.times(stamps: [12_345], received: start + 1) == [start + 1])
    }

    @Test func `another machine's clock is taken to be new at its first sample`() {
        var clock = SampleClock(clock: nil, hasStamps: true, nominalRate: 100)
        let times = clock.times(stamps: [5_000_000_000, 5_010_000_000], received: start)
        #expect(times == [start + -0.01, start])
        #expect(clock.times(stamps: [5_020_000_000], received: start + 0.03) == [start + 0.01])
    }
}

@Suite struct OverrunDetectorTests {
    @Test func `a steady stream has no gaps`() {
        var detector = OverrunDetector(nominalRate: 100)
        let missing = (0..<1000).map { detector.missing(before: Instant(seconds: Double($0) * 0.01)) }
        #expect(missing.allSatisfy { $0 == 0 })
    }

    @Test func `dropped samples are counted`() {
        var detector = OverrunDetector(nominalRate: 100)
        for index in 0..<200 { _ = detector.missing(before: Instant(seconds: Double(index) * 0.01)) }
        #expect(detector.missing(before: Instant(seconds: 1.99 + 0.08)) == 7)
        #expect(detector.missing(before: Instant(seconds: 1.99 + 0.09)) == 0)
    }

    @Test func `a device slower than it says raises no alarm for long`() {
        var detector = OverrunDetector(nominalRate: 100)
        let alarms = (0..<500).filter { detector.missing(before: Instant(seconds: Double($0) * 0.02)) > 0 }
        #expect(alarms.isEmpty)
    }
}
