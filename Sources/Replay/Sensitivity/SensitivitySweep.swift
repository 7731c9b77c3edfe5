public import FusionCore
import SensorModel

/// Runs a recording with a few values of each parameter, and compares the figures of these runs.
///
/// It works on a copy of an engine, whose caches it does not change. Each run starts from the run in force, and
/// computes only the stages that the parameter affects.
public struct SensitivitySweep: Sendable {
    /// The parameters that are tried: the essential ones, followed by those of the stages. Model coefficients are not
    /// tried.
    public static let names: [String] = ParameterTier.allCases.filter { $0 != .coefficient }.flatMap { tier in
        Parameters.table.filter { $0.tier == tier }.map(\.name)
    }

    /// The places on the slider at which a number is tried, in addition to its value in force.
    static let places = [0, 0.25, 0.5, 0.75, 1]

    private let engine: TuningEngine
    private let parameters: Parameters
    private let inForce: RunFigures
    private let residuals: ResidualFigures?
    private let blocks: HiddenBlocks?
    private let predictions: HiddenPredictions?

    /// Runs the recording with the parameters in force. O(1) if the engine has already run them.
    /// - Parameters:
    ///   - engine: The engine of the recording; its runs are reused.
    ///   - parameters: The parameters in force.
    ///   - isCancelled: Called every few thousand events; the run is cancelled if it returns true.
    /// - Returns: `nil` if the run was cancelled.
    public init?(_ engine: TuningEngine, parameters: Parameters, isCancelled: () -> Bool = { false }) {
        var engine = engine
        guard let run = engine.run(parameters, isCancelled: isCancelled) else { return nil }
        self.engine = engine
        self.parameters = parameters
        (inForce, residuals) = (RunFigures(run), ResidualFigures(run.core))
        blocks = HiddenBlocks(engine.recording)
        predictions = blocks?.predictions(parameters, isCancelled: isCancelled)
    }

    /// Tries a parameter, which takes a few runs of the recording. Several parameters can be tried at the same time.
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - isCancelled: Called every few thousand events; the runs are cancelled if it returns true.
    /// - Returns: The effect of the parameter; `nil` if the runs were cancelled.
    public func effect(of name: String, isCancelled: () -> Bool = { false }) -> ParameterEffect? {
        var runs: [ParameterEffect.Run] = []
        for value in Self.values(of: name, around: parameters) {
            if value == parameters.value(of: name) {
                runs.append((value, inForce, nil))
                continue
            }
            var changed = parameters
            guard (try? changed.set(name, to: value)) != nil else { continue }
            // A copy for each run, so that all runs start from the one in force.
            var engine = engine
            guard let run = engine.run(changed, isCancelled: isCancelled) else { return nil }
            let isOther = ResidualFigures(run.core) != residuals
            let predictions = isOther ? blocks?.predictions(changed, isCancelled: isCancelled) : nil
            runs.append((value, RunFigures(run), predictions))
        }
        return ParameterEffect(name: name, runs: runs, inForce: inForce, predictions: predictions)
    }

    /// Returns the values that are tried, in ascending order for a number.
    static func values(of name: String, around parameters: Parameters) -> [ParameterValue] {
        guard let entry = Parameters.entry(named: name), let current = parameters.value(of: name) else { return [] }
        switch (entry.domain, current, Parameters().value(of: name)) {
        case (.number(let range), .number(let number), .number(let usual)):
            let scale = ParameterScale(range, usual: usual)
            let numbers = Set(places.map { scale.exactNumber(at: $0) } + [number])
            return numbers.sorted().map { .number($0) }
        case (.choice(let names), _, _): return names.map { .choice($0) }
        case (.toggle, _, _): return [.toggle(false), .toggle(true)]
        default: return []
        }
    }
}
