import SensorModel
import Synchronization
import Testing

@testable import GPSDClient

/// A gpsd on the other side of a clock that jumps from one event to the next: a day passes in a moment.
private final class TimeLapse: Sendable {
    struct State {
        var now = Instant(seconds: 1_000)
        var end: Instant
        /// The data that gpsd sends, with times, sorted.
        var pending: [(time: Instant, text: String)] = []
        var waits = 0
        var emptyWaits = 0
        var requests = 0
    }
    let state: Mutex<State>
    /// The data that gpsd sends without a request, with times.
    private let next: @Sendable (Instant) -> (time: Instant, text: String)?
    /// The answer of gpsd to a request.
    private let answer: @Sendable (String) -> String?

    init(
        hours: Double, answer: @escaping @Sendable (String) -> String?,
        next: @escaping @Sendable (Instant) -> (time: Instant, text: String)? = { _ in nil }
    ) {
        self.answer = answer
        self.next = next
        var state = State(end: Instant(seconds: 1_000 + hours * 3_600))
        state.pending = [(state.now + 0.01, #"{"class":"VERSION","release":"3.25"}"# + "\r\n")]
        self.state = Mutex(state)
    }

    /// Runs a conversation to the end of the time; returns its last state.
    func run() -> GPSDLink {
        var link = GPSDLink(address: "test", identify: { _ in DeviceID(1) })
        var backoff = Backoff()
        // Nothing listens on the port of a second opinion.
        let conversation = GPSDConversation(
            address: GPSDAddress(host: "127.0.0.1", port: 1), now: { self.state.withLock { $0.now } }, wake: -1)
        while true {
            link.connect(at: state.withLock { $0.now })
            do throws(GPSDError) {
                try conversation.run(TimeLapseConnection(world: self), &link, &backoff) { _, _ in }
            } catch .stopped {
                return link
            } catch {
                link.disconnect("\(error)", at: state.withLock { $0.now })
                return link
            }
        }
    }

    func wait(_ seconds: Double?) -> GPSDSocket.Wait {
        state.withLock { state in
            state.waits += 1
            if let seconds, seconds <= 0 { state.emptyWaits += 1 }
            if state.pending.isEmpty, let next = next(state.now) { state.pending = [next] }
            let deadline = seconds.map { state.now + ($0 * 1_000).rounded(.up) / 1_000 }
            let arrival = state.pending.first?.time
            guard let until = [deadline, arrival].compactMap({ $0 }).min(), until < state.end else {
                state.now = state.end
                return .woken
            }
            state.now = max(state.now, until)
            return until == arrival ? .bytes : .deadline
        }
    }

    func read() -> [UInt8] {
        state.withLock { state in state.pending.isEmpty ? [] : Array(state.pending.removeFirst().text.utf8) }
    }

    func send(_ request: String) {
        let text = answer(request)
        state.withLock { state in
            state.requests += 1
            if let text { state.pending.append((state.now + 0.005, text)) }
        }
    }
}

private struct TimeLapseConnection: ~Copyable, GPSDConnection {
    let world: TimeLapse

    func wait(seconds: Double?, wake: CInt, other: CInt) throws(GPSDError) -> GPSDSocket.Wait { world.wait(seconds) }

    func read(into buffer: inout [UInt8]) throws(GPSDError) -> Int {
        let bytes = world.read()
        buffer.replaceSubrange(..<bytes.count, with: bytes)
        return bytes.count
    }

    func send(_ request: String) throws(GPSDError) { world.send(request) }
}

@Suite struct WakeUpTests {
    private static let echo = #"{"class":"WATCH","enable":true,"json":true}"# + "\r\n"
    private static let device =
        #"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":"2026-01-01T00:00:00Z"}]}"# + "\r\n"

    private func waitsPerMinute(_ world: TimeLapse, hours: Double) -> Double {
        world.state.withLock { state in
            #expect(state.emptyWaits == 0, "a wait of no length spins")
            return Double(state.waits) / (hours * 60)
        }
    }

    @Test func `a day without a receiver wakes nothing`() {
        let world = TimeLapse(hours: 24, answer: { $0.hasPrefix("?WATCH") ? Self.echo : nil })
        #expect(world.run().state == .noDevice)
        #expect(waitsPerMinute(world, hours: 24) < 0.01)
    }

    @Test func `a day with a silent receiver wakes less than twelve times per minute`() {
        let world = TimeLapse(
            hours: 24, answer: { $0.hasPrefix("?WATCH") ? Self.device + Self.echo : Self.device })
        #expect(world.run().state == .noData)
        let rate = waitsPerMinute(world, hours: 24)
        #expect(rate > 3 && rate < 12, "\(rate)")
    }

    @Test func `a day with a gpsd that owes an answer wakes less than twelve times per minute`() {
        let world = TimeLapse(
            hours: 24, answer: { $0.hasPrefix("?WATCH") ? Self.device + Self.echo : nil })
        let link = world.run()
        #expect(link.isUnanswered)
        let rate = waitsPerMinute(world, hours: 24)
        #expect(rate < 12, "\(rate)")
    }

    @Test func `a gpsd that talks and never answers the question is asked again without spinning`() {
        let world = TimeLapse(
            hours: 2, answer: { $0.hasPrefix("?WATCH") ? Self.device + Self.echo : nil },
            next: { ($0 + 20, #"{"class":"VERSION","release":"3.25"}"# + "\r\n") })
        _ = world.run()
        // Every line of it counts as a sign of life, after which the questions begin again.
        let rate = waitsPerMinute(world, hours: 2)
        #expect(rate < 30, "\(rate)")
    }

    @Test func `a receiver at 10 Hz wakes as often as it speaks`() {
        let start = Instant(seconds: 1_000)
        let world = TimeLapse(
            hours: 1, answer: { $0.hasPrefix("?WATCH") ? Self.device + Self.echo : nil },
            next: { now in
                let tick = ((now - start) * 10).rounded(.down) + 1
                let (minute, second) = (Int(tick / 600), Int(tick / 10) % 60)
                let clock = [minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
                let time = "2026-11-21T04:\(clock).\(Int(tick) % 10)00Z"
                return (
                    start + tick / 10,
                    #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)","lat":50,"lon":14}"# + "\r\n"
                )
            })
        #expect(world.run().state == .fix)
        let rate = waitsPerMinute(world, hours: 1)
        #expect(rate > 590 && rate < 620, "\(rate)")
    }

    @Test(arguments: [GPSDAddress(host: "localhost"), GPSDAddress(host: "boat")])
    func `a day without a gpsd wakes less than twelve times per minute`(address: GPSDAddress) {
        var backoff = GPSDClient.backoff(for: address)
        var (seconds, tries) = (0.0, 0)
        while seconds < 86_400 {
            seconds += backoff.next(chance: 1)
            tries += 1
        }
        #expect(Double(tries) / 1_440 < 12)
    }
}
