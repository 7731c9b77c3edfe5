import Foundation
import FusionCore
import Geodesy
import SensorModel
import Simulation

/// Sums of squares.
struct Mean {
    var sum = 0.0
    var count = 0.0

    mutating func add(_ error: Double) {
        sum += error * error
        count += 1
    }

    var root: Double { count > 0 ? (sum / count).squareRoot() : .nan }
}

/// One scenario under one receiver, over all seeds: what is shown against the truth.
struct AccuracyRow {
    var raw = Mean()
    var live = Mean()
    var saved = Mean()
    var rawSpeed = Mean()
    var speed = Mean()
    var liveCovered = 0.0
    var savedCovered = 0.0
    /// Normalised errors squared (NEES), halved: 1 where the accuracy stated is true.
    var liveNormalised = 0.0
    var savedNormalised = 0.0
    var path = 0.0
    var savedPath = 0.0
    var refused = 0
    var largest = 0.0

    /// Squared errors up to this many variances of one axis are inside the 95 % circle.
    private static let covered = 5.991

    mutating func addLive(_ estimate: PositionEstimate, _ truth: TruthSample) {
        let error = estimate.coordinate.distance(to: truth.coordinate)
        live.add(error)
        largest = max(largest, error)
        let variance = estimate.accuracy * estimate.accuracy
        liveNormalised += error * error / variance / 2
        if error * error < Self.covered * variance { liveCovered += 1 }
    }

    mutating func addSaved(_ estimate: PositionEstimate, _ truth: TruthSample) {
        let error = estimate.coordinate.distance(to: truth.coordinate)
        saved.add(error)
        let variance = estimate.accuracy * estimate.accuracy
        savedNormalised += error * error / variance / 2
        if error * error < Self.covered * variance { savedCovered += 1 }
    }
}

/// Position and speed against the truth of the simulated scenarios, all defaults.
struct Accuracy {
    var seeds: ClosedRange<UInt64> = 1...5
    /// Seconds at the start that do not count.
    var skipped = 30.0

    func printTable() {
        print(
            "RMSE as a share of raw, seeds \(seeds), 1 Hz; speed in m/s while moving; share inside the 95 % circle"
        )
        print("noise      scenario    raw m   live  saved  speed raw  shown  inside live  saved")
        for (noise, receiver) in [("white", ReceiverModel.whiteFiveMetres), ("wandering", .wandering)] {
            for name in ["walk", "bike", "car-stops", "run", "weave"] {
                let row = measure(name) { $0.plan.receiver = receiver }
                print(
                    noise.padded(10), name.padded(10),
                    String(
                        format: "%6.2f %6.3f %6.3f %10.3f %6.3f %12.3f %6.3f", row.raw.root,
                        row.live.root / row.raw.root, row.saved.root / row.raw.root, row.rawSpeed.root, row.speed.root,
                        row.liveCovered / row.live.count, row.savedCovered / row.saved.count))
            }
        }
    }

    /// Prints whether the stated accuracy is true in every scenario, with fixes only.
    func printCoverage() {
        print(
            "Share inside the 95 % circle, live and saved; normalised error squared, halved (1 where true), seeds \(seeds)"
        )
        for scenario in Scenarios.all {
            let row = measure(scenario.name) { _ in }
            print(
                scenario.name.padded(16),
                String(
                    format: "%6.3f %6.3f %8.2f %6.2f", row.liveCovered / row.live.count,
                    row.savedCovered / row.saved.count, row.liveNormalised / row.live.count,
                    row.savedNormalised / row.saved.count))
        }
    }

    func printStill() {
        print("Still, 30 min: path of the shown position in m, live and saved, mean of the seeds")
        for (noise, receiver) in [("white", ReceiverModel.whiteFiveMetres), ("wandering", .wandering)] {
            for hasMotion in [false, true] {
                let row = measure("still", keepsMotion: hasMotion) { $0.plan.receiver = receiver }
                print(
                    noise.padded(10), (hasMotion ? "with sensors" : "fixes only").padded(14),
                    String(format: "%6.1f %6.1f", row.path / Double(seeds.count), row.savedPath / Double(seeds.count)))
            }
        }
    }

    func printOutlier() {
        let row = measure("outlier") { _ in }
        print("outlier: largest live error", String(format: "%.1f m, refused %d", row.largest, row.refused))
    }

    func printIntervals() {
        print(
            "bicycle, seconds between fixes: RMSE raw, live, saved in m, fixes refused (the first of each is warm-up)"
        )
        for interval in [1.0, 2, 5, 10, 15, 30] {
            for hasSpeed in [true, false] {
                let row = measure("bike") { scenario in
                    scenario.plan.receiver.interval = interval
                    if !hasSpeed { scenario.plan.receiver.speedNoise = nil }
                }
                print(
                    String(format: "%3.0f s", interval), hasSpeed ? "with speed   " : "without speed",
                    String(format: "%6.2f %6.2f %6.2f %4d", row.raw.root, row.live.root, row.saved.root, row.refused))
            }
        }
    }

    private func measure(
        _ name: String, keepsMotion: Bool = false, change: (inout Scenario) -> Void
    ) -> AccuracyRow {
        var row = AccuracyRow()
        guard var scenario = Scenarios.named(name) else { return row }
        if !keepsMotion { scenario.plan.motion = nil }
        change(&scenario)
        for seed in seeds { add(scenario.simulate(seed: seed), to: &row) }
        return row
    }

    private func add(_ session: SimulatedSession, to row: inout AccuracyRow) {
        let truth = Dictionary(session.truth.map { ($0.time, $0) }, uniquingKeysWith: { first, _ in first })
        let begin = session.truth[0].time + skipped
        func counted(_ time: Instant) -> TruthSample? { time > begin ? truth[time] : nil }
        for event in session.events { addRaw(event, counted(event.time), to: &row) }
        var last: Coordinate?
        let track = FinishedTrack(events: session.events, parameters: Parameters()) { estimate in
            switch estimate {
            case .position(let position):
                if let last { row.path += last.distance(to: position.coordinate) }
                last = position.coordinate
                if !position.isEstimated, let sample = counted(position.time) { row.addLive(position, sample) }
            case .speed(let speed):
                if let sample = counted(speed.time), sample.speed > 0.5 { row.speed.add(speed.value - sample.speed) }
            case .verdict(let verdict): if !verdict.isAccepted { row.refused += 1 }
            default: break
            }
        }
        for position in track.smoothed where !position.isEstimated {
            if let sample = counted(position.time) { row.addSaved(position, sample) }
        }
        row.savedPath += zip(track.smoothed, track.smoothed.dropFirst()).reduce(0) {
            $0 + $1.0.coordinate.distance(to: $1.1.coordinate)
        }
    }

    private func addRaw(_ event: SensorEvent, _ sample: TruthSample?, to row: inout AccuracyRow) {
        guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, let sample else { return }
        row.raw.add(coordinate.distance(to: sample.coordinate))
        if let speed = fix.speed, sample.speed > 0.5 { row.rawSpeed.add(speed - sample.speed) }
    }
}

extension String {
    func padded(_ width: Int) -> String { padding(toLength: width, withPad: " ", startingAt: 0) }
}
