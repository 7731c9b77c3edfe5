import GTKKit
import Localization
import ViewerModel

/// A card in a corner of the map with the differences between the two compared runs.
@MainActor
final class ComparisonCard {
    let widget = Box(.vertical, spacing: 6)
    private let heads: [ParameterSets.Name: Label] = [
        .a: Label("A", classes: ["head"], aligned: .end), .b: Label("B", classes: ["head"], aligned: .end),
    ]
    private let state = Label(localized("Running the other set…"), classes: ["caption", "dim"], aligned: .start)
    private let content = Box(.vertical, spacing: 8)
    private let scroller: ScrolledWindow
    private let fold = ToggleButton(icon: "pan-down-symbolic", describedAs: localized("Collapse the table"))
    private let same = Label("", classes: ["caption", "dim"], aligned: .start)
    private var shown: [[ComparisonTable.Row]] = []
    private var labels: [Label] = []

    /// The widths of the columns in characters.
    private static let columns = (title: 25, value: 10)

    init() {
        scroller = ScrolledWindow(content)
        scroller.propagateNaturalHeight(true)
        widget.addClasses("comparison")
        widget.horizontalAlignment = .end
        widget.verticalAlignment = .end
        // The scrollbar covers the contents.
        content.setMargins(end: 12)
        let title = Label("A/B", classes: ["strong"], aligned: .start)
        title.expandsHorizontally = true
        let swap = Button(
            label: localized("Swap"), describedAs: localized("Swap the sets"),
            tooltip: localized("Work on the other set (Ctrl+Shift+B)")
        ).setAction("win.swap-sets")
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Stop comparing (Ctrl+B)"))
            .setAction("win.compare")
        fold.onToggle { [weak self] isFolded in
            self?.scroller.isVisible = !isFolded && self?.labels.isEmpty == false
            self?.same.isVisible = !isFolded
            self?.fold.setIcon(isFolded ? "pan-up-symbolic" : "pan-down-symbolic")
        }
        widget.append(Box(.horizontal, spacing: 4, children: [title, swap, fold, close]))
        widget.append(state)
        widget.append(scroller)
        widget.append(same)
        widget.isVisible = false
    }

    /// Shows two runs, or a message that the second is being computed.
    /// - Parameters:
    ///   - unit: The unit of speeds, and of the distances that go with it.
    ///   - isNarrow: Whether the map is narrow, so that the table is collapsed at first.
    func show(_ table: ComparisonTable?, unit: SpeedUnit, sets: ParameterSets, isNarrow: Bool) {
        if sets.isComparing, !widget.isVisible { fold.isActive = isNarrow }
        widget.isVisible = sets.isComparing
        for (name, label) in heads { label.setClass("active", name == sets.active) }
        state.isVisible = sets.isComparing && table == nil
        guard let table else { return }
        let figures = table.rows(in: unit)
        showEqual(figures.filter { !$0.differs }, isAll: figures.allSatisfy { !$0.differs })
        let rows = [figures.filter(\.differs), table.parameters]
        guard rows != shown else { return }
        let isSameShape = shown.map { $0.map(\.title) } == rows.map { $0.map(\.title) }
        shown = rows
        if !isSameShape { build(figures: rows[0], parameters: rows[1]) }
        for (index, row) in rows.joined().enumerated() {
            for (label, text) in [(labels[2 * index], row.first), (labels[2 * index + 1], row.second)] {
                label.text = localized(text)
            }
        }
    }

    /// Shows the number of equal figures; the tooltip lists them with their values.
    private func showEqual(_ rows: [ComparisonTable.Row], isAll: Bool) {
        same.text =
            isAll ? localized("Both sets give the same figures.") : localized("Equal in both: {1}", "\(rows.count)")
        same.tooltip = rows.map { "\($0.title.localized): \($0.first)" }.joined(separator: "\n")
    }

    private func build(figures rows: [ComparisonTable.Row], parameters changed: [ComparisonTable.Row]) {
        labels = []
        content.removeAll()
        let tables = [rows, changed].filter { !$0.isEmpty }
        scroller.isVisible = !tables.isEmpty && !fold.isActive
        for (index, table) in tables.enumerated() {
            let grid = Grid(rowSpacing: 2, columnSpacing: 12)
            if index == 0 {
                for (column, name) in ParameterSets.Name.allCases.enumerated() {
                    if let head = heads[name] { grid.attach(head, column: column + 1, row: 0) }
                }
            } else {
                content.append(Separator(.horizontal))
            }
            // One list holds the labels of both tables.
            add(table, to: grid, from: index == 0 ? 1 : 0)
            content.append(grid)
        }
    }

    private func add(_ rows: [ComparisonTable.Row], to grid: Grid, from first: Int) {
        for (index, row) in rows.enumerated() {
            let title = Label(row.title.localized, classes: ["name"], aligned: .start)
            title.reserve(characters: Self.columns.title)
            title.ellipsize()
            title.tooltip = [row.title, row.help].compactMap { $0?.localized }.joined(separator: "\n")
            title.expandsHorizontally = true
            grid.attach(title, column: 0, row: first + index)
            for column in 1...2 {
                let label = Label("", classes: ["figure"], aligned: .end)
                label.reserve(characters: Self.columns.value)
                label.ellipsize()
                labels.append(label)
                grid.attach(label, column: column, row: first + index)
            }
        }
    }
}
