import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The window: header, library, map, instruments and timeline over one session. It builds and lays out; the parts show
/// the session by themselves.
@MainActor
final class MainWindow {
    let window: ApplicationWindow
    /// An object that lives as long as the window.
    var attachment: AnyObject?

    /// The session that is shown.
    let replay: ReplayController
    let recording: RecordingController
    let preferences: ViewerPreferences
    let appearance: Appearance
    let application: Application
    private let journal: OpeningJournal?
    private(set) lazy var files = WindowFiles(over: window, replay: replay)
    private lazy var header = WindowHeader(replay: replay, recording: recording)
    private(set) lazy var map = MapPane(
        appearance: appearance, replay: replay, recording: recording, preferences: preferences, journal: journal)
    private(set) lazy var timeline = TimelinePane(replay: replay, appearance: appearance)
    private(set) lazy var library = LibrarySidebar(appearance: appearance, replay: replay)
    private(set) lazy var instruments = InstrumentsPane(
        appearance: appearance, replay: replay, preferences: preferences)
    private lazy var notes = NotesBar(replay: replay)
    private lazy var rejections = RejectionBar(replay: replay)
    // Only over the map, so that messages do not cover the slider.
    private lazy var toasts = ToastOverlay(over: stage, replay: replay)
    private lazy var content = Box(.horizontal, children: [library.widget, center, instruments.widget])
    /// The column of notes, map and timeline; in a narrow window it holds the instruments, too.
    private lazy var center = Box(
        .vertical, children: [notes.widget, rejections.widget, toasts.widget, timeline.widget, pages.widget])
    /// The place of the map, and in a narrow window of the instruments.
    private lazy var stage = Box(.vertical, children: [map.widget])
    /// Chooses what a narrow window shows.
    private lazy var pages = TabBar(
        [(.map, localized("Map")), (.values, localized("Values"))].map { ($0, $1, $1, $1) } + InstrumentsPane.titles,
        style: "page-bar"
    ) { [replay] in replay.show($0) }
    private lazy var panes: [any Pane] = [header, library, map, timeline, instruments, notes, rejections, toasts]
    /// The parts of the window that have room.
    private var layout = WindowLayout(
        width: ViewerPreferences.defaultWindowSize.width, height: ViewerPreferences.defaultWindowSize.height)
    private var actions: WindowActions?
    private let closed: (MainWindow) -> Void

    init(
        application: Application, clients: ViewerClients, preferences: ViewerPreferences, appearance: Appearance,
        size: (width: Int, height: Int)?, journal: OpeningJournal? = nil,
        closed: @escaping (MainWindow) -> Void = { _ in }
    ) {
        (self.application, self.preferences, self.appearance, self.journal, self.closed) =
            (application, preferences, appearance, journal, closed)
        window = ApplicationWindow(application)
        replay = ReplayController(clients: clients, preferences: preferences, journal: journal)
        recording = RecordingController(client: clients.recording, replay: replay)
        pages.widget.isVisible = false
        center.expandsHorizontally = true
        layOut(size: size)
        connect()
        actions = WindowActions(of: self)
    }

    private func layOut(size: (width: Int, height: Int)?) {
        window.addClasses("odograph")
        window.setTitle("Odograph")
        window.setTitlebar(header.widget)
        window.setChild(content)
        let size = size ?? preferences.windowSize
        window.setDefaultSize(width: size.width, height: size.height)
        if preferences.isMaximized { window.isMaximized = true }
        adapt(toWidth: size.width, height: size.height)
    }

    private func connect() {
        replay.onChange = { [weak self] old, new in self?.show(FaceChange(from: old, to: new)) }
        toasts.accept = { [weak self] in self?.accept($0) }
        window.onCloseRequest { [weak self] in
            self?.handleClose()
            return false
        }
        for property in ["default-width", "default-height", "maximized"] {
            window.onChange(of: property) { [weak self] in self?.handleResize() }
        }
        content.install(FileDropTarget { [weak self] paths in self?.replay.handle(files: paths) })
        window.install(KeyController { [weak self] key, held in self?.handle(key, held) ?? false })
        preferences.onChange(for: self) { [weak self] in
            self?.panes.forEach { $0.handlePreferences() }
            self?.actions?.show()
        }
    }

