import GTKKit
import Viewer
import ViewerModel

/// The keys of the window's actions; ``ShortcutsDialog`` shows them.
@MainActor
enum Shortcuts {
    static let keys: KeyValuePairs<String, [String]> = [
        "win.open": ["<Control>o"],
        "win.compare-with": ["<Control><Shift>o"],
        "win.record": ["<Control>r"],
        "win.library": ["F9"],
        "win.search": ["<Control>f"],
        "win.rename": ["F2"],
        "win.export": ["<Control>e"],
        "win.export-library": ["<Control><Shift>e"],
        "win.bin": ["<Control>Delete"],
        "win.print": ["<Control>p"],
        "win.copy-picture": ["<Control><Shift>c"],
        "win.zoom-in": ["<Control>plus", "<Control>equal", "<Control>KP_Add"],
        "win.zoom-out": ["<Control>minus", "<Control>KP_Subtract"],
        "win.fit": ["<Control>0"],
        "win.next-landmark": ["<Alt>Right"],
        "win.previous-landmark": ["<Alt>Left"],
        "win.follow": ["<Control>l"],
        "win.heading-up": ["<Control><Shift>l"],
        "win.north-up": ["<Control>n"],
        "win.turn-left": ["<Alt>Page_Up"],
        "win.turn-right": ["<Alt>Page_Down"],
        "win.measure": ["<Control>m"],
        "win.curtain": ["<Control>k"],
        "win.tune": ["F5"],
        "win.day": ["F6"],
        "win.history": ["<Control>h"],
        "win.motion": ["F8"],
        "win.sensors": ["F7"],
        "win.undo": ["<Control>z"],
        "win.redo": ["<Control><Shift>z", "<Control>y"],
        "win.compare": ["<Control>b"],
        "win.swap-sets": ["<Control><Shift>b"],
        "win.search-parameters": ["<Control><Shift>f"],
        "win.preferences": ["<Control>comma"],
        "win.shortcuts": ["<Control>question", "<Control>slash", "F1"],
        "win.close": ["<Control>w"],
        "app.quit": ["<Control>q"],
    ]

    static func bind(to application: Application) {
        for (action, keys) in keys { application.setKeys(keys, for: action) }
        for number in 1...TrackKind.allCases.count {
            application.setKeys(["<Alt>\(number)"], for: "win.layer-\(number)")
        }
    }
}
