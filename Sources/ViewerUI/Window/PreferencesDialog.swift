import Foundation
import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The user's settings in a separate window; every change takes effect immediately.
@MainActor
final class PreferencesDialog: Dialog {
    private let preferences: ViewerPreferences
    private let paces: PacesClient?
    let window: Window
    private let askForTiles: (_ parent: Window) -> Void
    /// The closures that apply the pending contents of fields.
    private var pending: [() -> Void] = []
    /// Shows the settings, which another window or a dialog may have changed.
    private var shows: [() -> Void] = []

    init(
        preferences: ViewerPreferences, paces: PacesClient?, parent: Window,
        askForTiles: @escaping (_ parent: Window) -> Void
    ) {
        self.preferences = preferences
        self.paces = paces
        self.askForTiles = askForTiles
        window = Window(title: localized("Preferences"))
        window.becomeDialog(titled: localized("Preferences"), over: parent, width: 520, height: 660)
        let column = Box(.vertical, spacing: 6)
        column.setMargins(top: 18, bottom: 18, start: 18, end: 18)
        column.append(title(localized("Display")))
        column.append(
            ControlRows.list([
                ControlRows.row(
                    localized("Speed and distance"),
                    choice(of: \.speedUnit, localized("The unit of speeds; distances follow it"), \.title)),
                ControlRows.row(
                    localized("Times of a session"),
                    choice(
                        of: \.clockRule, localized("Whose clock the times and days of a session are read from"), \.title
                    )),
            ]))
        column.append(title(localized("Map")))
        column.append(
            ControlRows.list([
                ControlRows.row(localized("Map file"), mapFileChoice()),
                ControlRows.row(localized("Download Map Tiles"), tileSwitch()),
                ControlRows.row(localized("Tile server"), tileServerChoice()),
                ControlRows.row(localized("Tile address"), tileField()),
                attributionRow(),
            ]))
        column.append(title(localized("Recording")))
        column.append(
            ControlRows.list([
                ControlRows.row("gpsd", gpsdField()), geoClueRow(),
                ControlRows.row(localized("Motion sensors"), sensorField()),
                ControlRows.row(localized("Sensor rates"), sensorChoiceField()),
                ControlRows.row(localized("Folder"), folderField()),
            ]))
        if let paces {
            column.append(title(localized("Activities")))
            column.append(ControlRows.list([pacesRow(paces)]))
        }
        let scroller = ScrolledWindow(column)
        scroller.expandsVertically = true
        window.setChild(scroller)
        preferences.onChange(for: self) { [weak self] in self?.shows.forEach { $0() } }
        window.onCloseRequest { [weak self] in
            self?.pending.forEach { $0() }
            return false
        }
    }

    /// Shows a setting now, and whenever the settings have changed.
    private func follow(_ show: @escaping @MainActor () -> Void) {
        shows.append(show)
        show()
    }

    private func title(_ text: String) -> Label {
        let label = Label(text, classes: ["group-title"], aligned: .start)
        label.setMargins(top: 8, start: 4)
        return label
    }

    /// A choice among all values of a setting.
    private func choice<Value: CaseIterable & Equatable>(
        of setting: ReferenceWritableKeyPath<ViewerPreferences, Value>, _ tooltip: String, _ title: (Value) -> String
    ) -> DropDown {
        let values = Array(Value.allCases)
        let choice = DropDown(values.map { localized(title($0)) })
        choice.tooltip = tooltip
        follow { [preferences] in choice.selected = values.firstIndex(of: preferences[keyPath: setting]) ?? 0 }
        choice.onSelect { [preferences] index in
            if values.indices.contains(index) { preferences[keyPath: setting] = values[index] }
        }
        return choice
    }

    private func tileSwitch() -> Switch {
        let control = Switch()
        control.tooltip = localized("Show OpenStreetMap under the tracks; the tile server learns which area you view")
        control.onToggle { [weak self] isOn in
            guard let self, isOn != preferences.allowsTiles else { return }
            if isOn { askForTiles(window) } else { preferences.allowsTiles = false }
        }
        follow { [preferences] in control.isOn = preferences.allowsTiles }
        return control
    }

    private func tileServerChoice() -> DropDown {
        let servers = TileProvider.known
        let choice = DropDown(servers.map(\.name) + [localized("Other")])
        choice.tooltip = localized("The server of map tiles; each has its own style")
        let shown: @MainActor (ViewerPreferences) -> Int = { preferences in
            servers.firstIndex { $0.address == preferences.tileAddress } ?? servers.count
        }
        choice.onSelect { [weak self, preferences] index in
            guard let self, index != shown(preferences), servers.indices.contains(index) else { return }
            takeTiles(from: servers[index].address)
        }
        follow { [preferences] in choice.selected = shown(preferences) }
        return choice
    }

    private func tileField() -> TextField {
        let field = field(
            tooltip: localized("The address of tiles, with {z}, {x}, and {y}; {ratio} stands for @2x on sharp screens"),
            shows: { $0.tileAddress }, take: { [weak self] in self?.takeTiles(from: $1) })
        shows.append { [preferences] in field.text = preferences.tileAddress }
        return field
    }

    private func takeTiles(from address: String) {
        if preferences.takeTiles(from: address) == .question { askForTiles(window) }
    }

    /// The credit for the map of an unknown server.
    private func attributionRow() -> Box {
        let row = ControlRows.row(
            localized("Attribution"),
            field(
                tooltip: localized("The text that names the authors of the map, if its server asks for one"),
                empty: localized("none"), shows: { $0.tileAttribution ?? "" }, take: { $0.tileAttribution = $1 }))
        let show: @MainActor () -> Void = { [preferences] in
            row.isVisible = TileProvider.provider(of: preferences.tileAddress) == nil
        }
        follow(show)
        return row
    }

