import FusionCore
import Geometry
import SensorModel
import Simulation

/// A scenario with its truth and a run of the core.
struct Trial {
    var raw = Errors()
    var live = Errors()
    var saved = Errors()
    var speed = Errors()
    var estimated = Errors()
    /// The length of the saved track in metres.
    var savedPath: Double {
        zip(track.smoothed, track.smoothed.dropFirst()).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
    }
    var verdicts: [FixVerdict] = []
    var statuses: [StatusEstimate] = []
    var track: FinishedTrack

    /// Errors against the truth.
    struct Errors {
        var squares = 0.0
        var count = 0.0
        var largest = 0.0
        var inside = 0.0

        mutating func add(_ error: Double, accuracy: Double = .infinity) {
            squares += error * error
            count += 1
            largest = max(largest, abs(error))
            if error * error < 5.991 * accuracy * accuracy { inside += 1 }
        }

        var rms: Double { (squares / max(count, 1)).squareRoot() }
        var shareInside: Double { inside / max(count, 1) }
    }

    init(_ plan: SessionPlan, seed: UInt64, parameters: Parameters = .init(), settled: Double = 30) {
        let session = plan.simulate(seed: seed)
        var truth: [Instant: TruthSample] = [:]
        for sample in session.truth { truth[sample.time] = sample }
        let begin = session.truth[0].time + settled
        let events = Self.ordered(session.events)
        var (raw, live, speed, estimated) = (Errors(), Errors(), Errors(), Errors())
        var (verdicts, statuses): ([FixVerdict], [StatusEstimate]) = ([], [])
        for event in events {
            guard case .fix(let fix) = event.payload, let real = truth[event.time], event.time > begin,
                let coordinate = fix.coordinate
            else { continue }
            raw.add(coordinate.distance(to: real.coordinate))
        }
        track = FinishedTrack(events: events, parameters: parameters) { estimate in
            switch estimate {
            case .position(let position):
                guard let real = truth[position.time], position.time > begin else { return }
                let error = position.coordinate.distance(to: real.coordinate)
                if position.isEstimated { estimated.add(error) } else { live.add(error, accuracy: position.accuracy) }
            case .speed(let shown):
                guard let real = truth[shown.time], shown.time > begin, real.speed > 0.5 else { return }
                speed.add(shown.value - real.speed)
            case .verdict(let verdict): verdicts.append(verdict)
            case .status(let status): statuses.append(status)
            default: break
            }
        }
        (self.raw, self.live, self.speed, self.estimated) = (raw, live, speed, estimated)
        (self.verdicts, self.statuses) = (verdicts, statuses)
        for position in track.smoothed where !position.isEstimated && position.time > begin {
            guard let real = truth[position.time] else { continue }
            saved.add(position.coordinate.distance(to: real.coordinate), accuracy: position.accuracy)
        }
    }

    /// A session's order, with the recorder's ticks.
    static func ordered(_ events: [SensorEvent]) -> [SensorEvent] {
        var events = events
        let times = events.map(\.received)
        if let first = times.min(), let last = times.max() {
            for index in 1...max(1, Int((last - first) / 2)) {
                events.append(SensorEvent(time: first + 2 * Double(index), payload: .tick))
            }
        }
        EventOrder().sort(&events)
        return events
    }
}
