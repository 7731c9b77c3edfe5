import Glibc

/// A classifier of small boosted trees (Friedman 2001), as a table.
///
/// Each tree compares three features with thresholds and adds a value to the score of a class; softmax converts the
/// scores to probabilities. The tables are files in Resources that `scripts/bench train` writes. Their first lines list the
/// scores on data that was not used for training.
public struct BoostedTrees: Sendable, Hashable {
    private static let depth = 3
    static let splits = 7
    static let leaves = 8

    private let treeClasses: [UInt8]
    private let features: [UInt8]
    private let thresholds: [Float]
    private let leafScores: [Float]

    /// The probabilities of stationary, walking, running, cycling, and automotive by ``ActivityFeatures``, trained by
    /// `scripts/bench train activity`.
    public static let activities = BoostedTrees(file: PackageResources.activities_trees) ?? empty
    /// The probabilities of a car, a bus, and a train by ``RideShape``, trained by `scripts/bench train vehicles`.
    static let vehicles = BoostedTrees(file: PackageResources.vehicles_trees) ?? empty
    /// No trees: every probability is zero.
    private static let empty = BoostedTrees(classes: [], features: [], thresholds: [], leaves: [])

    /// Creates a classifier of at most eight classes.
    /// - Parameters:
    ///   - classes: The class to whose score each tree adds.
    ///   - features: The index of the feature of each split, breadth first, seven for each tree.
    ///   - thresholds: The thresholds of the splits; a value above one goes right.
    ///   - leaves: The values of the leaves, eight for each tree.
    public init(classes: [UInt8], features: [UInt8], thresholds: [Float], leaves: [Float]) {
        treeClasses = classes
        self.features = features
        self.thresholds = thresholds
        leafScores = leaves
    }

    /// Returns the probability of each class. O(trees).
    /// - Parameter values: The features, as many as the table uses.
    public func probabilities(of values: [Float]) -> SIMD8<Double> {
        var scores = SIMD8<Double>(repeating: 0)
        var isPresent = SIMD8<Double>(repeating: 0)
        for tree in treeClasses.indices {
            var node = 0
            for _ in 0..<Self.depth {
                let split = tree * Self.splits + node
                let goesRight = values[Int(features[split])] > thresholds[split]
                node = 2 * node + (goesRight ? 2 : 1)
            }
            let index = Int(treeClasses[tree])
            scores[index] += Double(leafScores[tree * Self.leaves + node - Self.splits])
            isPresent[index] = 1
        }
        var result = SIMD8<Double>(repeating: 0)
        for index in scores.indices where isPresent[index] > 0 { result[index] = exp(scores[index]) }
        let sum = result.sum()
        return sum > 0 ? result / sum : SIMD8(repeating: 0)
    }
}
