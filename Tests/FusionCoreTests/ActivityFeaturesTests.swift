import Foundation
import FusionCore
import Testing

@Suite struct ActivityFeaturesTests {
    @Test func `the features are those that the model was trained on`() {
        let window = (0..<ActivityFeatures.window).map { index in
            let turn = 2 * Double.pi * Double(index) / 25
            return 9.81 + 1.7 * sin(1.9 * turn) + 0.6 * sin(0.95 * turn + 0.4) + 0.3 * sin(3.8 * turn + 1)
        }
        // Printed by `features` of Benchmarks/bench/train/activity.py for the same window.
        let trained: [Float] = [
            0.25299, -0.63195, -1.52229, -0.96864, 0.16021, -1.16828, -4.20646, -1.50461, 1.95312, 0.86213, 0.41743,
            0.98851, 1.04000, -0.13590, 1.78563,
        ]
        let features = window.withUnsafeBufferPointer { ActivityFeatures($0) }
        #expect(features.values.count == ActivityFeatures.names.count)
        for (index, name) in ActivityFeatures.names.enumerated() {
            #expect(abs(features.values[index] - trained[index]) < 2e-3, "\(name): \(features.values[index])")
        }
    }

    @Test func `a window without movement has finite features`() {
        let window = [Double](repeating: 9.81, count: ActivityFeatures.window)
        let features = window.withUnsafeBufferPointer { ActivityFeatures($0) }
        #expect(features.values.allSatisfy { $0.isFinite })
    }

    @Test func `the probabilities of the model are probabilities`() {
        var random = SplitMix(seed: 4)
        for scale in [0.01, 0.3, 3, 30] {
            let window = (0..<ActivityFeatures.window).map { _ in 9.81 + scale * (random.next() - 0.5) }
            let features = window.withUnsafeBufferPointer { ActivityFeatures($0) }
            let probabilities = BoostedTrees.activities.probabilities(of: features.values)
            #expect(abs(probabilities.sum() - 1) < 1e-9)
            #expect(probabilities.min() >= 0)
        }
    }
}
