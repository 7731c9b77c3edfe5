import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The window: header, library, map, instruments and timeline over one session.
@MainActor
final class MainWindow {
    /// The window's widget.
    let window: ApplicationWindow
    /// Called when the window has closed.
    var onClosed: () -> Void = {}
    /// An object that lives as long as the window.
    var attachment: AnyObject?

    /// The session that is shown.
    let replay: ReplayController
    let map: MapPane
    let timeline: TimelinePane
    let library: LibrarySidebar
    let instruments: InstrumentsPane
    let toasts: ToastOverlay
    let content: Box
    /// The column of notes, map and timeline; in a narrow window it holds the instruments, too.
    let center: Box
    /// The place of the map, and in a narrow window of the instruments.
    let stage: Box
    /// Chooses what a narrow window shows.
    let pages = PageBar()
    /// The parts of the window that have room.
    var layout = WindowLayout(
        width: ViewerPreferences.defaultWindowSize.width, height: ViewerPreferences.defaultWindowSize.height)
    /// The page of a narrow window.
    var page = WindowLayout.Page.map
    private let notes = NotesBar()
    /// What is to be said about the session, above the map.
    private let bars = Box(.vertical)
    private var rejections: RejectionBar?
    let preferences: ViewerPreferences
    let appearance: Appearance
    let header: WindowHeader
    let recording: RecordingController
    /// The actions whose state is set elsewhere.
    var keptActions: [Action] = []
    var stateActions: StateActions?
    var listing: Task<Void, Never>?
    /// The listed folder; `nil` before the first one.
    var listed: String??
    /// The instant to show after opening a session.
    var asked: (path: String, instant: Instant)?
    /// The time in seconds from its start at which the next session is shown.
    var askedSecond: Double?
    let clients: ViewerClients
    let journal: OpeningJournal?
    /// The files that are being opened here.
    var openingItems: [OpeningJournal.Item] = []
    /// The action that adds the open file to the library.
    var keep: Action?
    /// What the last export left out.
    var leftOut = LibraryClient.LeftOut()
    private var workouts = WorkoutWatch()
    /// The actions of tuning.
    let tuning = TuningActions()
    /// The divider over the map.
    let curtain = CurtainAction()
    let application: Application

