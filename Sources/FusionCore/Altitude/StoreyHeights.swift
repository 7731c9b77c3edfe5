/// The storey height of a place, learned from the heights at which people stayed there or from known floors.
///
/// Levels of a building lie whole storeys apart, so the spacing that leaves the smallest remainders is its storey
/// height. One difference of height fits several spacings; levels of several heights, or a floor that a person put
/// right, tell them apart. Until then the common height of a storey decides, and ``Estimate/isSure`` says so.
public struct StoreyHeights: Sendable, Hashable {
    /// How storeys are learned.
    public struct Parameters: Sendable, Hashable {
        /// Smallest storey height in metres.
        public var smallest = 2.4
        /// Largest storey height in metres.
        public var largest = 5.6
        /// The common storey height in metres.
        public var common = 3.6
        /// 1-sigma spread of storey heights between buildings in metres.
        public var commonSigma = 0.8
        /// 1-sigma error of a difference of heights in metres.
        public var sigma = 0.6

        /// Makes the defaults.
        public init() {}
    }

    /// What was learned.
    public struct Estimate: Sendable, Hashable {
        /// Metres a storey.
        public var height: Double
        /// True where no other spacing explains the heights nearly as well.
        public var isSure: Bool
    }

    /// How storeys are learned.
    public var parameters: Parameters
    /// Differences of height in metres between levels, without sign.
    private var differences: [Double] = []
    /// Differences whose number of storeys is known, and that number.
    private var knownMetres: [Double] = []
    private var knownStoreys: [Int] = []

    /// Makes a place of which nothing is known.
    public init(parameters: Parameters = .init()) { self.parameters = parameters }

    /// Takes a difference of height between two stays at the place.
    public mutating func add(difference metres: Double) {
        // Less than half a storey is the same level.
        if metres.isFinite, abs(metres) > parameters.smallest / 2 { differences.append(abs(metres)) }
    }

    /// Takes a difference of height of which a person said how many storeys it is.
    public mutating func add(difference metres: Double, storeys: Int) {
        guard metres.isFinite, storeys != 0 else { return }
        knownMetres.append(abs(metres))
        knownStoreys.append(abs(storeys))
    }

    /// Returns the storey height; nil where nothing was learned. O(differences x candidates).
    public var estimate: Estimate? {
        if !knownMetres.isEmpty {
            let storeys = knownStoreys.reduce(0) { $0 + $1 * $1 }
            let product = zip(knownMetres, knownStoreys).reduce(0) { $0 + $1.0 * Double($1.1) }
            return Estimate(height: product / Double(storeys), isSure: true)
        }
        guard !differences.isEmpty else { return nil }
        let candidates = stride(from: parameters.smallest, through: parameters.largest, by: 0.01).map { height in
            (height: height, cost: cost(height))
        }
        guard let best = candidates.min(by: { $0.cost < $1.cost }) else { return nil }
        let rival = candidates.filter { abs($0.height - best.height) > 0.25 }.map(\.cost).min() ?? .infinity
        // Four in twice the log-likelihood: two sigma.
        return Estimate(height: best.height, isSure: rival - best.cost > 4)
    }

    /// Returns how many storeys a difference of height is; nil where nothing was learned.
    public func storeys(in metres: Double) -> Int? {
        estimate.map { Int((metres / $0.height).rounded()) }
    }

    private func cost(_ height: Double) -> Double {
        func square(_ value: Double) -> Double { value * value }
        let fit = differences.reduce(0) { sum, difference in
            let storeys = max(1, (difference / height).rounded())
            return sum + square((difference - storeys * height) / parameters.sigma)
        }
        return fit + square((height - parameters.common) / parameters.commonSigma)
    }
}
