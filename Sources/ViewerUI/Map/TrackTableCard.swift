import GTKKit
import Localization
import Viewer
import ViewerModel

/// A card in a corner of the map with the figures of the shown tracks, and the search for parameters against a truth.
@MainActor
final class TrackTableCard {
    let widget = Box(.vertical, spacing: 6)

    private let replay: ReplayController
    private let title = Label("", classes: ["strong"], aligned: .start)
    private let swap = Button(
        label: localized("Swap"), describedAs: localized("Swap the sets"),
        tooltip: localized("Work on the other set (Ctrl+Shift+B)")
    ).setAction("win.swap-sets")
    private let fold = ToggleButton(icon: "pan-down-symbolic", describedAs: localized("Collapse the table"))
    private let state = Label("", classes: ["caption", "dim"], aligned: .start)
    private let content = Box(.vertical, spacing: 8)
    private let scroller: ScrolledWindow
    private let same = Label("", classes: ["caption", "dim"], aligned: .start)
    private let fitting = FittingSection()
    private var shown: Content?
    private var heads: [Label] = []
    private var figures: [[Label]] = []

    /// The widths of the columns in characters.
    private static let columns = (title: 22, value: 9)

    /// The texts of the grid, which is built again only if its shape changes.
    private struct Content: Equatable {
        let heads: [String]
        let rows: [[TrackTable.Row]]
    }

    init(replay: ReplayController) {
        self.replay = replay
        scroller = ScrolledWindow(content, horizontal: true)
        scroller.propagateNaturalSize()
        widget.addClasses("comparison")
        widget.horizontalAlignment = .end
        widget.verticalAlignment = .end
        // The scrollbar covers the contents.
        content.setMargins(end: 12)
        title.expandsHorizontally = true
        title.ellipsize(askingFor: 22)
        state.wrap(maximumCharacters: 30)
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Close the table"))
            .setAction("win.track-table")
        fold.onToggle { [weak self] isFolded in
            self?.fold.setIcon(isFolded ? "pan-up-symbolic" : "pan-down-symbolic")
            self?.layOut()
        }
        widget.append(Box(.horizontal, spacing: 4, children: [title, swap, fold, close]))
        for child in [state, scroller, same, fitting.widget] as [Widget] { widget.append(child) }
        widget.isVisible = false
    }

    /// Shows the figures, or why there are none.
    /// - Parameter isNarrow: Whether the map is narrow, so that the table is collapsed at first.
    func show(isNarrow: Bool) {
        let tracks = replay.map.tracks
        if tracks.showsTable, !widget.isVisible { fold.isActive = isNarrow }
        widget.isVisible = tracks.showsTable && replay.session != nil && !replay.libraryMap.isOn
        guard widget.isVisible else { return }
        let truth = tracks.truth.flatMap { tracks[$0]?.name }
        title.text = truth.map { localized("Against {1}", $0) } ?? localized("Tracks")
        swap.isVisible = replay.sets.isComparing
        fitting.widget.isVisible = replay.tracks.comparison != nil
        fitting.show(replay.tracks.fitting, unit: replay.unit)
        let table = replay.tracks.table
        let hasSets = table?.columns.contains { $0.set != nil } ?? false
        if replay.sets.isComparing, !hasSets {
            state.text = localized("Running the other set…")
        } else if table != nil, truth != nil, replay.tracks.comparison == nil {
            state.text = localized("The track cannot be compared with these parameters.")
        } else {
            state.text = ""
        }
        if let table { show(table) }
        layOut()
    }

    private func layOut() {
        state.isVisible = !state.text.isEmpty
        // The table of a fit contains the same errors, and needs the space.
        scroller.isVisible = !fold.isActive && shown != nil && !replay.tracks.fitting.showsTable
        same.isVisible = !fold.isActive && !same.text.isEmpty
    }

    private func show(_ table: TrackTable) {
        let unit = replay.unit
        let rows = [table.rows(in: unit), table.parameters]
        let equal = table.equalRows(in: unit)
        same.text =
            equal.isEmpty
            ? ""
            : replay.sets.isComparing && rows.allSatisfy { $0.allSatisfy { !$0.differs } }
                ? localized("Both sets give the same figures.") : localized("Equal in all: {1}", "\(equal.count)")
        same.tooltip = equal.map { row in
            "\(row.title.localized): \(row.values.first { $0 != missingText } ?? missingText)"
        }.joined(separator: "\n")
        let heads = table.columns.map { column in
            column.set?.rawValue ?? replay.map.tracks[column.kind]?.title(replay.sets) ?? ""
        }
        let content = Content(heads: heads, rows: rows)
        if content != shown {
            let isSameShape =
                shown?.heads == heads && shown?.rows.map { $0.map(\.title) } == rows.map { $0.map(\.title) }
            shown = content
            if !isSameShape { build(content) }
        }
        for (label, column) in zip(self.heads, table.columns) {
            label.setClass("active", column.set != nil && column.set == replay.sets.active)
        }
        for (labels, row) in zip(figures, rows.joined()) {
            for (label, value) in zip(labels, row.values) { label.text = localized(value) }
        }
    }

    private func build(_ shown: Content) {
        figures = []
        content.removeAll()
        let grid = Grid(rowSpacing: 2, columnSpacing: 12)
        heads = shown.heads.enumerated().map { column, name in
            let head = Label(name, classes: ["head"], aligned: .end)
            head.ellipsize(askingFor: Self.columns.value + 2)
            head.tooltip = name
            grid.attach(head, column: column + 1, row: 0)
            return head
        }
        var place = 1
        for rows in shown.rows where !rows.isEmpty {
            if place > 1 {
                let line = Separator(.horizontal)
                line.setMargins(top: 4, bottom: 4)
                grid.attach(line, column: 0, row: place, columns: shown.heads.count + 1)
            }
            for (index, row) in rows.enumerated() { add(row, to: grid, at: place + 1 + index) }
            place += 1 + rows.count
        }
        content.append(grid)
    }

    private func add(_ row: TrackTable.Row, to grid: Grid, at place: Int) {
        let title = Label(row.title.localized, classes: ["name"], aligned: .start)
        title.reserve(characters: Self.columns.title)
        title.ellipsize()
        title.tooltip = [row.title, row.help].compactMap { $0?.localized }.joined(separator: "\n")
        title.expandsHorizontally = true
        grid.attach(title, column: 0, row: place)
        figures.append(
            row.values.indices.map { column in
                let label = Label("", classes: ["figure"], aligned: .end)
                label.reserve(characters: Self.columns.value)
                label.ellipsize()
                grid.attach(label, column: column + 1, row: place)
                return label
            })
    }
}
