public import SensorModel

/// The effect of one parameter on the numbers of a session over its range, with all others unchanged.
public struct ParameterEffect: Sendable, Hashable {
    /// The run with one value of the parameter.
    public struct Trial: Sendable, Hashable {
        /// The value of the parameter in this run.
        public var value: ParameterValue
        /// The numbers of the run, without those that it does not have.
        public var measures: [SessionMeasure: Double]
    }

    /// The conclusion from the innovations of the runs about the value of a parameter.
    public enum Judgement: Sendable, Hashable {
        /// No value that was tried predicts the fixes clearly better or worse than the one in force.
        case undecided
        /// Some values predict the fixes clearly worse than the one in force, and none better.
        case inForce
        /// This value predicts the fixes clearly better, and best of those that were tried.
        case better(ParameterValue)

        init(_ runs: [Run], inForce: HiddenPredictions?) {
            guard let inForce else {
                self = .undecided
                return
            }
            let judged = runs.compactMap { run in
                run.predictions.map { (run.value, $0.score, $0.verdict(from: inForce)) }
            }
            let best = judged.filter { $0.2 == .better }.min { $0.1 < $1.1 }
            self = best.map { .better($0.0) } ?? (judged.contains { $0.2 == .worse } ? .inForce : .undecided)
        }
    }

    /// A run with one value of the parameter, and the predictions of hidden fixes if the value changes the innovations.
    typealias Run = (value: ParameterValue, figures: RunFigures, predictions: HiddenPredictions?)

    /// The minimum change of a measure for a parameter to matter, as a share of the measure's value in force (for
    /// rejected fixes, of all fixes).
    public static let threshold = 0.05

    /// The parameter's name: `fixGate.accuracyCeiling`.
    public let name: String
    /// The runs, including that of the value in force, in ascending order of the value for a number.
    public let trials: [Trial]
    /// The largest change of each measure over the range, as a share of its value in force.
    public let shares: [SessionMeasure: Double]
    /// The conclusion from the innovations about the value.
    public let judgement: Judgement

    /// The measure that changes most; `nil` if none changes.
    public var leading: SessionMeasure? {
        SessionMeasure.allCases.max { (shares[$0] ?? 0) < (shares[$1] ?? 0) }.flatMap { size > 0 ? $0 : nil }
    }
    /// The largest change of any measure, as a share of its value in force.
    public var size: Double { shares.values.max() ?? 0 }
    /// True if the parameter changes a measure by ``threshold`` or more.
    public var matters: Bool { size >= Self.threshold }

    /// Returns the smallest and the largest value of a measure over the range; `nil` if fewer than two runs have it.
    public func range(of measure: SessionMeasure) -> ClosedRange<Double>? {
        let values = trials.compactMap { $0.measures[measure] }
        guard values.count > 1, let lowest = values.min(), let highest = values.max() else { return nil }
        return lowest...highest
    }

    init(name: String, runs: [Run], inForce: RunFigures, predictions: HiddenPredictions? = nil) {
        self.name = name
        judgement = Judgement(runs, inForce: predictions)
        trials = runs.map { run in
            let known = SessionMeasure.allCases.compactMap { measure in
                measure.value(in: run.figures).map { (measure, $0) }
            }
            return Trial(value: run.value, measures: Dictionary(uniqueKeysWithValues: known))
        }
        var shares: [SessionMeasure: Double] = [:]
        for measure in SessionMeasure.allCases {
            guard let before = measure.value(in: inForce) else { continue }
            let reference = measure.reference(in: inForce)
            shares[measure] = trials.compactMap { $0.measures[measure] }.map { abs($0 - before) / reference }.max()
        }
        self.shares = shares
    }
}

/// The effects of the parameters that were tried so far.
public struct Sensitivity: Sendable, Hashable {
    /// The effects, by name.
    public private(set) var effects: [String: ParameterEffect] = [:]
    /// The number of parameters that are tried.
    public let total: Int

    /// Creates an empty result.
    public init(total: Int) { self.total = total }

    /// True if every parameter was tried.
    public var isComplete: Bool { effects.count >= total }
    /// The number of parameters that matter among those that were tried.
    public var matteringCount: Int { effects.values.count { $0.matters } }
    /// The effects, the largest first; equal ones by name.
    public var ranked: [ParameterEffect] {
        effects.values.sorted { ($1.size, $0.name) < ($0.size, $1.name) }
    }

    /// Adds an effect, replacing an earlier one of the same parameter.
    public mutating func add(_ effect: ParameterEffect) { effects[effect.name] = effect }
}
