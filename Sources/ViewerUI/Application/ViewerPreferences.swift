import GTKKit
import ViewerModel

/// What a person has set, by name and type; the schema in data/ says what each means.
@MainActor
final class ViewerPreferences {
    private let store: Preferences
    private var observers: [() -> Void] = []

    init(schema id: String) { store = Preferences(schema: id) }

    /// Calls back after a change of anything that is shown.
    func onChange(_ body: @escaping () -> Void) { observers.append(body) }

    private func changed() { for observer in observers { observer() } }

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

    /// Where tiles come from.
    var tileAddress: String {
        get { store.text("tile-address", default: Self.openStreetMap) }
        set {
            store.set("tile-address", to: newValue.isEmpty ? Self.openStreetMap : newValue)
            changed()
        }
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

    /// Where gpsd listens.
    var gpsdAddress: String {
        get { store.text("gpsd-address", default: "localhost:2947") }
        set { store.set("gpsd-address", to: newValue) }
    }

    /// Where motion sensors are looked for.
    var sensorAddresses: [String] {
        get { store.text("iio-addresses", default: "local:").split(separator: " ").map(String.init) }
        set { store.set("iio-addresses", to: newValue.joined(separator: " ")) }
    }

    /// Where recordings are kept; nil for the library's own folder.
    var recordingFolder: String? {
        get {
            let path = store.text("recording-folder", default: "")
            return path.isEmpty ? nil : path
        }
        set { store.set("recording-folder", to: newValue ?? "") }
    }

    /// What a recording is to record, and where.
    var recordingRequest: RecordingClient.Request {
        RecordingClient.Request(
            gpsdAddress: gpsdAddress, sensorAddresses: sensorAddresses, folder: recordingFolder)
    }

    /// The fastest measured speed over all launches, in m/s.
    var fastestSpeed: Double {
        get { store.number("fastest-speed", default: 0) }
        set { store.set("fastest-speed", to: newValue) }
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

    /// The tiles of OpenStreetMap.
    static let openStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
}
