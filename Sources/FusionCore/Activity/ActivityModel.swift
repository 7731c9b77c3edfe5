import Glibc

/// The motion part of the classifier: boosted small trees over ``ActivityFeatures`` (Friedman 2001), as a table.
///
/// Each tree compares three features with thresholds and adds a value to the score of a class; softmax converts the
/// scores to probabilities. scripts/train-activity generates the table. Its header lists the training data and the
/// scores on recordings that were not used for training.
public struct ActivityModel: Sendable, Hashable {
    /// The number of activities that the model distinguishes.
    public static let classes = 5
    private static let depth = 3
    private static let splits = 7
    private static let leaves = 8

    private let treeClasses: [UInt8]
    private let features: [UInt8]
    private let thresholds: [Float]
    private let leafScores: [Float]

    /// The built-in table.
    public static let trained = ActivityModel(
        classes: trainedClasses, features: trainedFeatures, thresholds: trainedThresholds, leaves: trainedLeaves)

    /// Creates a model from trees, breadth first: a class, seven splits, and eight leaves per tree.
    public init(classes: [UInt8], features: [UInt8], thresholds: [Float], leaves: [Float]) {
        treeClasses = classes
        self.features = features
        self.thresholds = thresholds
        leafScores = leaves
    }

    /// Returns the probabilities of stationary, walking, running, cycling, and automotive. O(trees).
    public func probabilities(of window: ActivityFeatures) -> SIMD8<Double> {
        var scores = SIMD8<Double>(repeating: 0)
        var isPresent = SIMD8<Double>(repeating: 0)
        for tree in treeClasses.indices {
            var node = 0
            for _ in 0..<Self.depth {
                let split = tree * Self.splits + node
                let goesRight = window.values[Int(features[split])] > thresholds[split]
                node = 2 * node + (goesRight ? 2 : 1)
            }
            let index = Int(treeClasses[tree])
            scores[index] += Double(leafScores[tree * Self.leaves + node - Self.splits])
            isPresent[index] = 1
        }
        var result = SIMD8<Double>(repeating: 0)
        for index in 0..<Self.classes where isPresent[index] > 0 { result[index] = exp(scores[index]) }
        let sum = result.sum()
        return sum > 0 ? result / sum : SIMD8(repeating: 0)
    }
}
