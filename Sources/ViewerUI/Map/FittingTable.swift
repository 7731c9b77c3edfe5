import GTKKit
import Localization
import Replay
import Viewer
import ViewerModel

/// A table of the sessions that parameters are fitted to, each with its errors before the fit, after it, and if left
/// out of it; and of the parameters that differ.
@MainActor
final class FittingTable {
    let widget: Box
    private var grid = FittingTable.emptyGrid
    private let changes = Label("", classes: ["caption", "dim"], aligned: .start)
    private var shown: Content?

    /// The shown content. The table is rebuilt only if it changes, because that loses the keyboard focus.
    private struct Content: Equatable {
        var names: [String]
        var references: [String]
        var result: ReferenceFit.Result?
        var unit: SpeedUnit
    }

    init() {
        changes.wrap(maximumCharacters: 30)
        widget = Box(.vertical, spacing: 6, children: [grid, changes])
        widget.isVisible = false
    }

    /// Shows the sessions if any was added, and a line for each parameter that a fit has changed.
    func show(_ fitting: ReferenceFitting, changes lines: [String], unit: SpeedUnit) {
        changes.text = lines.joined(separator: "\n")
        changes.isVisible = !lines.isEmpty
        grid.isVisible = !fitting.companions.isEmpty
        widget.isVisible = grid.isVisible || changes.isVisible
        var content = Content(
            names: fitting.companions.map(\.name), references: fitting.companions.map(\.referenceName), unit: unit)
        if case .done(let result) = fitting.state { content.result = result }
        guard content != shown else { return }
        shown = content
        build(content, fitting)
    }

    private static var emptyGrid: Grid { Grid(rowSpacing: 2, columnSpacing: 10) }

    /// Replaces the grid: GTK 4.8 measures a grid that was hidden without wrapped text as if it never had any.
    private func renewGrid() {
        let new = Self.emptyGrid
        new.isVisible = grid.isVisible
        grid = new
        widget.removeAll()
        for child in [grid, changes] as [Widget] { widget.append(child) }
    }

    private func build(_ content: Content, _ fitting: ReferenceFitting) {
        renewGrid()
        var row = 0
        if content.result != nil {
            let heads = [localized("before"), localized("fitted"), localized("left out")]
            for (column, head) in heads.enumerated() {
                let label = Label(head, classes: ["caption", "name"], aligned: .end)
                label.expandsHorizontally = true
                if column == 2 {
                    label.tooltip = localized("With parameters that were fitted to the other sessions only")
                }
                grid.attach(label, column: column + 1, row: row)
            }
            row += 1
        }
        for index in 0...content.names.count {
            attachName(index, content, fitting, row: row)
            row += 1
            guard let sessions = content.result?.sessions, sessions.indices.contains(index) else { continue }
            let session = sessions[index]
            let figures = [session.before, session.fitted, session.leftOut]
            attach("RMS", figures.map { $0?.rootMeanSquare }, content.unit, row: row)
            attach("95 %", figures.map { $0?.percentile95 }, content.unit, row: row + 1)
            row += 2
        }
    }

    /// The session's name, and for an added one its reference and a button that removes it.
    private func attachName(_ index: Int, _ content: Content, _ fitting: ReferenceFitting, row: Int) {
        guard index > 0 else {
            return grid.attach(
                Label(localized("This session"), classes: ["caption", "strong"], aligned: .start), column: 0, row: row,
                columns: 4)
        }
        let (name, reference) = (content.names[index - 1], content.references[index - 1])
        let label = Label(name, classes: ["caption", "strong"], aligned: .start)
        label.ellipsize(askingFor: 24)
        // A result needs the space, and is discarded before a session is removed.
        guard content.result == nil else {
            label.tooltip = localized("Against {1}", reference)
            return grid.attach(label, column: 0, row: row, columns: 4)
        }
        label.tooltip = name
        let against = Label(localized("Against {1}", reference), classes: ["caption", "dim"], aligned: .start)
        against.wrap(maximumCharacters: 24)
        against.tooltip = reference
        let names = Box(.vertical, children: [label, against])
        names.expandsHorizontally = true
        let remove = Button(icon: "list-remove-symbolic", describedAs: localized("Remove {1} from the fit", name))
        remove.verticalAlignment = .center
        remove.onClick { [weak fitting] in fitting?.remove(at: index - 1) }
        grid.attach(Box(.horizontal, spacing: 4, children: [names, remove]), column: 0, row: row, columns: 4)
    }

    private func attach(_ name: String, _ values: [Double?], _ unit: SpeedUnit, row: Int) {
        grid.attach(Label(name, classes: ["caption", "name"], aligned: .start), column: 0, row: row)
        for (column, value) in values.enumerated() {
            let text = value.map { unit.distanceUnit.smallText(of: $0, decimals: 2) } ?? "–"
            grid.attach(Label(text, classes: ["caption", "figure"], aligned: .end), column: column + 1, row: row)
        }
    }
}