    private func show(_ change: FaceChange) {
        // Otherwise, the focus would move to the next control of the map, or stay there.
        if change.new.curtain == nil, change.old.curtain != nil, map.isCurtainFocused { timeline.focus() }
        if change.new.map.drawing == nil, change.old.map.drawing != nil, map.map.holdsFocus { timeline.focus() }
        for pane in panes { pane.show(change) }
        let name = replay.isLive ? localized("Recording") : replay.title
        if change.has(\.header) || change.isOther { window.setTitle(name.map { "\($0) — Odograph" } ?? "Odograph") }
        // The replay's keys work from the start, so that Space does not start a recording.
        if change.isOther, replay.session != nil { timeline.focus() }
        if change.has(\.visit) {
            let page = change.new.visit.page
            // The month is a part of the day's tab.
            pages.show(page == .tab(.history) ? .tab(.day) : page)
            if layout.isNarrow || change.new.visit.page.kind == .tab && !instruments.widget.isVisible {
                library.isFolded = true
            }
            makeRoom()
        }
        if change.new.header.isOpening, !change.old.header.isOpening, layout.isNarrow, !library.isFolded {
            replay.show(.map)
        }
        if change.has(\.ended) {
            if let path = change.new.ended?.path { replay.open([path]) }
            replay.loadLibrary()
        }
        // A correction can change the activities in the session's row.
        if change.has(\.storedCount) { replay.loadLibrary() }
        // The frames of a replay change no action.
        if change.picture != .none || !change.has(\.moment) { actions?.show() }
    }

    /// Escape cancels opening, the drag of a mark, measuring, the library on the map, an import, and the selection of a part,
    /// in this order. The other keys belong to the replay.
    private func handle(_ key: KeyController.Key, _ held: Modifiers) -> Bool {
        if case .escape = key {
            return replay.giveUpOpening() || replay.cancelDrag() || map.cancel() || replay.leaveLibraryMap()
                || cancelWork()
        }
        if case .character("m") = key, !held.contains(.control), !held.contains(.alt) {
            recording.mark()
            return true
        }
        return timeline.handle(key, held)
    }

    private func cancelWork() -> Bool {
        if replay.cancelWork() { return true }
        guard replay.playback.hasRange else { return false }
        replay.handle(.setRange(nil))
        return true
    }

    private func handleResize() {
        let size = window.defaultSize
        adapt(toWidth: size.width, height: size.height)
    }

    private func handleClose() {
        map.keepView()
        if !window.isMaximized { preferences.windowSize = window.defaultSize }
        preferences.isMaximized = window.isMaximized
        replay.cancel()
        recording.leave()
        instruments.leave()
        toasts.settle()
        closed(self)
    }

    // MARK: Layout

    /// Collapses and narrows the parts that do not fit into a small window.
    private func adapt(toWidth width: Int, height: Int) {
        let layout = WindowLayout(width: width, height: height, textScale: window.textScale)
        let isOther = layout.isNarrow != self.layout.isNarrow
        self.layout = layout
        if isOther { moveInstruments() }
        header.adapt(toWidth: width)
        library.isFolded = layout.foldsLibrary || !preferences.isLibraryShown
        instruments.setCompact(width: layout.hasNarrowInstruments, height: layout.hasLowInstruments)
        timeline.charts.setCompact(layout.hasLowCharts)
        makeRoom()
    }

    /// Places the instruments where the map is, or next to it.
    private func moveInstruments() {
        let isNarrow = layout.isNarrow
        let (from, to) = isNarrow ? (content, stage) : (stage, content)
        from.remove(instruments.widget)
        to.append(instruments.widget)
        instruments.setPage(isNarrow)
        header.setNarrow(isNarrow)
        library.setNarrow(isNarrow)
        pages.widget.isVisible = isNarrow
    }

    /// Hides the parts that do not fit next to the library, or are not the page of a narrow window.
    private func makeRoom() {
        let (isLibraryOpen, page) = (!library.isFolded, replay.visit.page.kind)
        instruments.widget.isVisible = layout.showsInstruments(on: page, withLibrary: isLibraryOpen)
        instruments.show(values: layout.showsValues(on: page), tab: layout.showsTab(on: page))
        map.widget.isVisible = layout.showsMap(on: page)
        timeline.setCharts(layout.showsMap(on: page))
        center.isVisible = layout.showsCenter(withLibrary: isLibraryOpen)
    }

