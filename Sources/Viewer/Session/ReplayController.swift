import FusionCore
import Localization
package import SensorModel
package import ViewerModel

/// The session and the instant that a window shows.
@MainActor @dynamicMemberLookup
package final class ReplayController {
    private var state = ReplayState()
    /// The effects of the parameters on the session.
    package let sensitivity = SensitivityRunner()
    /// The tracks that were added to the map, and the figures of those that are shown.
    package let tracks = TrackWatch()
    /// The roads that the session followed.
    package let roads = RoadWatch()
    /// The heights of the ground under the session's track.
    package let heights = HeightWatch()
    /// The laps of the session.
    package let laps = LapWatch()
    /// The library on the map.
    package let libraryMap = LibraryMapWatch()
    /// True while the parameters are visible, so that their effects are worth trying.
    package var showsParameters = false { didSet { if showsParameters != oldValue { trySensitivity() } } }
    /// Called after every change, with the previous and the new appearance.
    package var onChange: (_ old: ReplayFace, _ new: ReplayFace) -> Void = { _, _ in }
    /// Returns the visible part of the map; `nil` without a map.
    package var viewport: () -> MapViewport? = { nil }
    /// The time at which the window last got a run with other parameters.
    package var lastTuned: ContinuousClock.Instant?

    private var reading: Task<Void, Never>?
    package var tuning: Task<Void, Never>?

    /// The user's settings; `nil` for the defaults.
    package let preferences: ViewerPreferences?
    package let clients: ViewerClients?
    private let journal: OpeningJournal?
    /// The files that are being opened.
    private var openingItems: [OpeningJournal.Item] = []
    /// The instant of the next session that is shown first; `nil` for its start.
    private var target: ((SessionPicture) -> Instant)?
    /// The files whose tracks are added to the next session.
    private var awaitedTracks: [String] = []
    /// The listing of the library, and its folder; `nil` before the first one.
    var listing: (folder: String?, task: Task<Void, Never>)?
    private var workouts = WorkoutWatch()
    let keeper: ParameterKeeper
    /// The last of the user's changes that are still being made, and their number.
    var changing: Task<Void, Never>?
    /// The work on files.
    var working: Task<Void, Never>?
    var pendingChanges = 0

    /// Creates a controller that shows nothing.
    package init(
        clients: ViewerClients? = nil, preferences: ViewerPreferences? = nil, journal: OpeningJournal? = nil
    ) {
        (self.clients, self.preferences, self.journal) = (clients, preferences, journal)
        keeper = ParameterKeeper(client: clients?.tuning) { preferences?.recordingFolder }
        sensitivity.owner = self
        tracks.owner = self
        tracks.fitting.owner = self
        roads.owner = self
        heights.owner = self
        laps.owner = self
        libraryMap.owner = self
        preferences?.onChange(for: self) { [weak self] in self?.handlePreferences() }
        handlePreferences()
    }

    /// The user's folder of sessions; `nil` for the library's own.
    package var folder: String? { preferences?.recordingFolder }

    /// The unit of speeds; distances follow it.
    package var unit: SpeedUnit { preferences?.speedUnit ?? .kilometresPerHour }

    private func handlePreferences() {
        guard let preferences else { return }
        setClock(preferences.clockRule)
        if let listing, listing.folder != folder { loadLibrary() }
    }

    /// The state of the window.
    package subscript<Value>(dynamicMember path: KeyPath<ReplayState, Value>) -> Value { state[keyPath: path] }

    /// Changes the state, and reports the previous and the new appearance to the panes.
    package func change(_ body: (inout ReplayState) -> Void) {
        let old = ReplayFace(state)
        body(&state)
        let new = ReplayFace(state)
        guard new != old else { return }
        onChange(old, new)
        if new.library != old.library || new.binned != old.binned || new.search != old.search {
            libraryMap.show(state.found)
        }
        let changed = [
            new.storedCount == old.storedCount ? nil : state.picture?.path,
            new.ended == old.ended ? nil : new.ended?.path,
        ]
        for path in changed.compactMap(\.self) { libraryMap.reread(path) }
        if new.opening != old.opening { libraryMap.isOn = false }
        if new.map != old.map { roads.isOn = new.map.layers.contains(.roads) }
        if old.header.isOpening, !new.header.isOpening { handleOpened() }
        let picture = FaceChange(from: old, to: new).picture
        if picture == .session || new.map.tracks != old.map.tracks || new.comparison != old.comparison {
            tracks.update()
        }
        guard picture == .session else { return }
        roads.show(state.session)
        heights.show(state.session)
        laps.show(state.session)
    }

    /// Reads the times of sessions from another clock.
    package func setClock(_ rule: ClockRule) { change { $0.clockRule = rule } }

    /// Records that the state of an effect has changed.
    func publish(_ effect: SessionEffect) { change { $0.publish(effect) } }

    /// Shows a message.
    package func say(_ sentence: String, _ offer: Notice.Offer? = nil) { change { $0.say(sentence, offer) } }

    /// Opens files as one session; Escape cancels it.
    /// - Parameter instant: The instant to show; `nil` for the start.
    package func open(_ paths: [String], at instant: Instant? = nil) {
        guard let clients, !paths.isEmpty else { return }
        noteOpening(paths)
        open(FileWords.name(of: paths), reading: clients.reading(paths))
        if let instant { target = { _ in instant } }
    }

    /// Opens a file that is already being read.
    package func open(_ early: EarlyOpening) {
        noteOpening([early.path])
        let what = FileWords.name(of: [early.path])
        let number = beginReading(what)
        early.onShare = { [weak self] share in self?.show(share, of: what, number) }
        show(early.work, number)
    }

    /// Opens the simulated day.
    package func openDemo() { if let clients { open(localized("the simulated day"), clients.demo) } }

    /// Shows the session that is being opened at a number of seconds from its start.
    package func seekWhenOpened(toSecond second: Double) { target = { $0.start + second } }

    /// Adds the tracks of files to the map of the session that is being opened.
    package func addTracksWhenOpened(_ paths: [String]) { awaitedTracks = paths }

    /// Adds the maps among files to the user's maps, and opens the other one; several become sessions of the library.
    package func handle(files paths: [String]) {
        let maps = clients?.tiles == nil ? [] : paths.filter { TileClient.isMap(path: $0) }
        let sessions = maps.isEmpty ? paths : paths.filter { !TileClient.isMap(path: $0) }
        let isImport = sessions.count > 1 && clients?.changes != nil
        // One session is opened while maps are copied; several wait, because both show their progress in the header.
        if !isImport { open(Array(sessions.prefix(1))) }
        if !maps.isEmpty {
            addMaps(maps, thenToLibrary: isImport ? sessions : [])
        } else if isImport {
            addToLibrary(sessions)
        }
    }

    private func noteOpening(_ paths: [String]) {
        guard let journal else { return }
        openingItems += paths.map { OpeningJournal.Item.session(path: $0) }
        openingItems.forEach(journal.begin)
    }

    /// Ends the crash detection for the opening some time after it, because the first drawing is part of it.
    private func handleOpened() {
        guard let journal, !openingItems.isEmpty else { return }
        let opened = openingItems
        openingItems = []
        Task {
            try? await Task.sleep(for: OpeningJournal.settling)
            opened.forEach(journal.end)
        }
    }

    /// Opens the result of `read` in the background. A newer call cancels an older one.
    package func open(_ what: String, _ read: @escaping @Sendable () async throws -> OpenedSession) {
        open(what, reading: { _ in try await read() })
    }

    /// Opens the result of `read` in the background, and shows the fraction that it reports. A newer call cancels an
    /// older one.
    func open(
        _ what: String,
        reading read:
            @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws -> OpenedSession
    ) {
        let number = beginReading(what)
        let progress: @Sendable (Double) -> Void = { [weak self] share in
            Task { @MainActor in self?.show(share, of: what, number) }
        }
        let tuned = keeper.reader
        show(Task.detached { try await LoadedSession.load({ try await read(progress) }, tuned: tuned) }, number)
    }

    private func beginReading(_ what: String) -> Int {
        reading?.cancel()
        tuning?.cancel()
        keeper.settle()
        target = nil
        var number = 0
        change { number = $0.read(localized("Opening {1}…", what)) }
        return number
    }

    private func show(_ work: Task<LoadedSession, any Error>, _ number: Int) {
        reading = Task { [weak self] in
            do {
                let loaded = try await withTaskCancellationHandler {
                    try await work.value
                } onCancel: {
                    work.cancel()
                }
                guard !Task.isCancelled else { return }
                self?.show(loaded)
            } catch {
                guard !Task.isCancelled else { return }
                self?.change { $0.fail(number, error) }
            }
        }
    }

    /// Waits until the session that is being opened is shown.
    func opened() async { await reading?.value }

    private func show(_ share: Double, of what: String, _ number: Int) {
        let percent = "\(Int(nearest: (share * 100).rounded(.down)))"
        change { $0.show(localized("Opening {1}: {2} % (Esc cancels)", what, percent), ofReading: number) }
    }

    /// Cancels the opening; the session shown before stays.
    /// - Returns: False if there is none.
    package func giveUpOpening() -> Bool {
        guard state.isOpening else { return false }
        reading?.cancel()
        change { $0.endReading() }
        return true
    }

    /// Waits until all computations have finished.
    package func settle() async {
        await changing?.value
        await working?.value
        await reading?.value
        await tuning?.value
        await tracks.settle()
    }

    private func show(_ loaded: LoadedSession) {
        // A recording that has ended is shown from its file.
        let before = self.isLive ? state.ended?.path : self.session?.source.path
        let isSame = loaded.source.path != nil && loaded.source.path == before
        sensitivity.forget()
        keeper.hasOwn = true
        change { $0.show(loaded) }
        if let target { handle(.seek(target(loaded.picture))) }
        tracks.begin(loaded, isSame: isSame)
        for path in awaitedTracks { addTrack(ofFileAt: path) }
        awaitedTracks = []
        trySensitivity()
    }

    /// Handles an action of the user or of the frame clock on the replay.
    package func handle(_ action: PlaybackState.Action) {
        guard state.session != nil else { return }
        change { $0.edit { $0.handle(action) } }
    }

    // MARK: Live

    /// Shows a recording from now on.
    /// - Parameter isAgain: Whether it is the one that is shown, whose events follow again.
    package func startLive(isAgain: Bool = false) {
        let recording = LiveSession(parameters: state.parameters)
        showLive(isSame: isAgain && self.isLive) { $0.start(recording) }
    }

    /// Handles the end of the recording. Its last picture remains until another session is shown.
    func endLive() {
        if let source = state.recording?.source { Task { await source.finish() } }
        change { $0.endRecording() }
    }

    /// Shows the current recording.
    package func showLive() { showLive(isSame: false) { $0.showRecording() } }

    private func showLive(isSame: Bool, _ show: (inout ReplayState) -> Void) {
        let opening = state.opening
        change(show)
        guard state.opening != opening, let source = state.recording?.source else { return }
        reading?.cancel()
        tuning?.cancel()
        sensitivity.forget()
        if isSame { tracks.filters.runAll() } else { tracks.removeAll() }
        // The recording has grown while another session was shown.
        reading = Task { [weak self] in
            guard let picture = await source.picture() else { return }
            self?.change { $0.take(nil, picture, of: source) }
        }
    }

    /// Processes the next events of the recording, off the main actor.
    /// - Parameter redrawsTracks: Whether to create the tracks again, which takes longer than the rest.
    package func consume(_ events: ArraySlice<SensorEvent>, redrawsTracks: Bool) async {
        guard let source = state.recording?.source else { return }
        let standing = await source.consume(events)
        // Events continue to arrive while another session is shown.
        let picture = redrawsTracks && state.isLive ? await source.picture() : nil
        change { $0.take(standing, picture, of: source) }
        guard state.isLive, let workout = workouts.consume(standing.latest.workout, ended: standing.latest.endedWorkout)
        else { return }
        say(WorkoutWatch.sentence(on: workout, unit: unit), .showDay)
    }

    /// Cancels all background tasks.
    package func cancel() {
        keeper.settle()
        listing?.task.cancel()
        roads.show(LoadedSession?.none)
        heights.show(LoadedSession?.none)
        laps.show(nil)
        libraryMap.stop()
        sensitivity.stop()
        tracks.removeAll()
        reading?.cancel()
        tuning?.cancel()
    }
}
