import GTKKit
import Localization
import Viewer

/// The keyboard shortcuts of the window in groups, in two columns if there is room.
@MainActor
final class ShortcutsDialog {
    /// One or several keys, and their effect.
    private typealias Entry = (title: String, keys: [String])
    private typealias Group = (title: String, entries: [Entry])

    private let window: Window

    private static let (width, height) = (760, 640)

    /// Creates the dialog.
    /// - Parameter parent: The window whose keys it shows; the dialog is no wider than it.
    init(over parent: Window) {
        let title = localized("Keyboard Shortcuts")
        window = Window(title: title)
        window.becomeDialog(
            titled: title, over: parent, width: min(Self.width, parent.width), height: min(Self.height, parent.height))
        let columns = FlowBox(atMost: 2, spacing: 18)
        columns.setMargins(top: 18, bottom: 18, start: 18, end: 18)
        for group in Self.groups { columns.append(Self.widget(of: group)) }
        let scroller = ScrolledWindow(columns)
        scroller.expandsVertically = true
        window.setChild(scroller)
    }

    /// Shows the dialog.
    func present() { window.present() }

    private static func widget(of group: Group) -> Box {
        let rows = Box(.vertical)
        rows.addClasses("rows")
        for (index, entry) in group.entries.enumerated() {
            if index > 0 { rows.append(Separator(.horizontal)) }
            let title = Label(entry.title, aligned: .start)
            title.wrap(maximumCharacters: 24)
            title.expandsHorizontally = true
            // One above the other, so that two long names need no more width than one.
            let keys = Box(.vertical, spacing: 4, children: entry.keys.map(ShortcutLabel.init))
            keys.verticalAlignment = .center
            rows.append(Box(.horizontal, spacing: 12, children: [title, keys]))
        }
        let heading = Label(group.title, classes: ["group-title"], aligned: .start)
        let box = Box(.vertical, spacing: 6, children: [heading, rows])
        box.verticalAlignment = .start
        return box
    }

    private static var groups: [Group] {
        [
            (localized("Session"), session), (localized("Map"), map), (localized("Replay"), replay),
            (localized("Window"), window),
        ]
    }

    private static var session: [Entry] {
        [
            (localized("Open a recording"), ["<Control>o"]),
            (localized("Compare with a recording of the same journey"), ["<Control><Shift>o"]),
            (localized("Record or stop"), ["<Control>r"]),
            (localized("Show or hide the library"), ["F9"]),
            (localized("Search the library"), ["<Control>f"]),
            (localized("Rename Session"), ["F2"]),
            (localized("Export the session"), ["<Control>e"]),
            (localized("Export Library"), ["<Control><Shift>e"]),
            (localized("Move the session to the trash"), ["<Control>Delete"]),
            (localized("Print"), ["<Control>p"]),
        ]
    }

    private static var replay: [Entry] {
        [
            (localized("Play or pause"), ["space"]),
            (localized("Back and forward"), ["Left", "Right"]),
            (localized("Back and forward, fine"), ["<Shift>Left", "<Shift>Right"]),
            (localized("To the previous or next stop, outage, or rejected fix"), ["<Alt>Left", "<Alt>Right"]),
            (localized("To the start, to the end"), ["Home", "End"]),
            (localized("Slower, faster"), ["bracketleft", "bracketright"]),
            (localized("Mark this moment"), ["m"]),
        ]
    }

    private static var map: [Entry] {
        [
            (localized("Zoom in, zoom out"), ["<Control>plus", "<Control>minus"]),
            (localized("Show Whole Track"), ["<Control>0"]),
            (localized("Follow Position"), ["<Control>l"]),
            (localized("Heading Up"), ["<Control><Shift>l"]),
            (localized("Turn the map left, right"), ["<Alt>Page_Up", "<Alt>Page_Down"]),
            (localized("North Up"), ["<Control>n"]),
            (localized("Measure a distance"), ["<Control>m"]),
            (localized("Copy a picture of the map"), ["<Control><Shift>c"]),
            (localized("Show or hide the curtain between two tracks"), ["<Control>k"]),
            (localized("Show or hide a layer"), ["<Alt>1...9"]),
        ]
    }

    private static var window: [Entry] {
        [
            (localized("Tune, Day, Motion, Sensors"), ["F5", "F6", "F8", "F7"]),
            (localized("Month of the library"), ["<Control>h"]),
            (localized("Undo, redo a change of a parameter"), ["<Control>z", "<Control><Shift>z"]),
            (localized("Search parameters"), ["<Control><Shift>f"]),
            (localized("Compare two sets, swap them"), ["<Control>b", "<Control><Shift>b"]),
            (localized("Menu"), ["F10"]),
            (localized("Shortcuts"), ["<Control>question"]),
            (localized("Close"), ["<Control>w"]),
        ]
    }
}
