import GTKKit
import MapTiles
import ViewerModel

/// The user's settings, by name and type; the schema in data/ explains each.
@MainActor
final class ViewerPreferences {
    private let store: Preferences
    private var observers: [Observer] = []

    /// An observer of changes, for as long as its owner lives.
    private struct Observer {
        weak var owner: AnyObject?
        let body: () -> Void
    }

    init(schema id: String) { store = Preferences(schema: id) }

    /// Calls back after every change for as long as `owner` lives, which the body must not hold.
    func onChange(for owner: AnyObject, _ body: @escaping () -> Void) {
        observers.append(Observer(owner: owner, body: body))
    }

    private func changed() {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.body() }
    }

    /// The unit of speeds; distances follow it.
    var speedUnit: SpeedUnit {
        get { SpeedUnit(rawValue: store.text("speed-unit", default: "")) ?? .kilometresPerHour }
        set {
            store.set("speed-unit", to: newValue.rawValue)
            changed()
        }
    }

    /// Whether tiles may be downloaded.
    var allowsTiles: Bool {
        get { store.toggle("map-tiles", default: false) }
        set {
            store.set("map-tiles", to: newValue)
            changed()
        }
    }

    /// The address of the tile server.
    var tileAddress: String { store.text("tile-address", default: Self.openStreetMap) }

    /// The text that names the authors of the map of a server that is not known; `nil` if there is none.
    var tileAttribution: String? {
        get {
            let text = store.text("tile-attribution", default: "")
            return text.isEmpty ? nil : text
        }
        set {
            store.set("tile-attribution", to: newValue ?? "")
            changed()
        }
    }

    /// The host that tiles are requested from, with its port if the address names one; `nil` without a host.
    var tileHost: String? { TileTemplate.host(of: tileAddress) }

    /// The consequence of another tile address.
    enum TileChange {
        /// Nothing has to be asked.
        case done
        /// Tiles were allowed from another host: the user is to be asked about this one.
        case question
    }

    /// Uses another tile address, the usual one for an empty text. The user's consent is for one host: tiles of
    /// another are off until that is agreed to as well.
    func takeTiles(from address: String) -> TileChange {
        let new = address.isEmpty ? Self.openStreetMap : address
        let isQuestion = allowsTiles && TileTemplate.host(of: new) != tileHost
        if isQuestion { store.set("map-tiles", to: false) }
        store.set("tile-address", to: new)
        changed()
        return isQuestion ? .question : .done
    }

    /// The file of map tiles that is shown; nil for none.
    var mapFile: String? {
        get {
            let path = store.text("map-file", default: "")
            return path.isEmpty ? nil : path
        }
        set {
            store.set("map-file", to: newValue ?? "")
            changed()
        }
    }

    /// The address of gpsd.
    var gpsdAddress: String {
        get { store.text("gpsd-address", default: "localhost:2947") }
        set {
            store.set("gpsd-address", to: newValue)
            changed()
        }
    }

    /// Whether the location that GeoClue states is recorded; it may ask a network service.
    var usesGeoClue: Bool {
        get { store.toggle("geoclue", default: false) }
        set {
            store.set("geoclue", to: newValue)
            changed()
        }
    }

    /// The addresses of motion sensors.
    var sensorAddresses: [String] {
        get { store.text("iio-addresses", default: "local:").split(separator: " ").map(String.init) }
        set {
            store.set("iio-addresses", to: newValue.joined(separator: " "))
            changed()
        }
    }

    /// The choices for single sensors: `NAME=RATE`, `NAME=off`.
    var sensorChoices: [String] {
        get { store.text("sensor-choices", default: "").split(separator: " ").map(String.init) }
        set {
            store.set("sensor-choices", to: newValue.joined(separator: " "))
            changed()
        }
    }

    /// The folder of recordings; `nil` for the library's own folder.
    var recordingFolder: String? {
        get {
            let path = store.text("recording-folder", default: "")
            return path.isEmpty ? nil : path
        }
        set {
            store.set("recording-folder", to: newValue ?? "")
            changed()
        }
    }

    /// The sources and the folder of a recording.
    var recordingRequest: RecordingClient.Request {
        RecordingClient.Request(
            gpsdAddress: gpsdAddress, usesGeoClue: usesGeoClue, sensorAddresses: sensorAddresses,
            sensorChoices: sensorChoices, folder: recordingFolder)
    }

    /// Whether the library is shown.
    var isLibraryShown: Bool {
        get { store.toggle("library-shown", default: true) }
        set { store.set("library-shown", to: newValue) }
    }

    /// The size that the window had, in pixels.
    var windowSize: (width: Int, height: Int) {
        get {
            (
                store.integer("window-width", default: MainWindow.defaultSize.width),
                store.integer("window-height", default: MainWindow.defaultSize.height)
            )
        }
        set {
            store.set("window-width", to: newValue.width)
            store.set("window-height", to: newValue.height)
        }
    }

    /// Whether the window was maximized.
    var isMaximized: Bool {
        get { store.toggle("window-maximized", default: false) }
        set { store.set("window-maximized", to: newValue) }
    }

    /// Whether the map marks distances and directions along the track.
    var showsMarks: Bool {
        get { store.toggle("map-marks", default: true) }
        set {
            store.set("map-marks", to: newValue)
            changed()
        }
    }

    /// Whether the ground has light and shadow.
    var showsRelief: Bool {
        get { store.toggle("map-relief", default: true) }
        set {
            store.set("map-relief", to: newValue)
            changed()
        }
    }

    /// The views of the map with which sessions were left; a change notifies no observer.
    var mapViews: RememberedViews {
        get { RememberedViews(text: store.text("map-views", default: "")) }
        set { store.set("map-views", to: newValue.text) }
    }

    /// The tiles of OpenStreetMap.
    static let openStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
}
