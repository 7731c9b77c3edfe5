import SensorModel

/// The storey heights of a building, learned from floors that the user named or from the heights of stays.
///
/// The storeys of a building have equal heights except the lowest, which is often a hall; known floors determine both
/// heights by a fit. Without known floors, the spacing with the smallest residuals is used. Several spacings can fit a
/// single height, so the usual storey height also has weight, and ``Estimate/isSure`` indicates whether another spacing
/// would fit as well.
public struct StoreyHeights: Sendable, Hashable {
    /// The parameters for learning storey heights.
    public struct Parameters: Sendable, Hashable {
        /// The minimum storey height, in metres.
        public var smallest = 2.4
        /// The maximum storey height, in metres.
        public var largest = 5.6
        /// The usual storey height, in metres.
        public var common = 3.6
        /// The 1-sigma spread of storey heights between buildings, in metres.
        public var commonSigma = 0.8
        /// The 1-sigma error of a height, in metres.
        public var sigma = 0.6
        /// The minimum lead of the best spacing over any other, as twice the log-likelihood, to be sure.
        public var margin = 4.0
        /// The minimum difference from the best spacing, in metres, at which another spacing is a rival.
        public var distinct = 0.25
        /// The maximum number of stored stays of a building.
        public var memory = 64.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// The learned heights.
    public struct Estimate: Sendable, Hashable {
        /// The height of the lowest storey, from the entrance to the floor above, in metres.
        public var lowest: Double
        /// The height of each other storey, in metres.
        public var height: Double
        /// True if no other spacing explains the heights nearly as well.
        public var isSure: Bool
    }

    /// The parameters for learning storey heights.
    public var parameters: Parameters = .init()
    private(set) var heights: [Double] = []
    private(set) var known: [Learned.Building.Floor] = []

    /// Adds the height of a stay above or below the entrance, in metres.
    public mutating func add(height: Double) {
        // A height below half a storey is the entrance level.
        guard height.isFinite, abs(height) > parameters.smallest / 2 else { return }
        heights.append(abs(height))
        forget(&heights)
    }

    /// Adds a height above the entrance whose number of floors the user stated.
    public mutating func add(height: Double, floor: Int) {
        guard height.isFinite, floor != 0, floor != .min else { return }
        // Halls are higher than storeys, and mezzanines lower; other heights are not plausible for the floor.
        let mean = abs(height) / Double(abs(floor))
        guard mean >= parameters.smallest / 2, mean <= 2 * parameters.largest else { return }
        known.append(Learned.Building.Floor(height: abs(height), floor: abs(floor)))
        forget(&known)
    }

    private func forget<Element>(_ elements: inout [Element]) {
        elements.removeFirst(max(0, elements.count - Int(nearest: parameters.memory)))
    }

    /// The heights learned so far; `nil` without data. O(heights x candidates).
    public var estimate: Estimate? { known.isEmpty ? spacing : fit }

    /// Returns the number of floors at a height above the entrance; `nil` if nothing was learned.
    public func floor(at height: Double) -> Int? {
        guard height.isFinite, let estimate else { return nil }
        let size = abs(height)
        let floors =
            size < estimate.lowest / 2
            ? 0 : max(1, 1 + Int(((size - estimate.lowest) / estimate.height).rounded()))
        return height < 0 ? -floors : floors
    }

    /// A least-squares fit through the known floors; a single floor determines only one height.
    private var fit: Estimate {
        let count = Double(known.count)
        let meanFloor = known.reduce(0) { $0 + Double($1.floor) } / count
        let meanHeight = known.reduce(0) { $0 + $1.height } / count
        let spread = known.reduce(0) { $0 + (Double($1.floor) - meanFloor) * (Double($1.floor) - meanFloor) }
        guard spread > 0 else {
            let height = bounded(meanHeight / meanFloor)
            return Estimate(lowest: height, height: height, isSure: true)
        }
        let product = known.reduce(0) { $0 + (Double($1.floor) - meanFloor) * ($1.height - meanHeight) }
        let height = bounded(product / spread)
        return Estimate(lowest: meanHeight - height * (meanFloor - 1), height: height, isSure: true)
    }

    private func bounded(_ height: Double) -> Double {
        min(parameters.largest, max(parameters.smallest, height))
    }

    private var spacing: Estimate? {
        guard !heights.isEmpty else { return nil }
        let candidates = stride(from: parameters.smallest, through: parameters.largest, by: 0.01).map { height in
            (height: height, cost: cost(height))
        }
        guard let best = candidates.min(by: { $0.cost < $1.cost }) else { return nil }
        let rival =
            candidates.filter { abs($0.height - best.height) > parameters.distinct }.map(\.cost).min() ?? .infinity
        return Estimate(lowest: best.height, height: best.height, isSure: rival - best.cost > parameters.margin)
    }

    private func cost(_ height: Double) -> Double {
        func square(_ value: Double) -> Double { value * value }
        let fit = heights.reduce(0) { sum, metres in
            let storeys = max(1, (metres / height).rounded())
            return sum + square((metres - storeys * height) / parameters.sigma)
        }
        return fit + square((height - parameters.common) / parameters.commonSigma)
    }
}

extension StoreyHeights.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "smallestStorey", \.smallest, title: "Smallest storey", unit: "m", range: 1.8...4,
            meaning: "The minimum height of a storey. With lower values, one storey may count as two.",
            source: "building codes, 2.4 m"),
        .number(
            "largestStorey", \.largest, title: "Largest storey", unit: "m", range: 3...12,
            meaning: "The maximum height of a storey. With higher values, two storeys may count as one.",
            source: "offices up to 5.6 m"),
        .number(
            "commonStorey", \.common, title: "Common storey", unit: "m", range: 2...6,
            meaning: "The usual height of a storey, used if several heights fit.", source: "homes 2.8 m, offices 4 m"),
        .number(
            "storeySpread", \.commonSigma, title: "Storey spread", unit: "m", range: 0.1...3,
            meaning:
                "The 1-sigma spread of storey heights among buildings. With lower values, the usual height wins; with higher values, chance decides.",
            source: "homes to offices"),
        .number(
            "storeySigma", \.sigma, title: "Height error", unit: "m", range: 0.05...3,
            meaning: "The 1-sigma error of the height of a stay.", source: "measured, docs/estimators/altimeter.md"),
        .number(
            "storeyMargin", \.margin, title: "Storey margin", unit: "", range: 0...50,
            meaning:
                "The lead over any other storey height, in twice the log-likelihood, that a storey height needs to be used.",
            source: "four: two sigma"),
        .number(
            "storeyMemory", \.memory, title: "Remembered stays", unit: "", range: 4...1000,
            meaning: "The number of stays in a building that are remembered; the oldest are forgotten first.",
            source: "heights repeat within 0.6 m, so more add nothing"),
        .number(
            "distinctStorey", \.distinct, title: "Distinct storeys", unit: "m", range: 0.05...1,
            meaning: "The smallest difference between two storey heights that are distinct.",
            source: "a tile and a carpet"),
    ]
}
