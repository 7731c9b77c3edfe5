import SensorModel
import Testing

@testable import Replay

@Suite struct RecordingTickTests {
    private func fixes(at seconds: [Double]) -> [SensorEvent] {
        seconds.map { SensorEvent(time: Instant(seconds: $0), payload: .fix(Fix(coordinate: nil))) }
    }

    private func ticks(_ recording: Recording) -> [Double] {
        recording.events.filter { $0.payload == .tick }.map(\.time.seconds)
    }

    @Test func `an import gets a tick every two seconds`() {
        #expect(ticks(Recording(unordered: fixes(at: [0, 1, 5, 9]))) == [2, 4, 6, 8])
    }

    @Test func `years between two rides are not ticked through`() {
        let recording = Recording(unordered: fixes(at: [0, 100, 1e8, 1e8 + 10]))
        #expect(ticks(recording).count < 400)
        #expect(ticks(recording).contains(1e8 + 4))
    }

    @Test func `a recording with ticks of its own gets no more`() {
        let own = [SensorEvent(time: Instant(seconds: 3), payload: .tick)]
        #expect(ticks(Recording(unordered: fixes(at: [0, 10]) + own)) == [3])
    }
}