    // MARK: Actions

    func toggleLibrary() {
        // Otherwise, the focus would move to the record button, and Space would start a recording instead of the
        // replay.
        let takesFocus = !library.isFolded && library.widget.holdsFocus
        if takesFocus { window.clearFocus() }
        library.isFolded.toggle()
        makeRoom()
        if takesFocus { timeline.focus() }
        preferences.isLibraryShown = !library.isFolded
    }

    func searchLibrary() {
        library.isFolded = false
        makeRoom()
        library.focusSearch()
    }

    /// Does what a message offers and only the window can do.
    private func accept(_ offer: Notice.Offer) {
        switch offer {
        case .name(let mark): rename(mark)
        case .showFolder(let path): reveal(path: path)
        default: replay.accept(offer)
        }
    }

    func present(_ dialog: any Dialog) {
        attachment = dialog
        dialog.present()
    }

    func rename(path: String) {
        guard replay.clients?.changes != nil, let session = replay.librarySession(at: path) else { return }
        present(
            RenameDialog(localized("Rename Session"), name: session.title, parent: window) { [replay] title in
                replay.rename(path, from: session.title, to: title)
            })
    }

    func rename(_ mark: SessionMark) {
        present(
            RenameDialog(localized("Name the Mark"), name: mark.text, parent: window) { [replay, timeline] in
                replay.rename(mark, to: $0)
                timeline.focus()
            })
    }

    func reveal(path: String) {
        do { try Files.showFolder(of: path) } catch {
            replay.say(localized("The folder could not be opened: {1}", error.sentence))
        }
    }

    func askForTiles(over parent: Window? = nil) {
        map.baseMap.askForConsent(over: parent ?? window) { [preferences] in preferences.allowsTiles = $0 }
    }

    func showPreferences() {
        present(
            PreferencesDialog(preferences: preferences, paces: replay.clients?.paces, parent: window) { [weak self] in
                self?.askForTiles(over: $0)
            })
    }

    /// Shows the quality of the session's receivers.
    func showReceiver() {
        guard let session = replay.session else {
            return replay.say(localized("Open a session first, then see how good its receiver was."))
        }
        Task { [weak self] in
            let reports = await Task.detached { ReceiverReport.all(of: session.run, session.engine.recording) }.value
            guard let self else { return }
            guard reports.contains(where: { $0.fixCount > 0 }) else {
                return replay.say(localized("The session has no fixes from a receiver."))
            }
            present(ReceiverWindow(reports, appearance: appearance, unit: replay.unit, parent: window))
        }
    }

    func showAbout() {
        AboutDialog(
            name: "Odograph", version: ViewerApplication.version,
            summary: localized("Records, replays and compares GPS and motion sensor sessions."),
            icon: ViewerApplication.applicationID,
            website: "https://github.com/odograph/odograph"
        ).show(over: window)
    }

    func copyFlags() {
        let flags = replay.sets.panel.setFlags
        guard !flags.isEmpty else {
            return replay.say(localized("All parameters have their defaults: there is nothing to copy."))
        }
        window.copyToClipboard(flags)
        replay.say(localized("Copied: {1}", flags))
    }

    /// The session on a page; `nil` without one.
    func printedPage() async -> Page? {
        guard let session = replay.session else { return nil }
        let overview = SessionOverview(
            session.run, within: replay.span, figures: replay.span == nil ? session.figures : nil,
            mapHeights: replay.heights.heights)
        let (title, subtitle) = header.texts
        return await PrintedPage(
            title: title, subtitle: subtitle, figures: overview.rows(in: replay.unit), map: map,
            charts: timeline.charts, appearance: appearance
        ).page()
    }

    func printSession() {
        Task { [weak self] in
            guard let self, let page = await printedPage() else { return }
            do throws(PictureError) {
                try page.print(on: .chosen(over: window), named: replay.title ?? "Odograph")
            } catch {
                replay.say(localized("The page could not be printed: {1}", error.reason))
            }
        }
    }
}
