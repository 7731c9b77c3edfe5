import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The row of a moment that the user marked in a list of the day, with a menu of what can be done with it.
@MainActor
enum MarkLine {
    /// A row must not widen the pane, because that would move the map.
    private static let askedCharacters = 12

    static func row(_ clocked: Clocked<SessionMark>) -> ListBox.Row {
        let mark = clocked.item
        let text = Label(mark.title, classes: ["strong"], aligned: .start)
        text.expandsHorizontally = true
        text.ellipsize(askingFor: askedCharacters)
        let clock = clocked.clock.time(mark.time).secondText
        let time = Label(clock, classes: ["value"], aligned: .end)
        let menu = MenuButton(
            icon: "view-more-symbolic", describedAs: localized("Actions for {1}", mark.title)
        ) {
            Menu(items: [
                localized("Rename…"): "win.mark-rename::\(mark.key)",
                localized("Move to the Shown Instant"): "win.mark-move::\(mark.key)",
                localized("Remove"): "win.mark-remove::\(mark.key)",
            ])
        }
        menu.addClasses("row-menu")
        let cells = Box(.horizontal, spacing: 8, children: [text, time, menu])
        cells.setMargins(top: 3, bottom: 3)
        let line = ListBox.Row(cells)
        line.describe(localized("Mark at {1}: {2}", clock, mark.title))
        return line
    }
}