    init(
        application: Application, clients: ViewerClients, preferences: ViewerPreferences, appearance: Appearance,
        size: (width: Int, height: Int)?, journal: OpeningJournal? = nil
    ) {
        self.journal = journal
        self.application = application
        self.clients = clients
        self.preferences = preferences
        self.appearance = appearance
        window = ApplicationWindow(application)
        replay = ReplayController(clients: clients) { preferences.recordingFolder }
        recording = RecordingController(client: clients.recording, replay: replay)
        header = WindowHeader()
        library = LibrarySidebar(appearance: appearance, unit: preferences.speedUnit.distanceUnit)
        map = MapPane(
            appearance: appearance, replay: replay, preferences: preferences, tiles: clients.tiles, journal: journal)
        timeline = TimelinePane(replay: replay, appearance: appearance, preferences: preferences)
        instruments = InstrumentsPane(
            appearance: appearance, replay: replay, preferences: preferences, clients: clients)
        stage = Box(.vertical, children: [map.widget])
        // Only over the map, so that messages do not cover the slider.
        toasts = ToastOverlay(over: stage)
        pages.widget.isVisible = false
        center = Box(.vertical, children: [bars, toasts.widget, timeline.widget, pages.widget])
        center.expandsHorizontally = true
        content = Box(.horizontal, children: [library.widget, center, instruments.widget])
        layOut(size: size)
        addRejections()
        connect()
        addActions()
        addLibraryActions()
        addPictureActions()
        replay.setClock(preferences.clockRule)
        timeline.showSession()
        showTitle()
        header.show(recording, isShown: replay.isLive)
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

    /// Adds the bar about rejected fixes.
    private func addRejections() {
        let bar = RejectionBar { [weak self] note in
            self?.replay.handle(.seek(note.first))
            if let rule = note.rule { self?.show(rule: rule.parameter) }
        } decide: { [weak self] note in
            self?.replay.decide(note.such, isAccepted: true)
        }
        for widget in [notes.widget, bar.widget] { bars.append(widget) }
        rejections = bar
    }

    /// Shows a rule of the tuning panel.
    private func show(rule parameter: String) {
        showPane(.tune)
        instruments.tune.show(parameter: parameter)
    }

    private func connect() {
        replay.onChange = { [weak self] old, new in self?.show(new, instead: old) }
        replay.viewport = { [weak self] in self?.map.viewport }
        map.onRule = { [weak self] in self?.show(rule: $0) }
        timeline.charts.onPoint = { [weak self] in self?.map.point(at: $0) }
        library.onOpen = { [weak self] path in
            self?.open(path: path)
            if self?.layout.isNarrow == true { self?.showMap() }
        }
        pages.onChoose = { [weak self] in self?.show($0) }
        instruments.day.onOpen = { [weak self] path, instant in self?.open(path: path, at: instant) }
        window.onCloseRequest { [weak self] in
            self?.handleClose()
            return false
        }
        window.onChange(of: "default-width") { [weak self] in self?.handleResize() }
        window.onChange(of: "default-height") { [weak self] in self?.handleResize() }
        window.onChange(of: "maximized") { [weak self] in self?.handleResize() }
        content.install(
            FileDropTarget { [weak self] paths in self?.handleFiles(paths) })
        window.install(KeyController { [weak self] key, held in self?.handle(key, held) ?? false })
        preferences.onChange(for: self) { [weak self] in self?.handlePreferences() }
    }

    /// Escape cancels opening, measuring, an import, and the selection of a part, in this order. The other keys belong
    /// to the replay.
    private func handle(_ key: KeyController.Key, _ held: Modifiers) -> Bool {
        if case .escape = key {
            if replay.isOpening {
                replay.giveUpOpening()
                return true
            }
            if map.hideDecision() || map.tools.cancel() || closeFocusedCurtain() { return true }
            if replay.cancelWork() { return true }
            guard replay.playback.hasRange else { return false }
            replay.handle(.setRange(nil))
            return true
        }
        if case .character("m") = key, !held.contains(.control), !held.contains(.alt) {
            mark()
            return true
        }
        return timeline.handle(key, held)
    }

    // MARK: Changes

    private func show(_ new: ReplayFace, instead old: ReplayFace) {
        let isOther = new.opening != old.opening
        if isOther || new.picture != old.picture {
            showPicture(new, instead: old)
        } else if new.moment != old.moment {
            showInstant()
        }
        if isOther || new.range != old.range {
            map.show(range: replay.range)
            timeline.showRange()
            instruments.showRange()
        }
        if isOther || new.comparison != old.comparison { showComparison() }
        if new.holdsScales != old.holdsScales {
            timeline.charts.holdsScales = new.holdsScales
            showInstant()
        }
        if new.tuning != old.tuning {
            instruments.showParameters()
            showTuningActions()
        }
        if isOther || new.playing != old.playing {
            timeline.showPlayback()
            stateActions?.rate.show(choice: "\(Int(replay.playback.rate))")
        }
        for effect in new.changedEffects(since: old) { show(effect) }
        if new.notice != old.notice, let notice = new.notice { show(notice) }
        if new.storedCount != old.storedCount {
            // A correction can change the activities in the session's row.
            loadLibrary()
            instruments.day.handleStored()
        }
        if new.mapCount != old.mapCount { map.baseMap.reload() }
        if new.ended != old.ended { handleRecorded(new.ended?.path) }
        if new.header != old.header {
            showTitle()
            header.show(progress: replay.progress ?? replay.workText)
            if !replay.isOpening { noteOpened() }
        }
    }

    private func showPicture(_ new: ReplayFace, instead old: ReplayFace) {
        if new.isGrowth(of: old) {
            if let picture = replay.picture { map.show(picture, of: nil) }
            timeline.showSession()
            instruments.showTracks()
            showInstant()
        } else if new.hasOnlyTracks {
            map.show(replay.picture, of: replay.session)
        } else {
            // It is the same session with other parameters, so the user stays at the slider.
            let isTuning = new.opening == old.opening
            if replay.isLive, !isTuning { map.framing.follow() }
            showSession(isTuning: isTuning)
        }
    }

    private func showSession(isTuning: Bool) {
        showTitle()
        map.show(replay.picture, of: replay.session)
        timeline.showSession()
        instruments.showSession()
        showTuningActions()
        showCurtain()
        library.select(path: replay.picture?.path)
        seekAsked()
        showInstant()
        showRecording()
        // The replay's keys work from the start, so that Space does not start a recording.
        if replay.session != nil, !isTuning { timeline.focus() }
        if !isTuning { notes.show(replay.session?.source.notes ?? []) }
        rejections?.show(replay.session?.rejections)
        showKeeping()
    }

    private func showComparison() {
        map.show(compared: replay.compared, replay.comparison, sets: replay.sets)
        instruments.showParameters()
        showTuningActions()
        showCurtain()
    }

    private func show(_ effect: SessionEffect) {
        switch effect {
        case .reference: showReference()
        case .fitting: showFitting()
        case .roads: showRoads()
        case .heights: showHeights()
        case .laps: showLaps()
        case .sensitivity: instruments.tune.showSensitivity()
        case .recording: showRecording()
        }
    }

    private func show(_ notice: Notice) {
        let answer: (label: String, action: () -> Void)?
        switch notice.offer {
        case nil: answer = nil
        case .undo: answer = (localized("Undo"), { [weak self] in self?.replay.undo() })
        case .redo: answer = (localized("Redo"), { [weak self] in self?.replay.redo() })
        case .name(let mark): answer = (localized("Name…"), { [weak self] in self?.rename(mark) })
        case .addToLibrary(let path):
            answer = (localized("Add to the Library"), { [weak self] in self?.replay.addToLibrary([path]) })
        case .showFolder(let path): answer = (localized("Show"), { [weak self] in self?.reveal(path: path) })
        }
        let isLong =
            switch notice.offer {
            case .addToLibrary, .name: true
            default: false
            }
        toasts.show(notice.sentence, answer: answer, for: isLong ? ToastOverlay.longStay : nil)
    }

    private func showFitting() { map.show(fittingOf: replay.reference) }

    private func showReference() {
        map.show(replay.reference)
        timeline.charts.show(replay.reference.comparison)
    }

    private func showRoads() {
        map.show(replay.roads)
        timeline.charts.show(replay.roads.roads)
    }

    private func showLaps() {
        instruments.day.showLaps()
        map.show(gate: replay.laps.rule.gate)
    }

    private func showHeights() {
        map.mapHeights = replay.heights.heights
        timeline.charts.show(mapHeights: replay.heights.heights)
        instruments.showHeights()
    }

    func showTitle() {
        map.setWelcome(replay.picture == nil && !replay.isLive && replay.progress == nil)
        if replay.isLive {
            header.showLive(recording)
        } else if let picture = replay.picture {
            header.show(
                picture, title: replay.title, clock: replay.clock, unit: preferences.speedUnit.distanceUnit)
        } else {
            header.showNothing()
        }
        let name = replay.isLive ? localized("Recording") : replay.title
        window.setTitle(name.map { "\($0) — Odograph" } ?? "Odograph")
    }

    private func showRecording() {
        header.show(recording, isShown: replay.isLive)
        if replay.isLive { header.showLive(recording) }
        map.show(status: recording.state == .recording && replay.isLive ? liveStatus : nil)
    }

    /// The state of a recording that is shown on the map.
    private var liveStatus: String? {
        if let trouble = recording.trouble { return trouble.visible }
        if let message = replay.latest.loss {
            return localized(message.message)
        }
        return replay.latest.position == nil ? localized("Waiting for the first fix…") : nil
    }

    private func handleRecorded(_ path: String?) {
        if let path { open(path: path) }
        loadLibrary()
    }

    private func showInstant() {
        guard replay.instant != nil else { return instruments.showInstant() }
        map.show(replay.latest, until: replay.reached)
        timeline.showInstant()
        instruments.showInstant()
        let running = replay.isLive ? replay.latest.workout : nil
        guard let ended = workouts.note(running, ended: replay.latest.endedWorkout), replay.isLive else { return }
        toasts.show(
            WorkoutWatch.sentence(on: ended, unit: preferences.speedUnit),
            answer: (localized("Show"), { [weak self] in self?.showPane(.day) }))
    }

    private func handlePreferences() {
        replay.setClock(preferences.clockRule)
        showStates()
        map.handlePreferences()
        instruments.handlePreferences()
        if let listed, listed != preferences.recordingFolder { loadLibrary() }
        library.unit = preferences.speedUnit.distanceUnit
        showTitle()
        timeline.showSession()
        instruments.showTracks()
        showComparison()
        showReference()
        showRoads()
        showInstant()
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
        listing?.cancel()
        recording.leave()
        instruments.leave()
        toasts.settle()
        onClosed()
    }

    // MARK: Actions

    /// Opens the simulated day.
    func openDemo() {
        replay.open(localized("the simulated day"), clients.demo)
    }

    /// Follows a recording that is already running.
    func attachToRecording() { recording.attach() }
}
