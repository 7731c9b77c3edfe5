import GTKKit
import SensorModel
import ViewerModel

/// The laps that the device states; a click shows the start of one.
@MainActor
final class LapList {
    /// The list's widget.
    let widget = Box(.vertical, spacing: 6)
    /// Called with the start of a lap that the user wants to see.
    var onSeek: (Instant) -> Void = { _ in }
    private var rows: [LapRow] = []

    /// A row must not widen the pane, because that would move the map.
    private static let askedCharacters = 6

    /// Shows laps. Does nothing if they are already shown.
    func show(_ rows: [LapRow]) {
        guard rows != self.rows else { return }
        self.rows = rows
        widget.removeAll()
        guard !rows.isEmpty else { return }
        widget.append(Label(localized("Laps"), classes: ["group-title"], aligned: .start))
        let list = ListBox(isSelectable: false)
        list.addClasses("rows", "day-list")
        for row in rows { list.append(Self.line(row)) }
        list.onActivate { [weak self] index in
            if let self, self.rows.indices.contains(index) { onSeek(self.rows[index].start) }
        }
        widget.append(list)
    }

    private static func line(_ row: LapRow) -> ListBox.Row {
        let labels = [row.name, row.time, row.distance, row.pace].enumerated().map { index, text in
            let label = Label(text, classes: [index == 0 ? "strong" : "value"], aligned: index == 0 ? .start : .end)
            label.expandsHorizontally = true
            label.ellipsize(askingFor: askedCharacters)
            return label
        }
        let cells = Box(.horizontal, spacing: 8, children: labels)
        cells.setMargins(top: 7, bottom: 7)
        let line = ListBox.Row(cells)
        line.describe(localized("Lap {1}: {2}, {3}, {4}", row.name, row.time, row.distance, row.pace))
        return line
    }
}
