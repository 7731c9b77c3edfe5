import FusionCore
import GTKKit
import Replay
import SensorModel
import ViewerModel

/// The search for parameters that bring the track closer to the reference: a button, then its progress, then the result.
@MainActor
final class FittingSection {
    /// The section's widget.
    let widget = Box(.vertical, spacing: 6)
    private let start = Button(label: localized("Fit Parameters…"))
    private let text = Label("", classes: ["caption"], aligned: .start)
    private let changes = Label("", classes: ["caption", "dim"], aligned: .start)
    private let apply = Button(label: localized("Apply"))
    private let end = Button(label: localized("Cancel"))

    init() {
        start.tooltip = localized("Search for parameters of the motion model that bring the track closer")
        for button in [start, apply, end] { button.addClasses("fit") }
        start.setAction("win.fit-parameters")
        apply.setAction("win.apply-fit")
        end.setAction("win.discard-fit")
        text.wrap(maximumCharacters: 30)
        changes.wrap(maximumCharacters: 30)
        let buttons = Box(.horizontal, spacing: 6, children: [apply, end])
        buttons.horizontalAlignment = .end
        for child in [start, text, changes, buttons] as [Widget] { widget.append(child) }
        show(.idle, unit: .kilometresPerHour)
    }

    /// Shows the state of the search.
    func show(_ state: ReferenceFitting.State, unit: SpeedUnit) {
        var result: ReferenceFit.Result?
        switch state {
        case .idle: text.text = ""
        case .running(let progress): text.text = Self.sentence(on: progress, unit)
        case .done(let found):
            result = found
            text.text = Self.sentence(on: found, unit)
        }
        changes.text = result.map { Self.changes(of: $0).joined(separator: "\n") } ?? ""
        let isIdle = if case .idle = state { true } else { false }
        let isRunning = if case .running = state { true } else { false }
        start.isVisible = isIdle
        text.isVisible = !isIdle
        changes.isVisible = !changes.text.isEmpty
        apply.isVisible = !(result?.changed.isEmpty ?? true)
        end.isVisible = !isIdle
        end.setLabel(isRunning ? localized("Cancel") : apply.isVisible ? localized("Discard") : localized("Close"))
    }

    private static func length(_ metres: Double, _ unit: SpeedUnit) -> String {
        unit.distanceUnit.smallText(of: metres, decimals: 2)
    }

    private static func sentence(on progress: ReferenceFit.Progress?, _ unit: SpeedUnit) -> String {
        guard let progress else { return localized("Fitting parameters…") }
        return localized(
            "Fitting parameters: run {1}, RMS error {2}", "\(progress.runs)", length(progress.rootMeanSquare ?? 0, unit))
    }

    private static func sentence(on result: ReferenceFit.Result, _ unit: SpeedUnit) -> String {
        guard !result.changed.isEmpty else {
            return localized("No better parameters were found: the RMS error stays {1}.", length(result.sessions[0].before.rootMeanSquare, unit))
        }
        return localized(
            "The RMS error becomes {2} instead of {1}.", length(result.sessions[0].before.rootMeanSquare, unit), length(result.sessions[0].fitted.rootMeanSquare, unit))
    }

    /// A line for each parameter that the search changed.
    private static func changes(of result: ReferenceFit.Result) -> [String] {
        result.changed.compactMap { name in
            guard let entry = Parameters.entry(named: name),
                case .number(let old)? = result.start.value(of: name),
                case .number(let new)? = result.parameters.value(of: name)
            else { return nil }
            let unit = entry.unit.isEmpty ? "" : " \(entry.unit)"
            return localized(
                "{1}: {2} instead of {3}", TunePane.say(entry.title), significantText(new) + unit,
                significantText(old) + unit)
        }
    }
}
