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
}
