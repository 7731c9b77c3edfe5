import Geometry
import SensorModel
import Testing

@testable import Recorder

@Suite struct EventMergeTests {
    private func sample(_ time: Double, received: Double? = nil) -> LoggedEvent {
        LoggedEvent(
            SensorEvent(
                time: Instant(seconds: time), received: Instant(seconds: received ?? time),
                payload: .acceleration(VectorSample(x: time, y: 0, z: 0))))
    }

    @Test func `events that arrive in any order within the lag leave in order`() {
        var generator = SeededGenerator(seed: 7)
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        let events = (0..<500).map { index in
            let time = 100 + Double(index) * 0.01
            return sample(time, received: time + .random(in: 0...0.45, using: &generator))
        }
        var released: [LoggedEvent] = []
        for event in events.sorted(by: { $0.event.received < $1.event.received }) {
            merge.insert(event)
            released += merge.release(at: event.event.received)
        }
        released += merge.finish()
        #expect(released.map(\.event.time) == events.map(\.event.time))
        #expect(released.map(\.event.sequence) == (0..<500).map { UInt64($0) })
        #expect(!released.contains { $0.event.isLate })
    }

    @Test func `nothing leaves before its time, and all of it does after`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        merge.insert(sample(10))
        #expect(merge.release(at: Instant(seconds: 10.69)).isEmpty)
        #expect(merge.release(at: Instant(seconds: 10.71)).count == 1)
    }

    @Test func `what comes after its place has passed is marked late, once, and kept`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        merge.insert(sample(10))
        #expect(merge.release(at: Instant(seconds: 11)).count == 1)
        merge.insert(sample(9.9, received: 9.95))
        merge.insert(sample(10.5))
        let late = merge.release(at: Instant(seconds: 12))
        #expect(late.map(\.event.isLate) == [true, false])
        #expect(late.map(\.event.sequence) == [1, 2])
    }

    @Test func `a clock years ahead or behind neither blocks nor tears the order`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        for index in 0..<10 {
            merge.insert(sample(2e9, received: 10 + Double(index)))
            merge.insert(sample(5, received: 10.5 + Double(index)))
        }
        let released = merge.release(at: Instant(seconds: 30))
        #expect(released.count == 20)
        #expect(released.map(\.event.received) == released.map(\.event.received).sorted())
    }

    @Test func `a backlog that comes at once keeps its order`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        for index in 0..<300 { merge.insert(sample(10 + Double(index) / 100, received: 13)) }
        for index in 300..<320 { merge.insert(sample(10 + Double(index) / 100)) }
        let released = merge.release(at: Instant(seconds: 14))
        #expect(released.map(\.event.time) == (0..<320).map { Instant(seconds: 10 + Double($0) / 100) })
    }

    private func fix(_ device: UInt16, _ time: Double, received: Double) -> LoggedEvent {
        let fix = Fix(device: DeviceID(device), coordinate: Coordinate(latitude: 50, longitude: time / 1e4))
        return LoggedEvent(
            SensorEvent(time: Instant(seconds: time), received: Instant(seconds: received), payload: .fix(fix)))
    }

    private func report(_ device: UInt16, _ state: SourceState, at time: Double) -> LoggedEvent {
        let report = SourceReport(device: DeviceID(device), name: "d\(device)", streams: [.fix], state: state)
        return LoggedEvent(SensorEvent(time: Instant(seconds: time), payload: .source(report)))
    }

    @Test func `an event leaves as soon as every device has passed it`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        merge.insert(fix(1, 10, received: 10.3))
        // The only device has reached 10 s, and nothing older follows.
        #expect(merge.release(at: Instant(seconds: 10.3), early: true).count == 1)
        merge.insert(sample(10.9))
        merge.insert(fix(1, 11, received: 11.25))
        #expect(merge.release(at: Instant(seconds: 11.3), early: true).map(\.event.time.seconds) == [10.9])
        merge.insert(sample(11.1))
        #expect(merge.release(at: Instant(seconds: 11.3), early: true).map(\.event.time.seconds) == [11])
        // The sensor is silent: the fix waits for the fixed time.
        merge.insert(fix(1, 12, received: 12.25))
        #expect(merge.release(at: Instant(seconds: 12.69), early: true).map(\.event.time.seconds) == [11.1])
        #expect(merge.release(at: Instant(seconds: 12.71), early: true).map(\.event.time.seconds) == [12])
    }

    @Test func `devices with delays of their own leave in order, and before the fixed time`() {
        var generator = SeededGenerator(seed: 11)
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        for device in 0..<3 { merge.insert(report(UInt16(device), .connected, at: 99)) }
        var events: [LoggedEvent] = []
        for (device, (interval, delay)) in [(1.0, 0.4), (0.1, 0.05), (0.37, 0.2)].enumerated() {
            for index in 0..<Int(60 / interval) {
                let time = 100 + Double(index) * interval
                let received = time + delay + .random(in: 0..<0.05, using: &generator)
                events.append(fix(UInt16(device), time, received: received))
            }
        }
        var (released, waits): ([LoggedEvent], [Double]) = ([], [])
        for event in events.sorted(by: { $0.event.received < $1.event.received }) {
            let now = event.event.received
            merge.insert(event)
            let news = merge.release(at: now, early: true)
            waits += news.filter { $0.event.fix != nil }.map { now - $0.event.time }
            released += news
        }
        released += merge.finish()
        let times = released.map(\.event.time)
        let isSorted = times == times.sorted()
        #expect(isSorted && times.count == events.count + 3 && released.allSatisfy { !$0.event.isLate })
        #expect(waits.contains { $0 < 0.46 } && waits.allSatisfy { $0 < 1.05 })
    }

    @Test func `a device is waited for from its announcement to its end`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        merge.insert(report(2, .connected, at: 10))
        merge.insert(fix(1, 10.1, received: 10.2))
        #expect(merge.release(at: Instant(seconds: 10.3), early: true).isEmpty)
        merge.insert(report(2, .lost, at: 10.3))
        #expect(merge.release(at: Instant(seconds: 10.4), early: true).map(\.event.time.seconds) == [10, 10.1])
    }

    @Test func `a report without a time of its own does not make the next fix late`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        let sky = Sky(device: DeviceID(1), satellites: [])
        merge.insert(fix(1, 10, received: 10.2))
        merge.insert(LoggedEvent(SensorEvent(time: Instant(seconds: 11.1), payload: .sky(sky))))
        #expect(merge.release(at: Instant(seconds: 11.15), early: true).count == 1)
        merge.insert(fix(1, 11, received: 11.2))
        let released = merge.release(at: Instant(seconds: 11.2), early: true)
        #expect(released.map(\.event.time.seconds) == [11] && released.allSatisfy { !$0.event.isLate })
        // gpsd's jamming arrives before the fix of its epoch, with the time of its arrival.
        let jamming = SensorEvent.Payload.scalar(.jamming, ScalarSample(device: DeviceID(1), value: 12))
        merge.insert(LoggedEvent(SensorEvent(time: Instant(seconds: 12.3), payload: jamming)))
        #expect(merge.release(at: Instant(seconds: 12.31), early: true).map(\.event.time.seconds) == [11.1])
        merge.insert(fix(1, 12, received: 12.3))
        let after = merge.release(at: Instant(seconds: 12.31), early: true)
        #expect(after.map(\.event.time.seconds) == [12] && after.allSatisfy { !$0.event.isLate })
    }

    @Test func `the second stream of a device is not late when it is delivered after the first`() {
        var merge = EventMerge(order: EventOrder(), sourceLatency: 0.2)
        func turn(_ time: Double) -> LoggedEvent {
            LoggedEvent(
                SensorEvent(
                    time: Instant(seconds: time), received: Instant(seconds: time + 0.1),
                    payload: .rotation(VectorSample(x: 0, y: 0, z: 0))))
        }
        for time in [10.0, 10.1] {
            merge.insert(sample(time, received: time + 0.1))
            merge.insert(turn(time))
        }
        _ = merge.release(at: Instant(seconds: 10.2), early: true)
        merge.insert(sample(10.2, received: 10.3))
        #expect(merge.release(at: Instant(seconds: 10.3), early: true).isEmpty)
        merge.insert(turn(10.2))
        let released = merge.release(at: Instant(seconds: 10.3), early: true)
        #expect(released.count == 2 && released.allSatisfy { !$0.event.isLate })
    }
}
