import GTKKit
import ShumateKit

/// The ground under the tracks: plain lines, or tiles once a person has agreed to what asking for them tells.
@MainActor
final class BaseMap {
    private let map: MapView
    private let graticule: GraticuleLayer
    private let preferences: ViewerPreferences
    private var shownAddress: String?
    /// The attribution that the tiles ask for; hidden on plain ground.
    let attribution = Label("© OpenStreetMap contributors", classes: ["map-note"])

    private static let userAgent = "Odograph/\(Viewer.version) (+https://github.com/odograph/odograph)"

    init(map: MapView, graticule: GraticuleLayer, preferences: ViewerPreferences) {
        self.map = map
        self.graticule = graticule
        self.preferences = preferences
        attribution.horizontalAlignment = .end
        attribution.verticalAlignment = .end
        attribution.setMargins(bottom: 8, end: 10)
        attribution.canTarget = false
        update()
    }

    /// Shows what the preferences say.
    func update() {
        let address = preferences.allowsTiles ? preferences.tileAddress : nil
        attribution.isVisible = address != nil
        graticule.isShown = address == nil
        guard address != shownAddress else { return }
        shownAddress = address
        guard let address else { return map.showBase(nil) }
        map.showBase(
            MapSource(
                id: "openstreetmap", template: address, license: "© OpenStreetMap contributors",
                licenseAddress: "https://www.openstreetmap.org/copyright", maximumZoom: 19,
                userAgent: Self.userAgent))
    }

    /// Asks whether tiles may be downloaded, saying what that tells and to whom.
    func askForConsent(over window: Window, _ answered: @escaping @MainActor (Bool) -> Void) {
        let host = preferences.tileAddress.split(separator: "/").dropFirst().first.map(String.init) ?? "the tile server"
        Question.ask(
            "Download map tiles from \(host)?",
            detail: "Each tile that is shown is asked for there. The server learns this machine's network address and "
                + "which part of the world you look at, and so where you have been. Nothing else of your recordings "
                + "leaves this machine. You can switch this off in the menu.",
            answers: ["Stay Offline", "Download Tiles"], default: 0, parent: window
        ) { answer in answered(answer == 1) }
    }
}
