import GTKKit
import Localization
import Viewer
import ViewerModel

/// A card in a corner of the map with the comparison with a reference.
@MainActor
final class ReferenceCard {
    let widget = Box(.vertical, spacing: 6)
    private let title = Label("", classes: ["strong"], aligned: .start)
    private let grid = Grid(rowSpacing: 2, columnSpacing: 12)
    /// The area in which the numbers scroll on a low map.
    private let scroller: ScrolledWindow
    private let trouble = Label(
        localized("The track cannot be compared with these parameters."), classes: ["caption", "dim"], aligned: .start)
    private let fitting = FittingSection()
    private var values: [Label] = []

    /// The width of a value in characters.
    private static let valueWidth = 10

    init() {
        scroller = ScrolledWindow(grid)
        scroller.propagateNaturalHeight(true)
        widget.addClasses("comparison")
        title.expandsHorizontally = true
        title.ellipsize(askingFor: 22)
        let close = Button(icon: "window-close-symbolic", describedAs: localized("End the comparison"))
        close.setAction("win.end-reference")
        widget.append(Box(.horizontal, spacing: 4, children: [title, close]))
        widget.append(scroller)
        trouble.wrap(maximumCharacters: 30)
        widget.append(trouble)
        widget.append(fitting.widget)
        widget.isVisible = false
    }

    /// Shows the comparison; hides the card for `nil`.
    func show(_ watch: ReferenceWatch, unit: SpeedUnit) {
        widget.isVisible = watch.name != nil
        title.text = watch.name.map { localized("Against {1}", $0) } ?? ""
        let rows = watch.comparison.map { ReferenceTable($0, in: unit).rows } ?? []
        trouble.isVisible = rows.isEmpty
        // The table of a fit contains the same errors, and needs the space.
        scroller.isVisible = !rows.isEmpty && !watch.fitting.showsTable
        fitting.widget.isVisible = !rows.isEmpty
        fitting.show(watch.fitting, unit: unit)
        if values.isEmpty { build(rows) }
        for (label, row) in zip(values, rows) { label.text = row.value }
    }

    private func build(_ rows: [TitledValue]) {
        for (index, row) in rows.enumerated() {
            let name = Label(row.title.localized, classes: ["name"], aligned: .start)
            name.expandsHorizontally = true
            grid.attach(name, column: 0, row: index)
            let value = Label("", classes: ["figure"], aligned: .end)
            value.reserve(characters: Self.valueWidth)
            grid.attach(value, column: 1, row: index)
            values.append(value)
        }
    }
}
