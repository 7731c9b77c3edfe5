import MapTiles
package import ViewerModel

/// Where settings are kept, by their names.
@MainActor
package protocol PreferenceStore: AnyObject {
    /// Returns a string, or `fallback` if it is not stored.
    func text(_ key: String, default fallback: String) -> String
    /// Returns whether a setting is on, or `fallback` if it is not stored.
    func toggle(_ key: String, default fallback: Bool) -> Bool
    /// Returns a whole number, or `fallback` if it is not stored.
    func integer(_ key: String, default fallback: Int) -> Int
    /// Stores a string.
    func set(_ key: String, to text: String)
    /// Stores whether a setting is on.
    func set(_ key: String, to isOn: Bool)
    /// Stores a whole number.
    func set(_ key: String, to number: Int)
}

/// The user's settings, by name and type; the schema in data/ explains each.
@MainActor
package final class ViewerPreferences {
    private let store: any PreferenceStore
    private var observers: [Observer] = []

    /// An observer of changes, for as long as its owner lives.
    private struct Observer {
        weak var owner: AnyObject?
        let body: () -> Void
    }

    package init(_ store: any PreferenceStore) { self.store = store }

    /// Calls back after every change until `owner` is deallocated. The closure must not retain `owner`.
    package func onChange(for owner: AnyObject, _ body: @escaping () -> Void) {
        observers.append(Observer(owner: owner, body: body))
    }

    private func changed() {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.body() }
    }

    private func change(_ name: String, to text: String) {
        store.set(name, to: text)
        changed()
    }

    private func change(_ name: String, to isOn: Bool) {
        store.set(name, to: isOn)
        changed()
    }

    /// Returns a string; `nil` if it is empty.
    private func optionalText(_ name: String) -> String? {
        let text = store.text(name, default: "")
        return text.isEmpty ? nil : text
    }

    /// The unit of speeds; distances follow it.
    package var speedUnit: SpeedUnit {
        get { SpeedUnit(rawValue: store.text("speed-unit", default: "")) ?? .kilometresPerHour }
        set { change("speed-unit", to: newValue.rawValue) }
    }

    /// Whose clock the times of a session are read from.
    package var clockRule: ClockRule {
        get { ClockRule(rawValue: store.text("session-clock", default: "")) ?? .place }
        set { change("session-clock", to: newValue.rawValue) }
    }

    /// Whether tiles may be downloaded.
    package var allowsTiles: Bool {
        get { store.toggle("map-tiles", default: false) }
        set { change("map-tiles", to: newValue) }
    }

    /// The address of the tile server.
    package var tileAddress: String { store.text("tile-address", default: Self.openStreetMap) }

    /// The credit for the map of an unknown server; `nil` if there is none.
    package var tileAttribution: String? {
        get { optionalText("tile-attribution") }
        set { change("tile-attribution", to: newValue ?? "") }
    }

    /// The host that tiles are requested from, with its port if the address names one; `nil` without a host.
    package var tileHost: String? { TileTemplate.host(of: tileAddress) }

    /// The consequence of another tile address.
    package enum TileChange {
        /// The change took effect.
        case done
        /// Tiles were allowed from another host, so the user has to be asked about this one.
        case question
    }

    /// Uses another tile address; an empty text selects the default. The user's consent applies to one host only, so
    /// downloads from another host are off until the user agrees to them as well.
    package func takeTiles(from address: String) -> TileChange {
        let new = address.isEmpty ? Self.openStreetMap : address
        let isQuestion = allowsTiles && TileTemplate.host(of: new) != tileHost
        if isQuestion { store.set("map-tiles", to: false) }
        change("tile-address", to: new)
        return isQuestion ? .question : .done
    }

    /// The file of map tiles that is shown; `nil` for none.
    package var mapFile: String? {
        get { optionalText("map-file") }
        set { change("map-file", to: newValue ?? "") }
    }

    /// The address of gpsd.
    package var gpsdAddress: String {
        get { store.text("gpsd-address", default: "localhost:2947") }
        set { change("gpsd-address", to: newValue) }
    }

    /// Whether the location that GeoClue states is recorded; it may ask a network service.
    package var usesGeoClue: Bool {
        get { store.toggle("geoclue", default: false) }
        set { change("geoclue", to: newValue) }
    }

    /// The addresses of motion sensors.
    package var sensorAddresses: [String] {
        get { store.text("iio-addresses", default: "local:").split(separator: " ").map(String.init) }
        set { change("iio-addresses", to: newValue.joined(separator: " ")) }
    }

    /// The choices for individual sensors: `NAME=RATE`, `NAME=off`.
    package var sensorChoices: [String] {
        get { store.text("sensor-choices", default: "").split(separator: " ").map(String.init) }
        set { change("sensor-choices", to: newValue.joined(separator: " ")) }
    }

    /// The folder of recordings; `nil` for the library's own folder.
    package var recordingFolder: String? {
        get { optionalText("recording-folder") }
        set { change("recording-folder", to: newValue ?? "") }
    }

    /// The sources and the folder of a recording.
    package var recordingRequest: RecordingClient.Request {
        RecordingClient.Request(
            gpsdAddress: gpsdAddress, usesGeoClue: usesGeoClue, sensorAddresses: sensorAddresses,
            sensorChoices: sensorChoices, folder: recordingFolder)
    }

    /// Whether the library is shown.
    package var isLibraryShown: Bool {
        get { store.toggle("library-shown", default: true) }
        set { store.set("library-shown", to: newValue) }
    }

    /// The last size of the window, in pixels.
    package var windowSize: (width: Int, height: Int) {
        get {
            (
                store.integer("window-width", default: Self.defaultWindowSize.width),
                store.integer("window-height", default: Self.defaultWindowSize.height)
            )
        }
        set {
            store.set("window-width", to: newValue.width)
            store.set("window-height", to: newValue.height)
        }
    }

    /// Whether the window was maximized.
    package var isMaximized: Bool {
        get { store.toggle("window-maximized", default: false) }
        set { store.set("window-maximized", to: newValue) }
    }

    /// Whether the map marks distances and directions along the track.
    package var showsMarks: Bool {
        get { store.toggle("map-marks", default: true) }
        set { change("map-marks", to: newValue) }
    }

    /// The last map view of each session. A change does not notify observers.
    package var mapViews: RememberedViews {
        get { RememberedViews(text: store.text("map-views", default: "")) }
        set { store.set("map-views", to: newValue.text) }
    }

    /// The size of the first window, in pixels.
    package nonisolated static let defaultWindowSize = (width: 1440, height: 900)

    /// The tiles of OpenStreetMap.
    static let openStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
}
