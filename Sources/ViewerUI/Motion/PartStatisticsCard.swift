import FusionCore
import GTKKit
import Localization
import Replay
import Viewer
import ViewerModel

/// A card with the peak and mean acceleration, step regularity, pace and time in motion of the session, or of the
/// selected part.
@MainActor
final class PartStatisticsCard {
    let widget = Box(.vertical)
    private let replay: ReplayController
    private let title = Label("", classes: ["strong"], aligned: .start)
    private let peak = FactRow(localized("Peak acceleration"))
    private let mean = FactRow(localized("RMS acceleration"))
    private let steps = FactRow(localized("Step regularity"))
    private let pace = FactRow(localized("Mean pace"))
    private let moving = FactRow(localized("Time in motion"))
    private var work: Task<Void, Never>?
    /// The motion of the session that was opened last.
    private var known: (opening: Int, batches: MotionBatches)?

    init(replay: ReplayController) {
        self.replay = replay
        widget.addClasses("rows", "sensor")
        title.expandsHorizontally = true
        title.ellipsize(askingFor: 16)
        widget.append(Box(.horizontal, children: [title]))
        for row in [peak, mean, steps, pace, moving] {
            widget.append(Separator(.horizontal))
            widget.append(row.widget)
        }
        peak.widget.tooltip = localized("The largest acceleration without gravity")
        mean.widget.tooltip = localized("The root of the mean square of the acceleration without gravity")
        steps.widget.tooltip = localized("The time between two steps, and how much it varies")
        pace.widget.tooltip = localized("The distance by the time in motion")
    }

    /// Computes the statistics of the session, or of the selected part, off the main actor.
    func show() {
        work?.cancel()
        guard !replay.isLive, let session = replay.session else {
            widget.isVisible = false
            return
        }
        widget.isVisible = true
        let span = replay.span
        title.text = span == nil ? localized("Whole session") : localized("Selected part")
        let (run, recording, opening) = (session.run, session.engine.recording, replay.opening)
        let known = known.flatMap { $0.opening == opening ? $0.batches : nil }
        work = Task { [weak self] in
            let measured = await Task.detached(priority: .utility) { () -> (MotionBatches, PartStatistics)? in
                let batches = known ?? MotionBatches(of: recording, parameters: run.parameters)
                return batches.map { ($0, PartStatistics(of: run, $0, within: span)) }
            }.value
            guard let self, !Task.isCancelled, let (batches, statistics) = measured else { return }
            self.known = (opening, batches)
            show(statistics)
        }
    }

    private func show(_ statistics: PartStatistics) {
        func text(_ acceleration: Double?) -> String {
            acceleration.map { "\(significantText($0)) m/s²" } ?? missingText
        }
        peak.show(text(statistics.acceleration?.peak))
        mean.show(text(statistics.acceleration?.rootMeanSquare))
        steps.show(
            statistics.steps.map {
                localized(
                    "{1} s ± {2} %", decimalText($0.interval, decimals: 2), decimalText($0.variation * 100))
            } ?? missingText)
        let unit = replay.unit.paceUnit
        pace.show(statistics.movingSpeed.map(unit.text(of:)) ?? missingText)
        moving.show(durationText(statistics.movingTime))
    }
}
