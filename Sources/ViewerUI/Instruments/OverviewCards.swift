import GTKKit
import Localization
import ViewerModel

/// The totals of a session or a part of it, shown instead of the gauge until the user moves to an instant.
@MainActor
final class OverviewCards {
    let widget = Box(.vertical, spacing: 10)
    private let title = Label("", classes: ["group-title"], aligned: .start)
    private let grid = Grid(rowSpacing: 6, columnSpacing: 8)
    private let receiver = Label("", classes: ["caption", "dim"], aligned: .start)
    private var cards: [ValueCard] = []
    private var isNarrow = false
    private var isLow = false
    private var room = 0
    private var shown: [SessionOverview.Row] = []

    /// The cards that are always shown in a low window; the others are hidden if they would take room from the pane
    /// below.
    private static let fewCards = 6
    /// The requested width in characters of the sentences about smoothing and the receiver, so that a long one does not
    /// widen the pane.
    private static let askedCharacters = 40

    init() {
        grid.setColumnsHomogeneous(true)
        receiver.wrap(maximumCharacters: Self.askedCharacters)
        for part in [title, grid, receiver] as [Widget] { widget.append(part) }
        widget.setMargins(top: 16, start: 14, end: 14)
    }

    /// Fits the cards into a narrow or a low pane.
    /// - Parameter room: The height in pixels that a low pane has for them, which other cards determine.
    func setCompact(width isNarrow: Bool, height isLow: Bool, room: Int) {
        guard (isNarrow, isLow, room) != (self.isNarrow, self.isLow, self.room) else { return }
        (self.isNarrow, self.isLow, self.room) = (isNarrow, isLow, room)
        lay()
        fill()
    }

    /// Shows the numbers of a session, or of the selected part.
    func show(_ overview: SessionOverview, ofPart isPart: Bool, unit: SpeedUnit) {
        title.text = isPart ? localized("Selected part") : localized("The session")
        let before = shown.map(\.title)
        shown = overview.rows(in: unit)
        receiver.text = [overview.smoothing(in: unit), overview.receiver(in: unit)].compactMap { $0?.localized }
            .joined(separator: "\n")
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
        showReceiver()
    }

    private func showReceiver() { receiver.isVisible = !isLow && !receiver.text.isEmpty }

    private func lay() {
        let columns = isNarrow ? 2 : 3
        showReceiver()
        lay(shown.count, columns)
        while isLow, cards.count > Self.fewCards, widget.naturalHeight > room {
            lay(max(Self.fewCards, (cards.count - 1) / columns * columns), columns)
        }
    }

    private func lay(_ count: Int, _ columns: Int) {
        grid.removeAll()
        cards = shown.prefix(count).map { ValueCard($0.title.localized) }
        for (index, card) in cards.enumerated() {
            grid.attach(card.widget, column: index % columns, row: index / columns, columns: 1)
        }
    }
}
