import GTKKit
import Localization
import Viewer
import ViewerModel

/// An action of the window, which menus and buttons call `win.NAME`.
@MainActor
struct WindowAction {
    /// The effect of an action.
    enum Effect {
        case run((MainWindow) -> Void)
        /// An effect on something that a text names, such as the path of a session.
        case take((MainWindow, String) -> Void)
        case toggle(isOn: (MainWindow) -> Bool, (MainWindow, Bool) -> Void)
        case choose(choice: (MainWindow) -> String, (MainWindow, String) -> Void)
    }

    let name: String
    /// The title in a menu.
    let title: String
    let keys: [String]
    /// Returns whether the action is enabled.
    let condition: ((ReplayController) -> Bool)?
    let effect: Effect

    private init(
        _ name: String, _ keys: [String] = [], _ title: String = "",
        when condition: ((ReplayController) -> Bool)? = nil,
        effect: Effect
    ) {
        (self.name, self.title, self.keys, self.condition, self.effect) = (name, title, keys, condition, effect)
    }

    private init(
        _ name: String, _ keys: String..., title: String = "", when condition: ((ReplayController) -> Bool)? = nil,
        run: @escaping (MainWindow) -> Void
    ) {
        self.init(name, keys, title, when: condition, effect: .run(run))
    }

    private init(_ name: String, take: @escaping (MainWindow, String) -> Void) {
        self.init(name, effect: .take(take))
    }

    private init(
        _ name: String, _ keys: String..., title: String = "", when condition: ((ReplayController) -> Bool)? = nil,
        isOn: @escaping (MainWindow) -> Bool, set: @escaping (MainWindow, Bool) -> Void
    ) {
        self.init(name, keys, title, when: condition, effect: .toggle(isOn: isOn, set))
    }

    /// Actions for a session.
    private static let hasSession: (ReplayController) -> Bool = { $0.session != nil }
    /// The angle in radians by which a key turns the map.
    private static let turnStep = Double.pi / 12

    /// All actions; several of those with the same name differ in what they take.
    static let all = ofSession + ofLibrary + ofTuning + ofMap + ofWindow

    private static let ofSession = [
        WindowAction("open", "<Control>o", title: localized("Open…")) { $0.files.open() },
        WindowAction("demo", title: localized("Open Simulated Day")) { $0.replay.openDemo() },
        WindowAction("compare-with", "<Control><Shift>o", title: localized("Compare With…")) { $0.files.compare() },
        WindowAction("receiver", title: localized("How Good Is My Receiver?")) { $0.showReceiver() },
        WindowAction("mark", title: localized("Mark This Moment")) { $0.recording.mark() },
        WindowAction("add-to-library", title: localized("Add to Library"), when: \.canKeep) { $0.replay.keep() },
        WindowAction("export", "<Control>e", title: localized("Export…"), when: hasSession) {
            $0.files.export($0.replay.session?.source.path)
        },
        WindowAction("print", "<Control>p", title: localized("Print…"), when: hasSession) { $0.printSession() },
        WindowAction("crop", title: localized("Show Only Selection")) { $0.replay.hideSelection { .allExcept($0) } },
        WindowAction("hide-selection", title: localized("Hide Selection")) { $0.replay.hideSelection { .part($0) } },
        WindowAction("show-hidden", title: localized("Show Hidden Parts")) { $0.replay.hide(.nothing) },
        WindowAction("record", "<Control>r") { $0.recording.toggle($0.preferences.recordingRequest) },
        WindowAction("live") { $0.replay.showLive() },
        WindowAction("next-landmark", "<Alt>Right") { $0.replay.jump(isForward: true) },
        WindowAction("previous-landmark", "<Alt>Left") { $0.replay.jump(isForward: false) },
        WindowAction(
            "rate",
            effect: .choose(choice: { "\(Int($0.replay.playback.rate))" }) { window, text in
                if let rate = Double(text) { window.replay.handle(.setRate(rate)) }
            }),
        WindowAction("laps", effect: .choose(choice: { $0.replay.lapChoice }) { $0.replay.divideIntoLaps(by: $1) }),
        WindowAction("mark-rename") { window, key in
            if let mark = window.replay.mark(at: key) { window.rename(mark) }
        },
        WindowAction("mark-move") { window, key in
            if let mark = window.replay.mark(at: key) { window.replay.move(mark) }
        },
        WindowAction("mark-remove") { window, key in
            if let mark = window.replay.mark(at: key) { window.replay.remove(mark) }
        },
    ]

