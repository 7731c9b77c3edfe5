import GTKKit
import Localization
import Viewer

/// The keyboard shortcuts of the window in groups, in two columns if there is room.
@MainActor
final class ShortcutsDialog: Dialog {
    /// The effect of one or several keys, which are those of actions, or of the replay.
    private typealias Entry = (title: String, keys: [String])
    private typealias Group = (title: String, entries: [Entry])

    let window: Window

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

    private static func widget(of group: Group) -> Box {
        let rows = group.entries.map { entry in
            let title = Label(entry.title, aligned: .start)
            title.wrap(maximumCharacters: 24)
            title.expandsHorizontally = true
            // One above the other, so that two long names need no more width than one.
            let keys = Box(
                .vertical, spacing: 4, children: entry.keys.map { ShortcutLabel(WindowAction.key(of: $0) ?? $0) })
            keys.verticalAlignment = .center
            return Box(.horizontal, spacing: 12, children: [title, keys])
        }
        let heading = Label(group.title, classes: ["group-title"], aligned: .start)
        let box = Box(.vertical, spacing: 6, children: [heading, ControlRows.list(rows)])
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
            (localized("Open a recording"), ["open"]),
            (localized("Compare with a recording of the same journey"), ["compare-with"]),
            (localized("Record or stop"), ["record"]),
            (localized("Show or hide the library"), ["library"]),
            (localized("Search the library"), ["search"]),
            (localized("Show the library on the map"), ["library-map"]),
            (localized("Rename Session"), ["rename"]),
            (localized("Export the session"), ["export"]),
            (localized("Export Library"), ["export-library"]),
            (localized("Move the session to the trash"), ["bin"]),
            (localized("Print"), ["print"]),
        ]
    }

    private static var replay: [Entry] {
        [
            (localized("Play or pause"), ["space"]),
            (localized("Back and forward"), ["Left", "Right"]),
            (localized("Back and forward, fine"), ["<Shift>Left", "<Shift>Right"]),
            (
                localized("To the previous or next stop, outage, or rejected fix"),
                ["previous-landmark", "next-landmark"]
            ),
            (localized("To the start, to the end"), ["Home", "End"]),
            (localized("Slower, faster"), ["bracketleft", "bracketright"]),
            (localized("Select from here, up to here"), ["i", "o"]),
            (localized("Mark this moment"), ["m"]),
        ]
    }

    private static var map: [Entry] {
        [
            (localized("Zoom in, zoom out"), ["zoom-in", "zoom-out"]),
            (localized("Show Whole Track"), ["fit"]),
            (localized("Follow Position"), ["follow"]),
            (localized("Heading Up"), ["heading-up"]),
            (localized("Turn the map left, right"), ["turn-left", "turn-right"]),
            (localized("North Up"), ["north-up"]),
            (localized("Measure a distance"), ["measure"]),
            (localized("Move the map under its cross while it has the focus"), ["Left Right Up Down"]),
            (localized("Set a corner or explain the fix at the cross"), ["Return"]),
            (localized("Copy a picture of the map"), ["copy-picture"]),
            (localized("Show or hide the curtain between two tracks"), ["curtain"]),
            (localized("Show or hide a layer"), ["<Alt>1...9"]),
        ]
    }

    private static var window: [Entry] {
        [
            (localized("Tune, Day, Motion, Sensors"), ["tune", "day", "motion", "sensors"]),
            (localized("Month of the library"), ["history"]),
            (localized("Undo, redo a change of a parameter"), ["undo", "redo"]),
            (localized("Search parameters"), ["search-parameters"]),
            (localized("Compare two sets, swap them"), ["compare", "swap-sets"]),
            (localized("Menu"), ["F10"]),
            (localized("Shortcuts"), ["shortcuts"]),
            (localized("Close"), ["close"]),
        ]
    }
}
