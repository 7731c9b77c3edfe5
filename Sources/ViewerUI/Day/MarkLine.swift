import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The row of a moment that the user marked in a list of the day.
@MainActor
enum MarkLine {
    /// A row must not widen the pane, because that would move the map.
    private static let askedCharacters = 12

    /// Creates the row.
    static func row(_ row: MarkRow) -> ListBox.Row {
        let text = Label(row.text, classes: ["strong"], aligned: .start)
        text.expandsHorizontally = true
        text.ellipsize(askingFor: askedCharacters)
        let clock = ClockTime.local(row.start).secondText
        let time = Label(clock, classes: ["value"], aligned: .end)
        let cells = Box(.horizontal, spacing: 8, children: [text, time])
        cells.setMargins(top: 7, bottom: 7)
        let line = ListBox.Row(cells)
        line.describe(localized("Mark at {1}: {2}", clock, row.text))
        return line
    }
}
