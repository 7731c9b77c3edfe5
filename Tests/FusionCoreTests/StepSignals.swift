import Foundation
import FusionCore
import SensorModel
import TestSupport

/// Signals of gait for tests: made up with truth, or recorded.
enum StepSignals {
    /// One sample: seconds since start and acceleration in m/s^2.
    typealias Sample = (time: Double, x: Double, y: Double, z: Double)

    /// Gravity with `strength` m/s^2 once a step and `swing` m/s^2 once a stride; the first step at 1 s.
    static func walk(
        rate: Double, cadence: Double, steps: Int, strength: Double = 2.5, swing: Double = 0, still: Double = 4,
        jitter: Double = 0, drop: Double = 0, seed: UInt64 = 1
    ) -> [Sample] {
        var random = SplitMix(seed: seed)
        let walking = Double(steps) / cadence
        let count = Int((1 + walking + still) * rate)
        return (0..<count).compactMap { index in
            let time = Double(index) / rate + jitter * (random.next() - 0.5) / rate
            if drop > 0, random.next() < drop { return nil }
            let phase = (time - 1) * cadence
            let walks = phase > 0 && phase < Double(steps)
            let bounce =
                walks
                ? -strength * cos(2 * .pi * phase) - swing * cos(.pi * phase) + 0.2 * strength * sin(4 * .pi * phase)
                : 0
            let noise = 0.1 * (random.next() - 0.5)
            // Tilted, so that no axis alone shows it.
            let magnitude = 9.81 + bounce + noise
            return (time, 0.48 * magnitude, 0.6 * magnitude, 0.64 * magnitude)
        }
    }

    /// Counts the steps of samples.
    static func count(_ samples: [Sample], parameters: StepDetector.Parameters = .init()) -> [StepDetector.Step] {
        var grid = AccelerationGrid()
        var detector = StepDetector(parameters: parameters)
        var steps: [StepDetector.Step] = []
        for sample in samples {
            let vector = VectorSample(x: sample.x, y: sample.y, z: sample.z)
            if grid.update(vector, at: Instant(seconds: sample.time)) == .restarted { detector.interrupt() }
            while let cell = grid.next() { detector.update(cell.value, at: cell.time) { steps.append($0) } }
        }
        return steps
    }

    /// Keeps one sample in `1 / rate` seconds, as a slower sensor would have.
    static func decimate(_ samples: [Sample], to rate: Double) -> [Sample] {
        var due = -Double.infinity
        return samples.filter { sample in
            guard sample.time >= due else { return false }
            due = max(due + 1 / rate, sample.time + 0.5 / rate)
            return true
        }
    }

    /// Reads numbers from a recording, plain or gzipped; rows that are not numbers are skipped.
    static func rows(_ url: URL, separator: Character = ",") throws -> [[Double]] {
        let text =
            url.pathExtension == "gz"
            ? try ChildProcess.run("/bin/gzip", ["-dc", url.path]).output : try String(contentsOf: url, encoding: .utf8)
        return text.utf8.split(whereSeparator: { $0 == 10 || $0 == 13 }).compactMap { line in
            let cells = line.split(separator: separator.asciiValue ?? 44)
            let numbers = cells.compactMap { Double(Substring($0)) }
            return numbers.count == cells.count ? numbers : nil
        }
    }

    /// A run of the Oxford step-counter set.
    static func oxford(_ folder: URL) throws -> [Sample] {
        try rows(folder.appending(path: "accelerometer.csv.gz")).map { ($0[0] * 1e-9, $0[2], $0[3], $0[4]) }
            .sorted { $0.0 < $1.0 }
    }

    /// A log of the wrist set, 8192 counts a g.
    static func wrist(_ url: URL) throws -> [Sample] {
        let scale = 9.80665 / 8192
        return try rows(url).map { ($0[0] * 1e-3, $0[1] * scale, $0[2] * scale, $0[3] * scale) }
    }
}

/// A small seeded generator (Steele et al. 2014).
struct SplitMix {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    /// A number in 0 ..< 1.
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    }
}
