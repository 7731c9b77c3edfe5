import GTKKit
import Localization
import SensorModel
import ViewerModel

/// The row of a lap in a list of the day.
@MainActor
enum LapLine {
    /// A row must not widen the pane, because that would move the map.
    private static let askedCharacters = 6

    static func row(_ row: LapRow) -> ListBox.Row {
        let labels = [row.name, row.time, row.detail, row.pace].enumerated().map { index, text in
            let label = Label(
                text, classes: [index == 0 || row.isBest ? "strong" : "value"], aligned: index == 0 ? .start : .end)
            label.expandsHorizontally = true
            label.ellipsize(askingFor: askedCharacters)
            return label
        }
        let cells = Box(.horizontal, spacing: 8, children: labels)
        cells.setMargins(top: 7, bottom: 7)
        let line = ListBox.Row(cells)
        line.describe(localized("Lap {1}: {2}, {3}, {4}", row.name, row.time, row.detail, row.pace))
        return line
    }
}