    private static let ofLibrary = [
        WindowAction("library", "F9") { $0.toggleLibrary() },
        WindowAction("search", "<Control>f") { $0.searchLibrary() },
        WindowAction(
            "library-map", "<Control><Shift>m", title: localized("Library on the Map"), when: \.hasLibraryMap,
            isOn: { $0.replay.libraryMap.isOn }
        ) { $0.replay.showLibraryMap($1) },
        WindowAction("library-heat", isOn: { $0.replay.libraryMap.isHeat }) { $0.replay.libraryMap.isHeat = $1 },
        WindowAction("export-library", "<Control><Shift>e", title: localized("Export Library…")) {
            $0.files.exportLibrary()
        },
        WindowAction("rename", "F2") { if let path = $0.library.selected { $0.rename(path: path) } },
        WindowAction("bin", "<Control>Delete") { if let path = $0.library.selected { $0.replay.bin(path) } },
        WindowAction("session-open") { $0.replay.open([$1]) },
        WindowAction("session-rename") { $0.rename(path: $1) },
        WindowAction("session-export") { $0.files.export($1) },
        WindowAction("session-reveal") { $0.reveal(path: $1) },
        WindowAction("session-bin") { $0.replay.bin($1) },
    ]

    private static let ofTuning = [
        WindowAction("undo", "<Control>z", when: \.canUndo) { $0.replay.undo() },
        WindowAction("redo", "<Control><Shift>z", "<Control>y", when: \.canRedo) { $0.replay.redo() },
        WindowAction(
            "compare", "<Control>b", title: localized("Compare Parameter Sets"), when: hasSession,
            isOn: { $0.replay.sets.isComparing }
        ) { window, isOn in
            window.replay.setComparing(isOn)
            if isOn { window.replay.show(.tab(.tune)) }
        },
        WindowAction("swap-sets", "<Control><Shift>b", when: hasSession) { $0.replay.swapSets() },
        WindowAction(
            "preset", when: hasSession,
            effect: .choose(choice: { $0.replay.presetName }) {
                $0.replay.apply(presetNamed: $1)
            }),
        WindowAction("only-changed", title: localized("Only Changed"), isOn: { $0.instruments.tune.showsOnlyChanged }) {
            $0.instruments.tune.showsOnlyChanged = $1
        },
        WindowAction(
            "coefficients", title: localized("Model Coefficients"), isOn: { $0.instruments.tune.showsCoefficients }
        ) { $0.instruments.tune.showsCoefficients = $1 },
        WindowAction("copy-flags", title: localized("Copy as --set Options"), when: hasSession) { $0.copyFlags() },
        WindowAction("save-parameters", title: localized("Save With Session"), when: \.canSaveParameters) {
            $0.replay.saveParameters()
        },
        WindowAction("reset-parameters", title: localized("Reset All"), when: hasSession) { $0.replay.tune(.resetAll) },
        WindowAction("search-parameters", "<Control><Shift>f", when: hasSession) {
            $0.replay.show(.tab(.tune))
            $0.instruments.tune.focusSearch()
        },
        WindowAction("rule") { $0.replay.show(.tab(.tune), parameter: $1) },
        WindowAction("end-reference") { $0.replay.removeTruth() },
        WindowAction("add-track", title: localized("Add Track…")) { $0.files.addTrack() },
        WindowAction("add-filter", title: localized("Add Filter…"), when: { $0.clients?.filter != nil }) {
            $0.files.addFilter()
        },
        WindowAction(
            "track-table", title: localized("Table"), when: hasSession, isOn: { $0.replay.map.tracks.showsTable }
        ) { window, isOn in window.replay.change { $0.map.tracks.showsTable = isOn } },
        WindowAction("fit-parameters") { $0.replay.fitToReference() },
        WindowAction("add-fit-session") { $0.files.addFitSession() },
        WindowAction("apply-fit") { $0.replay.applyFit() },
        WindowAction("discard-fit") { $0.replay.tracks.fitting.discard() },
    ]

