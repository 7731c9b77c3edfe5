import SensorModel
import Synchronization
import Testing

@testable import IIOClient

@Suite struct SampleClockTests {
    private let start = Instant(seconds: 1_700_000_000)
    private let same = SampleClock.Mapping(offset: { 0 }, isSteady: true)

    @Test func `stamps of the wall clock are times as they are`() {
        var clock = SampleClock(mapping: same, hasStamps: true, nominalRate: 100)
        let stamps = (0..<5).map { start.nanoseconds + Int64($0) * 10_000_000 }
        let times = clock.times(stamps: stamps, received: start + 0.06)
        #expect(times.map(\.nanoseconds) == stamps)
        #expect(clock.source == .stamps)
    }

    @Test func `a device without stamps gets arrival, spread by the nominal rate`() throws {
        var clock = SampleClock(mapping: same, hasStamps: false, nominalRate: 100)
        let times = clock.times(stamps: [0, 0, 0], received: start)
        #expect(times.last == start)
        #expect(abs((times[1] - times[0]) - 0.01) < 1e-9)
        #expect(clock.source == .arrivalWithoutStamps)
    }

    @Test func `times of arrival never run backwards between two reads`() throws {
        var clock = SampleClock(mapping: nil, hasStamps: false, nominalRate: 100)
        let first = clock.times(stamps: [0, 0, 0, 0], received: start)
        let second = clock.times(stamps: [0, 0, 0, 0], received: start + 0.02)
        #expect(try #require(second.first) >= (try #require(first.last)))
    }

    @Test func `a stamp that stands still is given up`() {
        var clock = SampleClock(mapping: same, hasStamps: true, nominalRate: 10)
        for read in 0..<5 { _ = clock.times(stamps: [12_345], received: start + Double(read) * 0.1) }
        #expect(clock.source == .arrivalForWrongStamps)
        #expect(clock.times(stamps: [12_345], received: start + 1) == [start + 1])
    }

    /// Returns the times of a minute of reads of 15 samples at 100 Hz with some stamps.
    private func times(_ clock: inout SampleClock, stamp: (Int) -> Int64) -> [Instant] {
        var times: [Instant] = []
        for first in stride(from: 0, to: 6_000, by: 15) {
            let received = start + Double(first + 14) * 0.01 + 0.002
            times += clock.times(stamps: (first..<first + 15).map(stamp), received: received)
        }
        return times
    }

