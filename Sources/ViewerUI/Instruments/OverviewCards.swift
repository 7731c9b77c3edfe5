import GTKKit
import Replay
import ViewerModel

/// A session or a part of it as a whole, in the place of the gauge until the user looks at a moment of it.
@MainActor
final class OverviewCards {
    /// The cards' widget.
    let widget = Box(.vertical, spacing: 10)
    private let title = Label("", classes: ["group-title"], aligned: .start)
    private let grid = Grid(rowSpacing: 6, columnSpacing: 8)
    private let receiver = Label("", classes: ["caption", "dim"], aligned: .start)
    private var cards: [ValueCard] = []
    private var isNarrow = false
    private var isLow = false
    private var shown: [SessionOverview.Row] = []

    /// Cards in a low window: the others would leave no room for the pane below.
    private static let fewCards = 6

    init() {
        grid.setColumnsHomogeneous(true)
        receiver.wrap()
        for part in [title, grid, receiver] as [Widget] { widget.append(part) }
        widget.setMargins(top: 16, start: 14, end: 14)
    }

    /// Fits the cards into a narrow or a low pane.
    func setCompact(width isNarrow: Bool, height isLow: Bool) {
        guard (isNarrow, isLow) != (self.isNarrow, self.isLow) else { return }
        (self.isNarrow, self.isLow) = (isNarrow, isLow)
        lay()
        fill()
    }

    /// Shows the numbers of a session, or of the part that is looked at.
    func show(_ overview: SessionOverview, ofPart isPart: Bool, unit: SpeedUnit) {
        title.text = isPart ? localized("Selected part") : localized("The session")
        let before = shown.map(\.title)
        shown = overview.rows(in: unit)
        receiver.text = overview.receiver(in: unit)?.localized ?? ""
        if shown.map(\.title) != before { lay() }
        fill()
    }

    private func fill() {
        for (card, row) in zip(cards, shown) {
            card.value = row.value
            let detail = row.detail?.localized
            card.widget.tooltip = detail ?? ""
            card.widget.describe([row.title.localized, row.value, detail].compactMap { $0 }.joined(separator: ", "))
        }
        receiver.isVisible = !isLow && !receiver.text.isEmpty
    }

    private func lay() {
        grid.removeAll()
        cards = shown.prefix(isLow ? Self.fewCards : shown.count).map { ValueCard($0.title.localized) }
        let columns = isNarrow ? 2 : 3
        for (index, card) in cards.enumerated() {
            grid.attach(card.widget, column: index % columns, row: index / columns, columns: 1)
        }
    }
}
