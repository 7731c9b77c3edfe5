import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The controls for fitting parameters to references: the sessions, a button, then the progress, then the result.
@MainActor
final class FittingSection {
    let widget = Box(.vertical, spacing: 6)
    private let start = Button(label: localized("Fit Parameters…"))
    private let add = Button(icon: "list-add-symbolic", describedAs: localized("Add Session…"))
    /// The buttons that start an action.
    private let beginnings = Box(.horizontal, spacing: 6)
    private let table = FittingTable()
    /// The report, which scrolls in a low map. The buttons stay in place.
    private let report: TextScroller
    private let text = Label("", classes: ["caption"], aligned: .start)
    private let progress = ProgressBar(describedAs: localized("Progress of the fit"))
    private let apply = Button(label: localized("Apply"))
    private let end = Button(label: localized("Cancel"))

    init() {
        let lines = Box(.vertical, spacing: 6, children: [text, progress, table.widget])
        report = TextScroller(lines)
        start.tooltip = localized("Search for parameters of the motion model that bring the track closer")
        add.describe(
            localized("Add Session…"),
            detail: localized("Fit to another session, too, and test the parameters on each of them"))
        start.expandsHorizontally = true
        for button in [start, add] { beginnings.append(button) }
        for (button, action) in [
            (start, "fit-parameters"), (add, "add-fit-session"), (apply, "apply-fit"), (end, "discard-fit"),
        ] { button.setAction("win.\(action)").addClasses("fit") }
        text.wrap(maximumCharacters: 30)
        let buttons = Box(.horizontal, spacing: 6, children: [apply, end])
        buttons.horizontalAlignment = .end
        for child in [report, beginnings, buttons] as [Widget] { widget.append(child) }
    }

    /// Shows the state of the search.
    func show(_ fitting: ReferenceFitting, unit: SpeedUnit) {
        var result: ReferenceFit.Result?
        var (isIdle, isRunning) = (false, false)
        switch fitting.state {
        case .idle: (isIdle, text.text) = (true, "")
        case .adding(let name): (isRunning, text.text) = (true, localized("Opening {1}…", name))
        case .running(let reached):
            isRunning = true
            text.text = Self.sentence(on: reached, unit)
            progress.share = reached?.share ?? 0
        case .done(let found):
            result = found
            text.text = Self.sentence(on: found, unit)
        }
        table.show(fitting, changes: result.map(Self.changes) ?? [], unit: unit)
        beginnings.isVisible = isIdle
        text.isVisible = !isIdle
        progress.isVisible = if case .running = fitting.state { true } else { false }
        report.isVisible = !isIdle || table.widget.isVisible
        apply.isVisible = !(result?.changed.isEmpty ?? true)
        end.isVisible = !isIdle
        end.setLabel(isRunning ? localized("Cancel") : apply.isVisible ? localized("Discard") : localized("Close"))
    }

    private static func length(_ metres: Double, _ unit: SpeedUnit) -> String {
        unit.distanceUnit.smallText(of: metres, decimals: 2)
    }

    private static func sentence(on progress: ReferenceFit.Progress?, _ unit: SpeedUnit) -> String {
        guard let progress else { return localized("Fitting parameters…") }
        guard let error = progress.rootMeanSquare else {
            return localized(
                "Search {1} of {2}, run {3}", "\(progress.search)", "\(progress.searches)",
                "\(progress.runs)")
        }
        return localized("Fitting parameters: run {1}, RMS error {2}", "\(progress.runs)", length(error, unit))
    }

    private static func sentence(on result: ReferenceFit.Result, _ unit: SpeedUnit) -> String {
        if let verdict = result.verdict { return sentence(on: verdict, of: result) }
        guard let session = result.sessions.first else { return "" }
        let (before, after) = (session.before.rootMeanSquare, session.fitted.rootMeanSquare)
        guard !result.changed.isEmpty else {
            return localized("No better parameters were found: the RMS error stays {1}.", length(before, unit))
        }
        return localized("The RMS error becomes {2} instead of {1}.", length(before, unit), length(after, unit))
    }

    private static func sentence(on verdict: ReferenceFit.Verdict, of result: ReferenceFit.Result) -> String {
        let meaning =
            switch verdict {
            case .generalises: localized("The parameters suit other journeys, too.")
            case .overfits: localized("The parameters suit only these journeys: discard them.")
            case .noGain: localized("The previous parameters are just as good.")
            }
        let errors = localized(
            "Errors, relative to those before: {1}; in sessions left out of the fit: {2}", percent(result.fitted),
            percent(result.leftOut ?? .infinity))
        return errors + "\n" + meaning
    }

    /// A fraction in percent, without a line break in it.
    private static func percent(_ share: Double) -> String {
        "\(share.isFinite ? "\(Int(nearest: share * 100))" : "∞")\u{A0}%"
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
