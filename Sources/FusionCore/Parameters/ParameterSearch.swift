import SensorModel

/// Minimises a cost over numeric parameters, one parameter at a time, with ever smaller factors.
///
/// A pattern search (R. Hooke and T. Jeeves, "Direct search solution of numerical and statistical problems", J. ACM 8,
/// 1961) on the logarithms of the parameters. It is deterministic and stays within each parameter's range.
public struct ParameterSearch: Sendable {
    /// The names of the parameters to vary. Parameters that are not positive numbers stay unchanged.
    public let names: [String]
    /// The best parameters so far.
    public private(set) var best: Parameters
    /// The cost of ``best``.
    public private(set) var cost: Double
    /// The number of times the cost was computed, including the starting cost.
    public private(set) var evaluations = 1

    /// The factors tried, from coarse to fine.
    private static let factors = [4.0, 2, 1.4, 1.15]

    /// The names of the parameters that are varied unless others are asked for: those of the motion model.
    public static let usualNames = [
        "position.constantVelocity.processNoise", "position.constantVelocity.accelerationTime",
        "position.constantVelocity.wanderLimit", "position.constantVelocity.slowError",
    ]

    /// Creates a search that starts from the given parameters, whose cost is known.
    public init(names: [String], start: Parameters, cost: Double) {
        self.names = names
        best = start
        self.cost = cost
    }

    /// Searches until no factor reduces the cost.
    /// - Parameters:
    ///   - evaluate: Returns the cost of parameters.
    ///   - isCancelled: Called before each evaluation; the search ends if it returns true.
    ///   - report: Called after each improvement with the parameter's name, its value, and the cost.
    ///   - advance: Called after each parameter with the share of the search that is done, 0 ... 1, in ascending order.
    ///     The share is an estimate, because each factor is tried until it no longer reduces the cost.
    public mutating func run(
        _ evaluate: (Parameters) -> Double, isCancelled: () -> Bool = { false },
        report: (String, Double, Double) -> Void = { _, _, _ in }, advance: (Double) -> Void = { _ in }
    ) {
        for (stage, factor) in Self.factors.enumerated() {
            var isBetter = true
            // Each pass over all parameters counts as half of the rest of the stage.
            var left = 1.0
            while isBetter {
                isBetter = false
                for (index, name) in names.enumerated() {
                    if improve(name, by: factor, evaluate, isCancelled) {
                        isBetter = true
                        if case .number(let value)? = best.value(of: name) { report(name, value, cost) }
                    }
                    let tried = Double(index + 1) / Double(names.count)
                    advance((Double(stage) + 1 - left * (1 - tried / 2)) / Double(Self.factors.count))
                }
                left /= 2
            }
        }
    }

    private mutating func improve(
        _ name: String, by factor: Double, _ evaluate: (Parameters) -> Double, _ isCancelled: () -> Bool
    ) -> Bool {
        guard case .number(let value)? = best.value(of: name), value > 0 else { return false }
        for candidate in [value * factor, value / factor] {
            guard !isCancelled() else { return false }
            var parameters = best
            guard (try? parameters.set(name, to: .number(candidate))) != nil else { continue }
            let cost = evaluate(parameters)
            evaluations += 1
            // A smaller improvement is chance, and would let the search continue forever.
            if cost < self.cost - 1e-6 * abs(self.cost) {
                (best, self.cost) = (parameters, cost)
                return true
            }
        }
        return false
    }
}
