import Localization
package import SensorModel
package import ViewerModel

/// The session and the instant that a window shows.
@MainActor @dynamicMemberLookup
package final class ReplayController {
    private var state = ReplayState()
    /// The effects of the parameters on the session.
    package let sensitivity = SensitivityRunner()
    /// The reference that the session is compared with.
    package let reference = ReferenceWatch()
    /// The roads that the session followed.
    package let roads = RoadWatch()
    /// The heights of the ground under the session's track.
    package let heights = HeightWatch()
    /// The laps of the session.
    package let laps = LapWatch()
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

    /// The user's folder of sessions; `nil` for the library's own.
    let folder: () -> String?
    let clients: ViewerClients?
    let keeper: ParameterKeeper
    /// The last of the user's changes that are still being made, and their number.
    var changing: Task<Void, Never>?
    /// The work on files.
    var working: Task<Void, Never>?
    var pendingChanges = 0

    /// Creates a controller that shows nothing.
    package init(clients: ViewerClients? = nil, folder: @escaping () -> String? = { nil }) {
        self.clients = clients
        self.folder = folder
        keeper = ParameterKeeper(client: clients?.tuning, folder: folder)
        sensitivity.owner = self
        reference.owner = self
        reference.fitting.owner = self
        roads.owner = self
        heights.owner = self
        laps.owner = self
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
        let isOther = new.opening != old.opening || new.picture != old.picture
        guard isOther, !new.hasOnlyTracks, !new.isGrowth(of: old) else { return }
        roads.show(state.session)
        heights.show(state.session)
        laps.show(state.session)
    }

    /// Reads the times of sessions from another clock.
    package func setClock(_ rule: ClockRule) { change { $0.clockRule = rule } }

    /// Records that the state of an effect has changed.
    func note(_ effect: SessionEffect) { change { $0.note(effect) } }

    /// Shows a message.
    package func say(_ sentence: String, _ offer: Notice.Offer? = nil) { change { $0.say(sentence, offer) } }

    /// Opens the result of `read` in the background. A newer call cancels an older one.
    package func open(_ what: String, _ read: @escaping @Sendable () async throws -> OpenedSession) {
        open(what, reading: { _ in try await read() })
    }

    /// Opens the result of `read` in the background, and shows the fraction that it reports. A newer call cancels an
    /// older one.
    package func open(
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

    /// Shows a session that is already being opened.
    package func open(_ what: String, _ early: EarlyOpening) {
        let number = beginReading(what)
        early.onShare = { [weak self] share in self?.show(share, of: what, number) }
        show(early.work, number)
    }

    private func beginReading(_ what: String) -> Int {
        reading?.cancel()
        tuning?.cancel()
        keeper.settle()
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
    package func giveUpOpening() {
        guard state.isOpening else { return }
        reading?.cancel()
        change { $0.endReading() }
    }

    /// Waits until all computations have finished.
    package func settle() async {
        await changing?.value
        await working?.value
        await reading?.value
        await tuning?.value
    }

    private func show(_ loaded: LoadedSession) {
        sensitivity.forget()
        reference.end()
        keeper.hasOwn = true
        change { $0.show(loaded) }
        trySensitivity()
    }

    /// Handles an action of the user or of the frame clock on the replay.
    package func handle(_ action: PlaybackState.Action) {
        guard state.session != nil else { return }
        change { $0.edit { $0.handle(action) } }
    }

    // MARK: Live

    /// Shows a recording from now on.
    package func startLive() {
        let recording = LiveSession(parameters: state.parameters)
        showLive { $0.start(recording) }
    }

    /// Handles the end of the recording. Its last picture remains until another session is shown.
    func endLive() { change { $0.endRecording() } }

    /// Shows the current recording.
    package func showLive() { showLive { $0.showRecording() } }

    private func showLive(_ show: (inout ReplayState) -> Void) {
        let opening = state.opening
        change(show)
        guard state.opening != opening, let source = state.recording?.source else { return }
        reading?.cancel()
        tuning?.cancel()
        sensitivity.forget()
        reference.end()
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
    }

    /// Cancels all background tasks.
    package func cancel() {
        keeper.settle()
        roads.show(LoadedSession?.none)
        heights.show(LoadedSession?.none)
        laps.show(nil)
        sensitivity.stop()
        reference.end()
        reading?.cancel()
        tuning?.cancel()
    }
}
