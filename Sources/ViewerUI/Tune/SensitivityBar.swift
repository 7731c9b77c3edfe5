import GTKKit
import Localization
import Replay
import Viewer

/// A bar with the number of parameters that matter in the session, and buttons to rank them and to start or stop trying
/// them.
@MainActor
final class SensitivityBar {
    let widget = Box(.horizontal, spacing: 6)
    private let text = Label("", classes: ["caption", "dim"], aligned: .start)
    private let rank = ToggleButton(label: localized("By Effect"))
    private let toggle = Button(icon: "process-stop-symbolic", describedAs: "")

    /// Creates a hidden bar.
    /// - Parameter ranking: Called when the parameters are to be ranked by effect, or no longer.
    init(replay: ReplayController, ranking: @escaping @MainActor (Bool) -> Void) {
        text.expandsHorizontally = true
        text.wrap(maximumCharacters: 30)
        rank.addClasses("small")
        rank.tooltip = localized("Show the parameters with the largest effect on this session first")
        rank.onToggle(ranking)
        toggle.addClasses("small")
        toggle.onClick {
            if replay.sensitivity.isRunning { replay.sensitivity.stop() } else { replay.trySensitivity(isAsked: true) }
        }
        for child in [text, rank, toggle] {
            child.verticalAlignment = .center
            widget.append(child)
        }
        widget.setMargins(start: 4)
        widget.isVisible = false
    }

    /// Shows the known effects.
    func show(_ runner: SensitivityRunner, isOpen: Bool) {
        widget.isVisible = isOpen && (runner.isRunning || !runner.result.effects.isEmpty || runner.tried == 0)
        let (tried, total) = ("\(runner.tried)", "\(runner.result.total)")
        if runner.isComplete {
            text.text = localized(
                "{1} of {2} parameters matter in this session", "\(runner.result.matteringCount)", total)
        } else if runner.isRunning {
            text.text = localized("Trying parameters: {1} of {2}", tried, total)
        } else {
            text.text = localized("Which parameters matter here?")
        }
        rank.isVisible = runner.result.isComplete
        toggle.isVisible = !runner.isComplete
        let name = runner.isRunning ? localized("Stop trying parameters") : localized("Try all parameters")
        toggle.setIcon(runner.isRunning ? "process-stop-symbolic" : "media-playback-start-symbolic")
        toggle.tooltip = name
        toggle.describe(name)
    }

    func endRanking() { rank.isActive = false }
}
