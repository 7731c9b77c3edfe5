import GTKKit
import MapTiles
import ShumateKit
import ViewerModel

/// The download of the visible part of the map.
extension MainWindow {
    /// Whether an online map is shown.
    var canDownloadArea: Bool {
        clients.tiles?.area != nil && preferences.allowsTiles && preferences.mapFile == nil
    }

    /// Lets the user choose zoom levels and downloads the area, or shows why the server's map cannot be downloaded.
    func downloadArea() {
        guard canDownloadArea, let client = clients.tiles?.area else { return }
        let template: TileTemplate
        let host: String
        do {
            guard let stated = TileTemplate(preferences.tileAddress) else { throw TileDownloadError.notAddress }
            (template, host) = (stated, try stated.hostForCopies())
        } catch { return toasts.show(error.sentence, for: Self.refusalTime) }
        let viewport = map.map.projection.viewport
        guard let area = TileArea(viewport) else {
            return toasts.show(localized("This part of the map has no tiles: move it, then try again."))
        }
        let choice = AreaChoice(
            area: area, template: template, host: host, attribution: preferences.tileAttribution ?? "",
            zoom: viewport.zoom)
        let dialog = AreaDialog(choice, client: client, parent: window)
        dialog.onFinished = { [weak self] in self?.handleDownloaded($0) }
        attachment = dialog
        dialog.present()
    }

    /// The time for which a long message stays, in milliseconds.
    private static let refusalTime = 12_000

    private func handleDownloaded(_ path: String) {
        map.baseMap.reload()
        toasts.show(
            localized(
                "{1} was added to your maps, which are drawn while no tiles are downloaded.", Self.name(of: [path])),
            answer: (localized("Show It"), { [preferences] in preferences.allowsTiles = false }),
            for: Self.refusalTime)
    }
}
