public import FusionCore
import SensorModel

/// Runs a recording with a few values of each parameter, compares the numbers of these runs.
///
/// It works on a copy of an engine, so what the engine keeps stays there; each run starts from the run in force, and only
/// the stages that the parameter reaches run again.
public struct SensitivitySweep: Sendable {
    /// The parameters that are tried: the essential ones, then those of the stages; model coefficients are not.
    public static let names: [String] = ParameterTier.allCases.filter { $0 != .coefficient }.flatMap { tier in
        Parameters.table.filter { $0.tier == tier }.map(\.name)
    }

    /// Places on the slider at which a number is tried, in addition to its value in force.
    static let places = [0, 0.25, 0.5, 0.75, 1]

    private let engine: TuningEngine
    private let parameters: Parameters
    private let inForce: RunFigures

    /// Runs the recording with the parameters in force; O(1) if the engine has run them.
    /// - Parameters:
    ///   - engine: The engine of the recording; its runs are reused.
    ///   - parameters: The parameters in force.
    ///   - isCancelled: Asked every few thousand events.
    /// - Returns: `nil` if it was cancelled.
    public init?(_ engine: TuningEngine, parameters: Parameters, isCancelled: () -> Bool = { false }) {
        var engine = engine
        guard let run = engine.run(parameters, isCancelled: isCancelled) else { return nil }
        self.engine = engine
        self.parameters = parameters
        inForce = RunFigures(run)
    }

    /// Tries a parameter: a few runs of the recording. Several can be tried at the same time.
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - isCancelled: Asked every few thousand events.
    /// - Returns: Its effect; `nil` if it was cancelled.
    public func effect(of name: String, isCancelled: () -> Bool = { false }) -> ParameterEffect? {
        var runs: [(value: ParameterValue, figures: RunFigures)] = []
        for value in Self.values(of: name, around: parameters) {
            if value == parameters.value(of: name) {
                runs.append((value, inForce))
                continue
            }
            var changed = parameters
            guard (try? changed.set(name, to: value)) != nil else { continue }
            // A copy for each run: the one in force remains the one that all others start from.
            var engine = engine
            guard let run = engine.run(changed, isCancelled: isCancelled) else { return nil }
            runs.append((value, RunFigures(run)))
        }
        return ParameterEffect(name: name, runs: runs, inForce: inForce)
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
