import FusionCore
import Replay
import SensorModel
import ViewerModel

/// What changed of the session that a window shows.
enum ReplayChange {
    /// Another session, or the same run with other parameters.
    case session
    /// The tracks of a recording have grown.
    case tracks
    /// The instant that is shown.
    case instant
    /// Whether it plays, and how fast.
    case playback
    /// Whether something is being computed.
    case progress
    /// The parameters that are asked for; their run follows.
    case parameters
}

/// The session that a window shows, and the instant of it.
@MainActor
final class ReplayController {
    /// The session; nil where none is open.
    private(set) var session: LoadedSession?
    /// Where the replay stands.
    private(set) var playback = PlaybackState(
        axis: PlaybackAxis(start: Instant(nanoseconds: 0), end: Instant(nanoseconds: 0)))
    /// What the core says at the instant.
    private(set) var latest = Latest()
    /// What is being done, for a person; nil where nothing is.
    private(set) var progress: String?
    /// Called on every change.
    var onChange: (ReplayChange) -> Void = { _ in }

    private var cursor: ReplayCursor?
    /// What the cursor runs along.
    private var pointed: (core: Parameters, isPreview: Bool)?
    private var opening: Task<Void, Never>?
    private var tuning: Task<Void, Never>?
    private var history: [Parameters] = []
    private var lastChange: (name: String, time: ContinuousClock.Instant)?

    /// How long a person pauses between two changes of one parameter.
    private static let changePause = Duration.seconds(1)

    /// What there is to draw, recorded or live.
    private(set) var picture: SessionPicture?
    /// True while a recording is shown as it is made.
    var isLive: Bool { live != nil }
    private var live: LiveSession?
    /// The instant that is shown; nil where nothing is open.
    var instant: Instant? { picture == nil ? nil : playback.instant }
    /// The parameters that the session is shown with.
    var parameters: Parameters { pending ?? session?.parameters ?? Parameters() }
    /// Whether a change of parameters can be taken back.
    var canUndo: Bool { !history.isEmpty }

    /// Opens what `read` reads, in the background; the newest call wins.
    func open(
        _ what: String, _ read: @escaping @Sendable () async throws -> OpenedSession,
        failed: @escaping @MainActor (String) -> Void
    ) {
        open(what, reading: { _ in try await read() }, failed: failed)
    }

    /// Opens what `read` reads, in the background, showing the share that it tells; the newest call wins.
    func open(
        _ what: String,
        reading read: @escaping @Sendable (_ tell: @escaping @Sendable (Double) -> Void) async throws -> OpenedSession,
        failed: @escaping @MainActor (String) -> Void
    ) {
        opening?.cancel()
        tuning?.cancel()
        isOpening = true
        progress = "Opening \(what)…"
        onChange(.progress)
        let tell: @Sendable (Double) -> Void = { [weak self] share in
            Task { @MainActor in self?.show(share, of: what) }
        }
        opening = Task { [weak self] in
            do {
                let work = Task.detached { try LoadedSession(try await read(tell)) }
                let loaded = try await withTaskCancellationHandler {
                    try await work.value
                } onCancel: {
                    work.cancel()
                }
                guard !Task.isCancelled else { return }
                self?.isOpening = false
                self?.show(loaded)
            } catch {
                if !Task.isCancelled { self?.isOpening = false }
                guard !Task.isCancelled else { return }
                self?.progress = nil
                self?.onChange(.progress)
                failed("\(error)")
            }
        }
    }

    /// True while something is read that can be given up.
    private(set) var isOpening = false

    private func show(_ share: Double, of what: String) {
        guard isOpening else { return }
        progress = "Opening \(what): \(Int(share * 100)) % (Esc gives up)"
        onChange(.progress)
    }

    /// Gives up what is being opened; what was shown before stays.
    func giveUpOpening() {
        guard isOpening else { return }
        opening?.cancel()
        isOpening = false
        progress = nil
        onChange(.progress)
    }

    /// Waits until nothing is being computed.
    func settle() async {
        await opening?.value
        await tuning?.value
    }

    private func show(_ loaded: LoadedSession) {
        live = nil
        session = loaded
        picture = loaded.picture
        progress = nil
        history = []
        lastChange = nil
        playback = PlaybackState(axis: loaded.picture.axis)
        point(at: loaded)
        onChange(.progress)
        onChange(.session)
        onChange(.playback)
    }