    /// A file that is chosen in a dialog, and a button that removes it.
    private func mapFileChoice() -> Box {
        let choice = Button(label: "")
        choice.tooltip = localized("A PMTiles or MBTiles file, shown without a network")
        let remove = Button(icon: "edit-clear-symbolic", describedAs: localized("Show no map file"))
        remove.addClasses("reset")
        let show: @MainActor () -> Void = { [preferences] in
            let name = preferences.mapFile?.split(separator: "/").last.map(String.init)
            choice.setLabel(name ?? localized("Choose…"))
            choice.describe(localized("Map file"), detail: name)
            remove.isVisible = name != nil
        }
        choice.onClick { [weak self] in
            guard let self else { return }
            let dialog = FileDialog(
                title: localized("Choose a map file"), parent: window, accept: localized("Choose"),
                cancel: localized("Cancel"),
                filters: [FileFilter(name: "PMTiles, MBTiles", patterns: ["*.pmtiles", "*.mbtiles"])])
            dialog.run { [preferences] path in if let path { preferences.mapFile = path } }
        }
        remove.onClick { [preferences] in preferences.mapFile = nil }
        follow(show)
        return Box(.horizontal, spacing: 6, children: [choice, remove])
    }

    private func folderField() -> TextField {
        field(
            tooltip: localized("The folder for recordings; empty for the library's own folder"),
            empty: localized("the library's folder"),
            shows: { $0.recordingFolder ?? "" },
            take: { preferences, path in
                let whole = (path as NSString).expandingTildeInPath
                // A relative path would name a different folder at each start of the program.
                guard path.isEmpty || whole.hasPrefix("/") else { return }
                preferences.recordingFolder =
                    path.isEmpty ? nil : URL(filePath: whole).standardizedFileURL.path
            })
    }

    private func gpsdField() -> TextField {
        field(
            tooltip: localized("The address of gpsd: host and port"), shows: { $0.gpsdAddress },
            take: { if !$1.isEmpty { $0.gpsdAddress = $1 } })
    }

    /// The location service, with its effect on privacy.
    private func geoClueRow() -> Box {
        let control = Switch()
        control.onToggle { [preferences] isOn in
            if isOn != preferences.usesGeoClue { preferences.usesGeoClue = isOn }
        }
        follow { [preferences] in control.isOn = preferences.usesGeoClue }
        let row = ControlRows.row("GeoClue", control)
        let sentence = localized("Locates a machine without a receiver; might ask a network service")
        control.describe("GeoClue", detail: sentence)
        let caption = Label(sentence, classes: ["dim", "caption"], aligned: .start)
        caption.wrap(maximumCharacters: 60)
        return Box(.vertical, spacing: 2, children: [row, caption])
    }

    /// The user's own paces, and a button that forgets them.
    private func pacesRow(_ client: PacesClient) -> Box {
        let forget = Button(label: localized("Forget"))
        let caption = Label("", classes: ["dim", "caption"], aligned: .start)
        caption.wrap(maximumCharacters: 60)
        let show: @MainActor () -> Void = { [preferences] in
            let folder = preferences.recordingFolder
            Task {
                let (paces, sessions) = await Task.detached { client.learned(folder) }.value
                forget.isSensitive = sessions > 0
                let unit = preferences.speedUnit
                caption.text =
                    sessions == 0
                    ? localized(
                        "Learned from sessions that state an activity or were corrected; they stay in the library")
                    : localized(
                        "Walking {1}, running {2}, cycling {3}; sessions with a known pace: {4}",
                        unit.text(of: paces.walking), unit.text(of: paces.running), unit.text(of: paces.cycling),
                        "\(sessions)")
            }
        }
        forget.onClick { [preferences] in
            do {
                try client.forget(preferences.recordingFolder)
                show()
            } catch {
                caption.text = Phrase(error).localized
            }
        }
        follow(show)
        let row = ControlRows.row(localized("Own paces"), forget)
        return Box(.vertical, spacing: 2, children: [row, caption])
    }

    private func sensorField() -> TextField {
        field(
            tooltip: localized("The addresses of motion sensors: local:, ip:host; empty for none"),
            empty: localized("none"),
            shows: { $0.sensorAddresses.joined(separator: " ") },
            take: { $0.sensorAddresses = $1.split(separator: " ").map(String.init) })
    }

    private func sensorChoiceField() -> TextField {
        field(
            tooltip: localized("Rates in hertz, or off, by sensor or stream: accel_3d=50 pressure=off"),
            empty: localized("the usual rates"),
            shows: { $0.sensorChoices.joined(separator: " ") },
            take: { $0.sensorChoices = $1.split(separator: " ").map(String.init) })
    }

    /// A field whose text is applied as a whole: on Enter, when the field loses the focus, or when the window closes.
    /// - Parameter empty: The meaning of an empty field; `nil` if it must not be empty.
    private func field(
        tooltip: String, empty: String? = nil, shows: @escaping @MainActor (ViewerPreferences) -> String,
        take: @escaping @MainActor (ViewerPreferences, String) -> Void
    ) -> TextField {
        let field = TextField()
        field.text = shows(preferences)
        field.tooltip = tooltip
        field.reserve(characters: 26, atLeast: 10)
        if let empty { field.setPlaceholder(empty) }
        let commit: @MainActor () -> Void = { [preferences, weak field] in
            guard let field else { return }
            let text = field.text.trimmingCharacters(in: .whitespaces)
            if text != shows(preferences) { take(preferences, text) }
            field.text = shows(preferences)
        }
        field.onActivate { _ in commit() }
        field.install(FocusController(leave: commit))
        // Retained here, because the field exists as long as the window.
        pending.append { withExtendedLifetime(field, commit) }
        return field
    }
}
