import GTKKit
import SensorModel
import ViewerModel

/// The window: header, library, map, instruments and timeline over one session.
@MainActor
final class MainWindow {
    /// The window's widget.
    let window: ApplicationWindow
    /// Called when the window has closed.
    var onClosed: () -> Void = {}
    /// What lives as long as the window does.
    var attachment: AnyObject?

    /// Why nothing could be opened; nil where nothing failed.
    private(set) var failure: String?
    /// The session that is shown.
    let replay = ReplayController()
    let map: MapPane
    let timeline: TimelinePane
    private let clients: ViewerClients
    private let preferences: Preferences
    private let header: WindowHeader
    private let library = LibrarySidebar()
    private let instruments: InstrumentsPane

    static let defaultSize = (width: 1440, height: 900)

    init(
        application: Application, clients: ViewerClients, preferences: Preferences, appearance: Appearance,
        size: (width: Int, height: Int)?
    ) {
        self.clients = clients
        self.preferences = preferences
        window = ApplicationWindow(application)
        header = WindowHeader()
        map = MapPane(appearance: appearance)
        timeline = TimelinePane(replay: replay)
        instruments = InstrumentsPane(appearance: appearance)
        window.addClasses("odograph")
        window.setTitle("Odograph")
        let size = size ?? Self.defaultSize
        window.setDefaultSize(width: size.width, height: size.height)
        window.setTitlebar(header.widget)
        let center = Box(.vertical, children: [map.widget, timeline.widget])
        center.expandsHorizontally = true
        window.setChild(Box(.horizontal, children: [library.widget, center, instruments.widget]))
        replay.onChange = { [weak self] change in self?.handle(change) }
        addActions()
        window.onCloseRequest { [weak self] in
            self?.handleClose()
            return false
        }
        timeline.showSession()
        header.showNothing()
    }

    private func handle(_ change: ReplayChange) {
        switch change {
        case .session: showSession()
        case .instant: showInstant()
        case .playback: timeline.showPlayback()
        case .progress: header.show(progress: replay.progress)
        }
    }

    private func showSession() {
        guard let session = replay.session else { return }
        header.show(session)
        window.setTitle("\(session.source.title) — Odograph")
        map.show(session)
        timeline.showSession()
        showInstant()
    }

    private func showInstant() {
        guard let instant = replay.instant else { return }
        map.show(replay.latest, at: instant)
        timeline.showInstant()
    }

    private func handleClose() {
        replay.cancel()
        onClosed()
    }

    private func addActions() {
        window.add(Action("open") { [weak self] in self?.chooseFile() })
        window.add(Action("library") { [weak self] in self?.library.widget.isRevealed.toggle() })
        window.add(Action("search") { [weak self] in self?.library.focusSearch() })
        window.add(Action("zoom-in") { [weak self] in self?.map.zoom(by: 1) })
        window.add(Action("zoom-out") { [weak self] in self?.map.zoom(by: -1) })
        window.add(Action("fit") { [weak self] in self?.map.fit() })
        window.add(Action("close") { [weak self] in self?.window.close() })
        window.setHelpOverlay(ShortcutsWindow(resource: "\(Viewer.resourcePath)/ui/shortcuts.ui", id: "shortcuts"))
    }

    /// Opens a file.
    func open(path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let open = clients.open
        replay.open(name) {
            try await open(path)
        } failed: { [weak self] in
            self?.show(failure: $0)
        }
    }

    /// Opens the simulated day.
    func openDemo() {
        replay.open("the simulated day", clients.demo) { [weak self] in self?.show(failure: $0) }
    }

    private func show(failure: String) {
        self.failure = failure
        header.show(failure: failure)
    }

    /// Follows a recording that runs already.
    func attachToRecording() {}

    /// Shows a tab.
    func showPane(_ pane: ViewerOptions.Pane) {}

    private func chooseFile() {
        let dialog = FileDialog(title: "Open a recording", parent: window, accept: "Open", cancel: "Cancel")
        dialog.run { [weak self] path in if let path { self?.open(path: path) } }
    }
}
