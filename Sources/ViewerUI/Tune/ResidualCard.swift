import GTKKit
import Localization
import Replay
import SensorModel
import ViewerModel

/// The effect of the last change of parameters on the predictions of the fixes: a sentence and a few figures, in colour and in words.
@MainActor
final class ResidualCard {
    let widget = Box(.vertical, spacing: 4)
    private let headline = Label("", classes: ["group-title"], aligned: .start)
    private let grid = Grid(rowSpacing: 2, columnSpacing: 10)
    private var shown: ResidualTable?

    init() {
        headline.wrap(maximumCharacters: 34)
        widget.addClasses("card")
        for part in [headline, grid] as [Widget] { widget.append(part) }
        widget.isVisible = false
    }

    /// Shows a table; hides the card for `nil`.
    func show(_ table: ResidualTable?) {
        guard table != shown else { return }
        shown = table
        widget.isVisible = table != nil
        guard let table else { return }
        headline.text = table.headline.localized
        color(headline, table.verdict)
        grid.removeAll()
        for (index, row) in table.rows.enumerated() { add(row, at: index) }
    }

    private func add(_ row: ResidualTable.Row, at index: Int) {
        let name = Label(row.title.localized, classes: ["caption", "dim"], aligned: .start)
        name.expandsHorizontally = true
        name.ellipsize()
        let value = Label(row.before.map { "\($0) → \(row.after)" } ?? row.after, classes: ["caption"], aligned: .end)
        color(value, row.verdict)
        for label in [name, value] { label.tooltip = row.help.localized }
        let words = Self.words(for: row.verdict).map { ", \($0)" } ?? ""
        value.describe("\(row.title.localized): \(value.text)\(words)")
        grid.attach(name, column: 0, row: index)
        grid.attach(value, column: 1, row: index)
    }

    private func color(_ label: Label, _ verdict: HiddenPredictions.Verdict) {
        label.setClass("better", verdict == .better)
        label.setClass("worse", verdict == .worse)
    }

    private static func words(for verdict: HiddenPredictions.Verdict) -> String? {
        switch verdict {
        case .better: localized("better")
        case .worse: localized("worse")
        case .undecided: nil
        }
    }
}