    private func point(at loaded: LoadedSession) {
        var cursor = ReplayCursor(loaded.engine.recording, checkpoints: loaded.run.core.checkpoints)
        cursor.move(to: playback.instant)
        latest = cursor.core.latest
        self.cursor = cursor
        pointed = (loaded.run.core.parameters, loaded.run.isPreview)
    }

    /// Does what a person, or the frame clock, does to the replay.
    func handle(_ action: PlaybackState.Action) {
        guard session != nil else { return }
        let before = playback
        playback.handle(action)
        if let target = playback.takeTarget() {
            cursor?.move(to: target)
            latest = cursor?.core.latest ?? Latest()
            onChange(.instant)
        }
        if playback.isPlaying != before.isPlaying || playback.rate != before.rate { onChange(.playback) }
    }

    // MARK: Live

    /// Shows a recording from now on.
    func startLive() {
        opening?.cancel()
        tuning?.cancel()
        session = nil
        cursor = nil
        picture = nil
        progress = nil
        history = []
        lastChange = nil
        live = LiveSession(parameters: parameters)
        latest = Latest()
        onChange(.session)
        onChange(.playback)
    }

    /// Takes the next events of the recording.
    /// - Parameter redrawsTracks: Whether the tracks are made again; dearer than the rest.
    func consume(_ events: [SensorEvent], redrawsTracks: Bool) {
        guard live != nil else { return }
        live?.consume(events)
        latest = live?.latest ?? Latest()
        if redrawsTracks, let picture = live?.picture {
            let isFirst = self.picture == nil
            self.picture = picture
            playback.setAxis(picture.axis)
            playback.handle(.toEnd)
            _ = playback.takeTarget()
            onChange(isFirst ? .session : .tracks)
        }
        onChange(.instant)
    }

    // MARK: Tuning

    /// Runs the session with another value of a parameter, in the background; the newest change wins.
    func set(_ name: String, to value: ParameterValue) {
        var changed = parameters
        guard changed.value(of: name) != value, (try? changed.set(name, to: value)) != nil else { return }
        // One drag of a slider is one change to take back.
        let now = ContinuousClock.now
        if lastChange.map({ $0.name != name || now - $0.time > Self.changePause }) ?? true {
            history.append(parameters)
        }
        lastChange = (name, now)
        run(with: changed)
    }

    /// Takes the last change back.
    func undo() {
        guard let last = history.popLast() else { return }
        lastChange = nil
        run(with: last)
    }

    private var pending: Parameters?

    private func run(with parameters: Parameters) {
        guard let session else { return }
        pending = parameters
        tuning?.cancel()
        onChange(.parameters)
        tuning = Task { [weak self] in
            if let preview = await Self.cancellable({ session.preview(with: parameters) }) {
                guard !Task.isCancelled else { return }
                self?.show(tuned: preview)
                self?.progress = "First picture, without the motion sensors; the whole run follows…"
                self?.onChange(.progress)
            }
            let loaded = await Self.cancellable { try? session.running(with: parameters) }
            guard let self, !Task.isCancelled, let loaded else { return }
            pending = nil
            progress = nil
            self.session = loaded
            show(tuned: loaded)
        }
    }

    /// Works apart from the main actor, and stops when the caller does.
    private static func cancellable(
        _ work: @escaping @Sendable () -> LoadedSession?
    ) async -> LoadedSession? {
        let run = Task.detached { work() }
        return await withTaskCancellationHandler {
            await run.value
        } onCancel: {
            run.cancel()
        }
    }

    /// Adds what a person put right to the session that is shown, and runs it again in the background.
    func add(_ corrections: [SensorEvent]) {
        guard let session else { return }
        tuning?.cancel()
        progress = "Putting right…"
        onChange(.progress)
        tuning = Task { [weak self] in
            let loaded = await Self.cancellable { try? session.adding(corrections) }
            guard let self, !Task.isCancelled, let loaded else { return }
            pending = nil
            progress = nil
            self.session = loaded
            pointed = nil
            onChange(.progress)
            show(tuned: loaded)
        }
    }

    private func show(tuned loaded: LoadedSession) {
        picture = loaded.picture
        // A change that does not reach the core leaves what it says as it is: no seek.
        if pointed?.core != loaded.run.core.parameters || pointed?.isPreview != loaded.run.isPreview {
            point(at: loaded)
        }
        onChange(.session)
    }

    /// Ends what runs in the background.
    func cancel() {
        opening?.cancel()
        tuning?.cancel()
    }
}
