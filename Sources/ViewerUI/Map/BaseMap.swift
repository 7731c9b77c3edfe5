import GTKKit
import ShumateKit

/// The ground under the tracks: plain lines, a map file, or tiles of a server once the user has agreed to what asking
/// for them tells.
@MainActor
final class BaseMap {
    private let map: MapView
    private let graticule: GraticuleLayer
    private let preferences: ViewerPreferences
    private let openTiles: TileClient?
    private let journal: OpeningJournal?
    private var shown: Ground?
    private var toldTrouble: String?
    /// The attribution that the tiles ask for; hidden on plain ground.
    let attribution = Label("", classes: ["map-note"])
    /// Called with one sentence where the ground cannot be shown as asked.
    var onTrouble: (String) -> Void = { _ in }

    private static let userAgent = "Odograph/\(Viewer.version) (+https://github.com/odograph/odograph)"
    /// Bytes of tiles that are kept on disk.
    private static let cacheSize = 100 << 20
    private static let deepestZoom = 19
    /// Characters of the longest attribution that is shown whole.
    private static let attributionWidth = 60
    private static let openStreetMap = "openstreetmap.org"

    private enum Ground: Equatable {
        case plain
        case file(String)
        case server(String)
    }

    init(
        map: MapView, graticule: GraticuleLayer, preferences: ViewerPreferences, tiles: TileClient?,
        journal: OpeningJournal?
    ) {
        self.journal = journal
        self.map = map
        self.graticule = graticule
        self.preferences = preferences
        openTiles = tiles
        attribution.horizontalAlignment = .end
        attribution.verticalAlignment = .end
        attribution.setMargins(bottom: 8, end: 10)
        attribution.canTarget = false
        attribution.ellipsize(askingFor: Self.attributionWidth)
        update()
    }

    /// What the preferences ask for: a file needs no network, so it goes before a server.
    private var wanted: Ground {
        if let path = preferences.mapFile { return .file(path) }
        return preferences.allowsTiles ? .server(preferences.tileAddress) : .plain
    }

    /// Shows what the preferences say.
    func update() {
        let ground = wanted
        guard ground != shown else { return }
        shown = ground
        toldTrouble = nil
        switch ground {
        case .plain: show(nil, license: nil)
        case .file(let path): showFile(path)
        case .server(let address):
            let license = Self.license(of: address)
            show(
                MapSource(
                    id: "tiles", template: address, license: license ?? "", maximumZoom: Self.deepestZoom,
                    userAgent: Self.userAgent, cacheSize: Self.cacheSize,
                    trouble: { [weak self] in self?.tell($0) }), license: license)
        }
    }

    /// Who is to be named for the tiles of an address: known of OpenStreetMap's own servers only.
    private static func license(of address: String) -> String? {
        let host = ViewerPreferences.host(of: address) ?? ""
        return host == openStreetMap || host.hasSuffix("." + openStreetMap) ? "© OpenStreetMap contributors" : nil
    }

    private func showFile(_ path: String) {
        show(nil, license: nil)
        guard let openTiles else { return }
        journal?.begin(.map(path: path))
        // A file may take its time to say that it is not one.
        Task { [weak self] in
            do {
                let tiles = try await openTiles.open(path)
                guard let self, shown == .file(path) else { return }
                show(
                    MapSource(
                        id: "file", license: tiles.attribution ?? "", zoomLevels: tiles.zoomLevels, read: tiles.read,
                        trouble: { [weak self] in self?.tell($0) }), license: tiles.attribution ?? tiles.name)
            } catch { self?.tell("\(error)") }
            self?.noteOpened(path)
        }
    }

    /// The first tiles are read and drawn next, which belongs to the opening.
    private func noteOpened(_ path: String) {
        guard let journal else { return }
        MainLoop.after(milliseconds: OpeningJournal.settlingMilliseconds) { journal.end(.map(path: path)) }
    }

    private func show(_ source: MapSource?, license: String?) {
        map.showBase(source)
        graticule.isShown = source == nil
        attribution.text = license ?? ""
        attribution.isVisible = license != nil
    }

    /// Says once what is wrong, not once a tile.
    private func tell(_ trouble: String) {
        guard trouble != toldTrouble else { return }
        toldTrouble = trouble
        onTrouble(trouble)
    }

    /// Asks whether tiles may be downloaded, saying what that tells and to whom.
    func askForConsent(over window: Window, _ answered: @escaping @MainActor (Bool) -> Void) {
        let sentences = [
            localized("Each tile that is shown is asked for there."),
            localized(
                "The server learns this machine's network address and which part of the world you look at."),
            localized("Nothing else of your recordings leaves this machine."),
            localized("You can switch this off in the menu."),
        ]
        Question.ask(
            localized("Download map tiles from {1}?", preferences.tileHost ?? localized("the tile server")),
            detail: sentences.joined(separator: " "),
            answers: [localized("Stay Offline"), localized("Download Tiles")], default: 0, parent: window
        ) { answer in answered(answer == 1) }
    }
}
