import ArgumentParser
import Foundation
import Replay
import SensorModel

/// `odographctl sensitivity`: which parameters matter in a session.
struct SensitivityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensitivity",
        abstract: "Show the parameters that matter in a session, the largest effect first.",
        discussion: """
            Runs the session with a few values of each parameter over its range and compares distance, deviation of \
            the smoothed track from the fixes, rejected fixes, stops, highest speed, speed noise, steps and points of \
            the simplified track. A parameter matters if one of them changes by 5 % or more. Model coefficients are \
            not tried.

            Examples:
              odographctl sensitivity walk.odograph
              odographctl sensitivity ride.gpx --json
            """)

    @Argument(help: "A session, an event log or any file that import accepts.", completion: .recordings)
    var file: String

    @Flag(help: "Write one JSON object.")
    var json = false

    @OptionGroup var parameterOptions: ParameterOptions

    @OptionGroup var progressOptions: ProgressOptions

    func run() async throws {
        let input = try SessionInput(path: file)
        let parameters = try parameterOptions.parameters(over: input.parameters)
        guard input.recording.events.fixCount > 0 else {
            throw CommandError("“\(file)” has no fixes, so the effect of a parameter on the track cannot be measured.")
        }
        guard let sweep = SensitivitySweep(TuningEngine(input.recording), parameters: parameters) else { return }
        var result = Sensitivity(total: SensitivitySweep.names.count)
        var progress = progressOptions.line("sensitivity")
        await withTaskGroup(of: ParameterEffect?.self) { group in
            for name in SensitivitySweep.names { group.addTask { sweep.effect(of: name) } }
            var count = 0
            for await effect in group {
                if let effect { result.add(effect) }
                count += 1
                progress.show(Double(count) / Double(SensitivitySweep.names.count), "\(count) parameters")
            }
        }
        progress.clear()
        print(json ? try JSONText.indented(SensitivityReport(result)) : SensitivityReport.text(result))
    }
}

/// The effects of the parameters as one JSON object.
private struct SensitivityReport: Encodable {
    struct Effect: Encodable {
        let parameter: String
        let matters: Bool
        let measure: String?
        let change: Double
        let judgement: String
        let best: ParameterValue?
        let trials: [Trial]
    }

    struct Trial: Encodable {
        let value: ParameterValue
        let measures: [String: Double]
    }

    let threshold: Double
    let mattering: Int
    let effects: [Effect]

    init(_ result: Sensitivity) {
        threshold = ParameterEffect.threshold
        mattering = result.matteringCount
        effects = result.ranked.map { effect in
            let trials = effect.trials.map { trial in
                let named = trial.measures.map { ($0.key.rawValue, $0.value) }
                return Trial(value: trial.value, measures: Dictionary(uniqueKeysWithValues: named))
            }
            return Effect(
                parameter: effect.name, matters: effect.matters, measure: effect.leading?.rawValue,
                change: effect.size, judgement: effect.judgement.name, best: effect.judgement.best, trials: trials)
        }
    }

    static func text(_ result: Sensitivity) -> String {
        let count = result.matteringCount
        var lines = ["\(count) of \(result.total) parameters matter in this session."]
        for effect in result.ranked where effect.matters {
            guard let measure = effect.leading, let range = effect.range(of: measure) else { continue }
            lines.append("\(effect.name): \(measure.text(range))\(effect.judgement.text)")
        }
        return lines.joined(separator: "\n")
    }
}

extension ParameterEffect.Judgement {
    fileprivate var name: String {
        switch self {
        case .undecided: "undecided"
        case .inForce: "inForce"
        case .better: "better"
        }
    }

    /// The value that predicts the fixes better than the one in force; `nil` if none does.
    fileprivate var best: ParameterValue? { if case .better(let value) = self { value } else { nil } }

    /// The conclusion from the innovations, as the end of a line; empty if there is none.
    fileprivate var text: String {
        switch self {
        case .undecided: ""
        case .inForce: "; no value tried predicts the fixes better"
        case .better(let value): "; the fixes are predicted better at \(value.text)"
        }
    }
}

extension ParameterValue {
    fileprivate var text: String {
        switch self {
        case .number(let number): String(format: "%.3g", number)
        case .choice(let name): name
        case .toggle(let isOn): "\(isOn)"
        }
    }
}

extension SessionMeasure {
    /// The range of the measure over the values of a parameter, in words and with its unit.
    fileprivate func text(_ range: ClosedRange<Double>) -> String {
        func span(_ format: String, _ factor: Double, _ unit: String) -> String {
            let ends = [range.lowerBound, range.upperBound].map { String(format: format, $0 * factor) }
            return "\(ends[0]) to \(ends[1])\(unit)"
        }
        switch self {
        case .distance: return "distance " + span("%.3f", 1e-3, " km")
        case .deviation: return "smoothed track " + span("%.2f", 1, " m from the fixes")
        case .rejected: return span("%.0f", 1, " rejected fixes")
        case .stops: return span("%.0f", 1, " stops")
        case .fastestSpeed: return "fastest " + span("%.1f", 3.6, " km/h")
        case .speedNoise: return "noise of the speed " + span("%.2f", 3.6, " km/h")
        case .steps: return span("%.0f", 1, " steps")
        case .points: return span("%.0f", 1, " points of the simplified track")
        }
    }
}
