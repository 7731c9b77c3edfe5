import Foundation
import FusionCore
import Geometry
import SensorModel
import TestSupport
import Testing

@Suite struct StepRecordingTests {
    /// The contacts of the switches under both feet. The same foot cannot be set down twice within half a second: such
    /// a second contact is a bouncing switch, which makes the counts of the data set too high;
    /// docs/estimators/steps.md.
    private func contacts(_ run: URL) throws -> Double {
        let rows = try String(contentsOf: run.appending(path: "stepcounter.csv"), encoding: .utf8)
            .split(whereSeparator: \.isNewline)
            .map { line in line.split(separator: ",").compactMap { Double($0) } }.filter { $0.count >= 3 }
        var count = 0.0
        for foot in 1...2 {
            var last = -Double.infinity
            for (before, row) in zip(rows, rows.dropFirst()) where row[foot] > before[foot] {
                guard row[0] - last >= 0.5e9 else { continue }
                last = row[0]
                count += 1
            }
        }
        return count
    }

    private func oxfordRuns() throws -> [(name: String, samples: [StepSignals.Sample], truth: Double)] {
        let folder = try Places.data("oxford-stepcounter/optimisation")
        let table = try String(contentsOf: folder.appending(path: "stats.csv"), encoding: .utf8)
        return try table.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 7, Double(cells[6]) != nil else { return nil }
            let run = folder.appending(path: "data/\(cells[0])")
            guard FileManager.default.fileExists(atPath: run.path) else { return nil }
            return (cells[0], try StepSignals.oxford(run), try contacts(run))
        }
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `phones in every place count within one percent, at 25 and 12,5 Hz too`() throws {
        let runs = try oxfordRuns()
        try #require(!runs.isEmpty)
        for rate in [400, 25, 12.5] {
            var total = 0.0
            for run in runs {
                let count = StepSignals.count(StepSignals.decimate(run.samples, to: rate)).count
                let error = abs(Double(count) - run.truth) / run.truth
                #expect(error <= 0.04, "\(run.name) at \(rate) Hz: \(count) of \(run.truth)")
                total += error
            }
            #expect(total / Double(runs.count) <= 0.01, "\(total / Double(runs.count)) at \(rate) Hz")
        }
    }

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: [
            ("100.csv", 100.0), ("100_1.csv", 100), ("100_2.csv", 100), ("100_3.csv", 100),
            ("HughB-walk-6605.csv.gz", 6605), ("HughB-walk-a3070-b3046.csv.gz", 3070),
        ])
    func `a wrist counts within three percent`(file: String, truth: Double) throws {
        let url = try Places.data("espruino-wrist-steps/\(file)")
        let count = Double(StepSignals.count(try StepSignals.wrist(url)).count)
        #expect((0.97 * truth...1.03 * truth).contains(count), "\(count) of \(truth)")
    }

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: ["HughB-drive-36min-0.csv.gz", "HughB-static-0.csv", "HughB-nosteps1.csv"])
    func `a wrist at the wheel or at rest makes at most ten false steps in half an hour`(file: String) throws {
        let url = try Places.data("espruino-wrist-steps/\(file)")
        #expect(StepSignals.count(try StepSignals.wrist(url)).count <= 10)
    }

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: ["bike", "bus"])
    func `fixes that say vehicle leave no step of a ride`(ride: String) throws {
        let url = try Places.data("qrowd-phone-modes/\(ride).csv.gz")
        let text = try ChildProcess.run("/bin/gzip", ["-dc", url.path]).output
        let rows = text.split(separator: "\n").dropFirst().prefix(10_000).map { $0.split(separator: ",") }
        var core = FusionCore()
        var steps = 0
        for (index, row) in rows.enumerated() {
            let time = Instant(seconds: Double(index) / 15)
            if index.isMultiple(of: 15) {
                let place = Coordinate(latitude: 48 + Double(index / 15) * 5 / 111_320, longitude: 11)
                let fix = Fix(mode: .threeDimensional, coordinate: place, horizontalAccuracy: 3, speed: 5)
                core.consume(SensorEvent(time: time, payload: .fix(fix))) { _ in }
            }
            let values = row[2..<5].compactMap { Double($0) }
            guard values.count == 3 else { continue }
            let sample = VectorSample(x: values[0], y: values[1], z: values[2])
            core.consume(SensorEvent(time: time, payload: .acceleration(sample))) {
                if case .step = $0 { steps += 1 }
            }
        }
        #expect(steps == 0)
    }
}