    @Test(arguments: [0, 2, 3, 10, 100])
    func `stamps of which some are zero, or that start again, are replaced`(every count: Int) {
        for isSawtooth in [false, true] where !isSawtooth || count > 2 {
            var clock = SampleClock(mapping: same, hasStamps: true, nominalRate: 100)
            let times = times(&clock) { index in
                if isSawtooth { return start.nanoseconds + Int64(index % count) * 10_000_000 }
                return count > 0 && index % count == 1 ? start.nanoseconds + Int64(index) * 10_000_000 : 0
            }
            #expect(clock.source == .arrivalForWrongStamps)
            for (time, next) in zip(times, times.dropFirst()) { #expect(-1e-9...0.16 ~= next - time) }
            for (index, time) in times.enumerated() { #expect(abs(time - (start + Double(index) * 0.01)) < 0.2) }
        }
    }

    @Test func `a single wrong stamp follows the one before it, and the others stay as they are`() {
        for wrong in [0, start.nanoseconds - 60_000_000_000, start.nanoseconds + 3_600_000_000_000] {
            var clock = SampleClock(mapping: same, hasStamps: true, nominalRate: 100)
            let times = times(&clock) { $0 == 700 ? wrong : start.nanoseconds + Int64($0) * 10_000_000 }
            #expect(clock.source == .stamps)
            for (index, time) in times.enumerated() { #expect(abs(time - (start + Double(index) * 0.01)) < 1e-6) }
        }
    }

    @Test func `stamps in another unit contradict the arrival and are given up`() {
        var clock = SampleClock(mapping: nil, hasStamps: true, nominalRate: 100)
        let times = times(&clock) { 1 + Int64($0) * 10_000 }
        #expect(clock.source == .arrivalForWrongStamps)
        for (index, time) in times.enumerated().dropFirst(2_000) {
            #expect(abs(time - (start + Double(index) * 0.01)) < 0.2)
        }
    }

    @Test func `a process that was stopped for a minute keeps the stamps`() {
        var clock = SampleClock(mapping: same, hasStamps: true, nominalRate: 100)
        for read in 0..<1_000 {
            // The buffer keeps four reads; what came later was dropped.
            guard !(104..<500).contains(read) else { continue }
            let stamps = (read * 15..<(read + 1) * 15).map { start.nanoseconds + Int64($0) * 10_000_000 }
            let received = start + Double((100..<104).contains(read) ? 500 * 15 : read * 15 + 15) * 0.01
            _ = clock.times(stamps: stamps, received: received)
        }
        #expect(clock.source == .stamps)
    }

    @Test func `another machine's clock is taken to be new at its first sample`() {
        var clock = SampleClock(mapping: nil, hasStamps: true, nominalRate: 100)
        let times = clock.times(stamps: [5_000_000_000, 5_010_000_000], received: start)
        #expect(times == [start + -0.01, start])
        #expect(clock.times(stamps: [5_020_000_000], received: start + 0.03) == [start + 0.01])
    }

    @Test func `a clock that is set between two reads moves no sample`() {
        let step = Mutex<Int64>(0)
        let mapping = SampleClock.Mapping(offset: { -step.withLock { $0 } }, isSteady: false)
        var clock = SampleClock(mapping: mapping, hasStamps: true, nominalRate: 100)
        #expect(clock.times(stamps: [start.nanoseconds], received: start + 0.01) == [start])
        step.withLock { $0 = 3_600_000_000_000 }
        let stamp = start.nanoseconds + 10_000_000 + 3_600_000_000_000
        #expect(clock.times(stamps: [stamp], received: start + 0.02) == [start + 0.01])
    }

    @Test func `stamps that cannot be of the clock they are said to be of are mapped by arrival`() {
        var clock = SampleClock(mapping: same, hasStamps: true, nominalRate: 100)
        let times = (0..<3).flatMap {
            clock.times(stamps: [1_000_000_000 + Int64($0) * 10_000_000], received: start + Double($0) / 100)
        }
        #expect(times == [start, start + 0.01, start + 0.02])
    }

    @Test func `a read that was held up does not move another machine's samples`() {
        var clock = SampleClock(mapping: nil, hasStamps: true, nominalRate: 100)
        var times: [Instant] = []
        for read in 0..<100 {
            let delay = read == 50 ? 2.0 : 0.001 * Double(read % 7)
            times += clock.times(stamps: [Int64(read) * 1_000_000_000], received: start + Double(read) + delay)
        }
        for (index, time) in times.enumerated() { #expect(abs(time - (start + Double(index))) < 0.001) }
    }

    @Test func `another machine's clock that drifts or is set is followed`() {
        var clock = SampleClock(mapping: nil, hasStamps: true, nominalRate: 100)
        var last = start
        for second in 0..<600 {
            let stamp = Double(second) * 0.9999 + (second >= 300 ? -3_600 : 0)
            let received = start + Double(second)
            last = clock.times(stamps: [Int64(stamp * 1e9)], received: received)[0]
            #expect(abs(last - received) < 0.02)
        }
    }

    @Test func `samples without stamps of a sensor that is slower than it says are spread evenly`() {
        var clock = SampleClock(mapping: nil, hasStamps: false, nominalRate: 100)
        var times: [Instant] = []
        for read in 0..<100 {
            times = clock.times(stamps: [Int64](repeating: 0, count: 10), received: start + 0.4 * Double(read))
        }
        for (time, next) in zip(times, times.dropFirst()) { #expect(abs((next - time) - 0.04) < 0.004) }
    }

    @Test func `a first read goes back to the start of capturing at most, whatever rate is promised`() {
        let start = Instant(seconds: 1_000)
        var clock = SampleClock(mapping: nil, hasStamps: false, nominalRate: 10, start: start)
        let times = clock.times(stamps: [Int64](repeating: 0, count: 50), received: start + 0.5)
        #expect(times[0] > start && times[49] == start + 0.5)
        for (time, next) in zip(times, times.dropFirst()) { #expect(abs((next - time) - 0.01) < 1e-6) }
    }
}

@Suite struct OverrunDetectorTests {
    @Test func `a steady stream has no gaps`() {
        var detector = OverrunDetector(nominalRate: 100)
        let missing = (0..<1000).map { detector.missing(before: Instant(seconds: Double($0) * 0.01)) }
        #expect(missing.allSatisfy { $0 == 0 })
    }

    /// Returns the total number of samples that a detector reports as missing, in a stream of 100 Hz with some shifted
    /// stamps and some omitted samples.
    private func missing(
        among count: Int, without dropped: Range<Int> = 0..<0, lateness: (Int) -> Double = { _ in 0 }
    ) -> Int {
        var detector = OverrunDetector(nominalRate: 100)
        var last = -1.0
        return (0..<count).filter { !dropped.contains($0) }.reduce(0) { total, index in
            // A stamp is never before the one before it.
            last = max(last, Double(index) * 0.01 + lateness(index))
            return total + detector.missing(before: Instant(seconds: last))
        }
    }

    @Test(arguments: [1, 2, 7, 500]) func `dropped samples are counted`(_ count: Int) {
        #expect(missing(among: 1_000, without: 200..<(200 + count)) == count)
    }

    @Test func `stamps that are late and made up for are no drops`() {
        // Every 37th is late by eight tenths of a period, and once the machine was busy for a fifth of a second.
        #expect(missing(among: 3_000, lateness: { $0 % 37 == 0 ? 0.008 : 0 }) == 0)
        #expect(missing(among: 1_000, lateness: { (500..<520).contains($0) ? Double(520 - $0) * 0.01 : 0 }) == 0)
    }

    @Test(arguments: [1, 3, 20]) func `dropped samples are counted among late ones`(_ count: Int) {
        let found = missing(among: 1_000, without: 400..<(400 + count), lateness: { $0 % 23 == 0 ? 0.007 : 0 })
        #expect(found == count)
    }

    @Test func `a busy machine that also dropped some is held to those only`() {
        let found = missing(
            among: 1_000, without: 505..<511, lateness: { (500..<520).contains($0) ? Double(520 - $0) * 0.01 : 0 })
        #expect(found == 6)
    }

    @Test func `a device slower than it says raises no alarm for long`() {
        var detector = OverrunDetector(nominalRate: 100)
        let alarms = (0..<500).filter { detector.missing(before: Instant(seconds: Double($0) * 0.02)) > 0 }
        #expect(alarms.isEmpty)
    }
}