    private static let ofMap =
        [
            WindowAction("zoom-in", "<Control>plus", "<Control>equal", "<Control>KP_Add") {
                $0.map.framing.zoom(by: 1)
            },
            WindowAction("zoom-out", "<Control>minus", "<Control>KP_Subtract") { $0.map.framing.zoom(by: -1) },
            WindowAction("fit", "<Control>0") { $0.map.framing.fit() },
            WindowAction("follow", "<Control>l", isOn: { $0.replay.map.isFollowing }) { window, isOn in
                if isOn { window.map.framing.follow() } else { window.map.framing.fit() }
            },
            WindowAction("heading-up", "<Control><Shift>l", isOn: { $0.replay.map.isHeadingUp }) {
                $0.map.framing.isHeadingUp = $1
            },
            WindowAction("north-up", "<Control>n") { $0.map.framing.turnNorthUp() },
            WindowAction("turn-left", "<Alt>Page_Up") { $0.map.framing.turn(by: -turnStep) },
            WindowAction("turn-right", "<Alt>Page_Down") { $0.map.framing.turn(by: turnStep) },
            WindowAction("measure", "<Control>m", isOn: { $0.replay.map.drawing != nil }) {
                $0.replay.draw($1 ? .distance : nil)
            },
            WindowAction("curtain", "<Control>k", when: \.canCompareTracks, isOn: { $0.replay.curtain != nil }) {
                $0.replay.setCurtain($1)
            },
            WindowAction("tracks", "<Control>t", title: localized("Tracks"), isOn: { $0.replay.map.showsList }) {
                window, isOn in window.replay.showTracks(isOn)
            },
            WindowAction("marks", isOn: { $0.preferences.showsMarks }) { $0.preferences.showsMarks = $1 },
            WindowAction(
                "tiles", title: localized("Download Map Tiles"), isOn: { $0.preferences.allowsTiles }
            ) { window, isOn in
                if isOn { window.askForTiles() } else { window.preferences.allowsTiles = false }
            },
            WindowAction("copy-picture", "<Control><Shift>c") { $0.map.copyPicture(from: $0.window) },
            WindowAction("save-picture", title: localized("Save Picture of Map…")) { $0.files.savePicture(of: $0.map) },
        ]
        + TrackKind.ofSession.enumerated().map { index, kind in
            WindowAction("layer-\(index + 1)", "<Alt>\(index + 1)") { $0.replay.toggle(kind) }
        }
        + SessionQuantity.allCases.filter { $0 != .speed }.map { quantity in
            WindowAction("chart-\(quantity.rawValue)", isOn: { $0.timeline.charts.shown.contains(quantity) }) {
                $0.timeline.charts.setShown(quantity, $1)
            }
        }

    private static let ofWindow =
        [(ViewerOptions.Pane.tune, "F5"), (.day, "F6"), (.history, "<Control>h"), (.motion, "F8"), (.sensors, "F7")].map
    {
        pane, key in WindowAction(pane.rawValue, key) { $0.replay.show(.tab(pane)) }
    } + [
        WindowAction(
            "unit",
            effect: .choose(choice: { $0.preferences.speedUnit.rawValue }) { window, name in
                if let unit = SpeedUnit(rawValue: name) { window.preferences.speedUnit = unit }
            }),
        WindowAction("preferences", "<Control>comma", title: localized("Preferences")) { $0.showPreferences() },
        WindowAction(
            "shortcuts", "<Control>question", "<Control>slash", "F1", title: localized("Keyboard Shortcuts")
        ) { $0.present(ShortcutsDialog(over: $0.window)) },
        WindowAction("about", title: localized("About Odograph")) { $0.showAbout() },
        WindowAction("close", "<Control>w") { $0.window.close() },
    ]

    /// Binds the keys of all actions.
    static func bind(to application: Application) {
        for action in all where !action.keys.isEmpty { application.setKeys(action.keys, for: "win.\(action.name)") }
        application.setKeys(["<Control>q"], for: "app.quit")
    }

    /// Returns the first key of an action; `nil` if it has none.
    static func key(of name: String) -> String? { all.first { $0.name == name }?.keys.first }
}

extension Menu {
    /// Creates a menu of actions of the window.
    convenience init(actions names: String...) {
        self.init()
        for name in names {
            append(WindowAction.all.first { $0.name == name }?.title ?? name, action: "win.\(name)")
        }
    }
}

/// The actions of a window, whose states follow what it shows.
@MainActor
final class WindowActions {
    private var actions: [(row: WindowAction, action: Action)] = []
    private weak var window: MainWindow?

    /// Adds the actions to a window.
    init(of window: MainWindow) {
        self.window = window
        for row in WindowAction.all {
            let action: Action =
                switch row.effect {
                case .run(let body): Action(row.name) { [weak window] in window.map(body) }
                case .take(let body): Action(row.name, taking: { [weak window] text in window.map { body($0, text) } })
                case .toggle(let isOn, let body):
                    Action(row.name, isOn: isOn(window)) { [weak self] in self?.call(body, $0) }
                case .choose(let choice, let body):
                    Action(row.name, choice: choice(window)) { [weak self] in self?.call(body, $0) }
                }
            window.window.add(action)
            actions.append((row, action))
        }
        show()
    }

    private func call<Value>(_ body: (MainWindow, Value) -> Void, _ value: Value) {
        if let window { body(window, value) }
        // The user may have declined.
        show()
    }

    /// Shows the states.
    func show() {
        guard let window else { return }
        for (row, action) in actions {
            if let condition = row.condition { action.setEnabled(condition(window.replay)) }
            switch row.effect {
            case .run, .take: break
            case .toggle(let isOn, _): action.show(isOn: isOn(window))
            case .choose(let choice, _): action.show(choice: choice(window))
            }
        }
    }
}
