import GTKKit
import Localization
import MapTiles
import Viewer

/// The ground under the tracks: the world and the maps of the user, or tiles of a server once the user has agreed to
/// what downloading them reveals.
@MainActor
final class BaseMap {
    private let ground: GroundLayer
    private let replay: ReplayController
    private let preferences: ViewerPreferences
    private let client: TileClient?
    private let journal: OpeningJournal?
    private var shown: Ground?
    /// Whether the tiles of the server are shown as vector tiles.
    private var isVectorServer = false
    private var reportedTrouble: String?
    /// The maps that have been reported as having unknown layers.
    private var unknownLayers: Set<UnknownLayers> = []
    private var opening: Task<Void, Never>?
    private var measuring: Task<Void, Never>?
    /// The heights of the ground that the user's files know; `nil` if there are none.
    private var heights: HeightMap?
    /// The attribution that the maps ask for; hidden if they ask for none.
    let attribution = Label("", classes: ["map-note"])
    /// The message that is shown while the server cannot be reached.
    let offline = Label(localized("Offline"), classes: ["map-status"])
    /// The maps that are shown.
    private(set) var maps: [TileClient.Tiles] = []

    /// The program's identification in requests to servers.
    static let userAgent = "Odograph/\(ViewerApplication.version) (+https://github.com/odograph/odograph)"
    /// The length of the longest attribution that is shown in full, in characters.
    private static let attributionWidth = 60
    /// The number of map files that are open at the same time.
    private static let mostFiles = 32

    private enum Ground: Equatable {
        case maps(chosen: String?)
        case server(address: String, attribution: String?)
    }

    init(
        ground: GroundLayer, replay: ReplayController, preferences: ViewerPreferences, journal: OpeningJournal?
    ) {
        self.replay = replay
        self.journal = journal
        self.ground = ground
        self.preferences = preferences
        client = replay.clients?.tiles
        attribution.horizontalAlignment = .end
        attribution.verticalAlignment = .end
        attribution.setMargins(bottom: 8, end: 10)
        attribution.canTarget = false
        attribution.ellipsize(askingFor: Self.attributionWidth)
        offline.horizontalAlignment = .center
        offline.isVisible = false
        update()
        openHeights()
    }

    /// The map that the preferences name. A file takes precedence over a server, because it needs no network.
    private var wanted: Ground {
        if let path = preferences.mapFile { return .maps(chosen: path) }
        guard preferences.allowsTiles else { return .maps(chosen: nil) }
        return .server(address: preferences.tileAddress, attribution: preferences.tileAttribution)
    }

    /// Applies the preferences.
    func update() {
        let ground = wanted
        guard ground != shown else { return }
        shown = ground
        reportedTrouble = nil
        unknownLayers = []
        offline.isVisible = false
        opening?.cancel()
        switch ground {
        case .maps(let chosen): showMaps(chosen)
        case .server(let address, let attribution):
            guard let template = TileTemplate(address) else {
                show([])
                return report(localized("The tile address needs {z}, {x}, and {y}. Change it in the preferences."))
            }
            let server = ServedMap(address: address, attribution: attribution) { [weak self] in
                self?.handleReach($0, ground)
            }
            isVectorServer = template.namesVectorTiles
            show(server, of: ground)
        }
    }

    /// Shows the tiles of a server as what its address promises. If they are of the other kind, shows them as what they
    /// are.
    private func show(_ server: ServedMap, of ground: Ground) {
        let expected = isVectorServer
        let tiles = server.tiles(isVector: expected) { [weak self] in
            guard let self, ground == shown, isVectorServer == expected else { return }
            isVectorServer = !expected
            show([server.tiles(isVector: !expected, onOtherKind: nil)])
        }
        show([tiles])
    }

    /// Shows whether the server can be reached. Once it can, missing tiles are requested again.
    private func handleReach(_ isReached: Bool, _ ground: Ground) {
        guard ground == shown else { return }
        offline.isVisible = !isReached
        reportedTrouble = nil
        if isReached { self.ground.sheets.forEach { $0.forgetMissing() } }
    }

    /// Reads the files of heights, each of which might be invalid.
    private func openHeights() {
        guard let client else { return }
        measuring?.cancel()
        measuring = Task { [weak self] in
            let found = await client.heights()
            guard let self, !Task.isCancelled else { return }
            let hadHeights = heights != nil
            heights = found.map.isEmpty ? nil : found.map
            found.troubles.first.map(report)
            guard hadHeights || heights != nil else { return }
            replay.heights.show(heights)
        }
    }

    /// Opens the maps and the heights again after one was added.
    func reload() {
        openHeights()
        guard case .maps(let chosen)? = shown else { return }
        opening?.cancel()
        showMaps(chosen)
    }

    /// Shows the maps of the folder and the chosen file. Finding out that a file is not a map may take a while.
    private func showMaps(_ chosen: String?) {
        show([])
        guard let client else { return }
        let suspects = journal?.suspects ?? []
        opening = Task { [weak self] in
            var paths = await client.list().filter { $0 != chosen && !suspects.contains(.map(path: $0)) }
            if let chosen { paths.append(chosen) }
            var maps: [TileClient.Tiles] = []
            for path in paths.suffix(Self.mostFiles) {
                self?.journal?.begin(.map(path: path))
                do {
                    let map = try await client.open(path)
                    if map.statesUnknownLayers { self?.reportUnknownLayers(of: map) } else { maps.append(map) }
                } catch { self?.report(error.sentence) }
                self?.noteOpened(path)
                if Task.isCancelled { return }
            }
            self?.show(maps)
        }
    }

    private func show(_ maps: [TileClient.Tiles]) {
        ground.show(maps)
        self.maps = maps
        replay.roads.show(maps)
        var named: [String] = []
        for map in maps.map({ $0.attribution ?? $0.name }) where !map.isEmpty && !named.contains(map) {
            named.append(map)
        }
        attribution.text = named.joined(separator: " · ")
        attribution.isVisible = !named.isEmpty
    }

    /// Reading and drawing the first tiles is still part of the opening.
    private func noteOpened(_ path: String) {
        guard let journal else { return }
        Task {
            try? await Task.sleep(for: OpeningJournal.settling)
            journal.end(.map(path: path))
        }
    }

    /// Shows a problem only once, not for each tile.
    func report(_ trouble: String) {
        guard trouble != reportedTrouble else { return }
        reportedTrouble = trouble
        replay.say(trouble)
    }

    /// Reports a map that cannot be drawn only once, although its tiles are read again after others were added.
    func reportUnknownLayers(of map: TileClient.Tiles) {
        let trouble = UnknownLayers(of: map)
        if unknownLayers.insert(trouble).inserted { replay.say(trouble.sentence) }
    }

    /// Asks whether tiles may be downloaded, and explains what that reveals to the host.
    func askForConsent(over window: Window, _ answered: @escaping @MainActor (Bool) -> Void) {
        let sentences = [
            localized("Each tile that is shown is requested from this server."),
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
