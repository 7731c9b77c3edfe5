import FusionCore
import GTKKit
import Replay
import SensorModel
import ViewerModel

/// A change of the session that a window shows.
enum ReplayChange {
    /// Another session, or the same run with other parameters.
    case session
    /// The tracks of a recording have grown.
    case tracks
    /// The tracks that other parameters make; all else of their run follows.
    case trackPreview
    /// The instant that is shown.
    case instant
    /// The part of the session that is looked at.
    case range
    /// Whether it plays, and how fast.
    case playback
    /// Whether something is being computed.
    case progress
    /// The parameters that are asked for; their run follows.
    case parameters
    /// The set of parameters that is not worked on, its run, or the figures of both.
    case comparison
}

/// The session that a window shows, and the instant of it.
@MainActor
final class ReplayController {
    /// The session; nil if none is open.
    var session: LoadedSession?
    /// The sets of parameters that it is shown with.
    var sets = ParameterSets()
    /// The session run with the other set of parameters; nil if none is compared or its run is not done.
    var compared: LoadedSession?
    /// Both runs in numbers; nil if there is only one.
    var comparison: ComparisonTable?
    /// The position of the replay.
    private(set) var playback = PlaybackState(
        axis: PlaybackAxis(start: Instant(nanoseconds: 0), end: Instant(nanoseconds: 0)))
    /// The estimates at the instant.
    private(set) var latest = Latest()
    /// The activity: during a recording as inferred live, later with hindsight and corrections, as on map and day.
    var activity: ActivityEstimate? {
        guard !isLive, let picture, let instant else { return latest.activity }
        return picture.activity(at: instant)
    }
    /// The workout at the instant: during a recording as inferred live, later with hindsight and corrections. The
    /// distance is `nil` if only hindsight knows of the workout.
    var workout: (duration: Double, distance: Double?)? {
        let live = latest.workout.map { (duration: $0.duration, distance: Optional($0.distance)) }
        guard !isLive, let workouts = picture?.day?.workouts, let instant else { return live }
        return workouts.first { $0.start <= instant && instant <= $0.end }.map { workout in
            (duration: instant - workout.start, distance: live?.distance)
        }
    }
    /// The metres at the instant, measured and estimated: during a recording as counted live, later as the finished
    /// track has them.
    var distance: Double? {
        guard instant != nil else { return nil }
        guard !isLive, let session, let instant else { return latest.distance + latest.estimatedDistance }
        return session.run.distance(at: instant)
    }
    /// The steps at the instant, without those of rides: while recording, as far as rides are decided by then.
    var stepCount: Int {
        if isLive { return liveStanding.stepCount }
        guard let session, let instant else { return latest.step?.count ?? 0 }
        return session.run.steps.count(at: instant)
    }
    /// The last raw samples at the instant; empty if nothing is open.
    var rawSamples: RawSamples {
        if isLive { return liveStanding.samples }
        guard let session, let instant else { return RawSamples() }
        return RawSamples(of: session.engine.recording, at: instant)
    }
    /// The session's name for the user; `nil` if none is open.
    private(set) var title: String?
    /// The number of sessions and recordings shown so far: results of an earlier one are dropped.
    private(set) var opening = 0
    /// The user's corrections of the session that is shown which no run contains yet.
    var corrections = CorrectionEdit()
    /// The work in progress, for the user; `nil` without any.
    var progress: String?
    /// The effects of the parameters on the session.
    let sensitivity = SensitivityRunner()
    /// The reference that the session is compared with.
    let reference = ReferenceWatch()
    /// The roads on which the session was.
    let roads = RoadWatch()
    /// The heights of the ground under the session's track.
    let heights = HeightWatch()
    /// True while the parameters are looked at, which is when their effects are worth trying.
    var showsParameters = false { didSet { if showsParameters != oldValue { trySensitivity() } } }
    /// Called on every change.
    var onChange: (ReplayChange) -> Void = { _ in }

    private var cursor: ReplayCursor?
    /// What the cursor runs along.
    var pointed: (core: Parameters, preview: SessionRun.Preview?)?
    /// The missing parts of the run that is shown; `nil` if it is complete.
    private(set) var preview: SessionRun.Preview?
    private var reading: Task<Void, Never>?
    var tuning: Task<Void, Never>?
    var lastChange: ContinuousClock.Instant?
    /// The time at which the window last got a run with other parameters.
    private(set) var lastTuned: ContinuousClock.Instant?

    /// The picture to draw, recorded or live.
    private(set) var picture: SessionPicture?
    /// True while a recording is shown as it is made.
    private(set) var isLive = false
    /// The recording that is being made, shown or not; nil if none is.
    private var live: LiveSession?
    /// Its last known state, shown or not.
    private var liveStanding = LiveSession.Standing()
    /// Its last picture.
    private var livePicture: SessionPicture?
    /// The duration of the recording in seconds, by its events; `nil` before the first.
    var liveDuration: Double? { liveStanding.duration }
    /// The instant that is shown; nil if nothing is open.
    var instant: Instant? { picture == nil ? nil : playback.instant }
    /// The instant up to which tracks are drawn in full strength; `nil` for all: before a replay and in a recording.
    var reached: Instant? { isLive || picture == nil ? nil : playback.reached }
    /// The part that is looked at; nil for all of it.
    var range: ClosedRange<Instant>? {
        guard playback.hasRange else { return nil }
        let axis = playback.axis
        return axis.instant(at: playback.range.lowerBound)...axis.instant(at: playback.range.upperBound)
    }
    /// The parameters that are asked for.
    var parameters: Parameters { sets.parameters }

    /// Opens what `read` reads, in the background; the newest call wins.
    func open(
        _ what: String, _ read: @escaping @Sendable () async throws -> OpenedSession,
        failed: @escaping @MainActor (any Error) -> Void
    ) {
        open(what, reading: { _ in try await read() }, failed: failed)
    }

    /// Opens the result of `read` in the background, and shows the share that it reports; the newest call wins.
    func open(
        _ what: String,
        reading read:
            @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws -> OpenedSession,
        failed: @escaping @MainActor (any Error) -> Void
    ) {
        let progress: @Sendable (Double) -> Void = { [weak self] share in
            Task { @MainActor in self?.show(share, of: what) }
        }
        show(what, Task.detached { try await LoadedSession.load { try await read(progress) } }, failed: failed)
    }

    /// Shows what is being opened already.
    func open(_ what: String, _ early: EarlyOpening, failed: @escaping @MainActor (any Error) -> Void) {
        early.onShare = { [weak self] share in self?.show(share, of: what) }
        show(what, early.work, failed: failed)
    }

    private func show(
        _ what: String, _ work: Task<LoadedSession, any Error>, failed: @escaping @MainActor (any Error) -> Void
    ) {
        reading?.cancel()
        tuning?.cancel()
        isOpening = true
        progress = localized("Opening {1}…", what)
        onChange(.progress)
        reading = Task { [weak self] in
            do {
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
                failed(error)
            }
        }
    }

    /// True while something is read that can be given up.
    private(set) var isOpening = false

    private func show(_ share: Double, of what: String) {
        guard isOpening else { return }
        progress = localized("Opening {1}: {2} % (Esc cancels)", "\(what)", "\(Int(share * 100))")
        onChange(.progress)
    }

    /// Cancels the opening; the session shown before stays.
    func giveUpOpening() {
        guard isOpening else { return }
        reading?.cancel()
        isOpening = false
        progress = nil
        onChange(.progress)
    }

    /// Waits until nothing is being computed.
    func settle() async {
        await reading?.value
        await tuning?.value
    }

    private func show(_ loaded: LoadedSession) {
        opening += 1
        isLive = false
        session = loaded
        picture = loaded.picture
        title = loaded.picture.title
        corrections = CorrectionEdit()
        preview = nil
        progress = nil
        sets = ParameterSets(parameters: loaded.parameters)
        compared = nil
        comparison = nil
        lastChange = nil
        playback = PlaybackState(axis: loaded.picture.axis)
        sensitivity.forget()
        reference.end()
        point(at: loaded)
        onChange(.progress)
        onChange(.session)
        onChange(.range)
        onChange(.comparison)
        onChange(.playback)
        trySensitivity()
    }

    private func point(at loaded: LoadedSession) {
        var cursor = ReplayCursor(loaded.engine.recording, checkpoints: loaded.run.core.checkpoints)
        cursor.move(to: playback.instant)
        latest = cursor.core.latest
        self.cursor = cursor
        pointed = (loaded.run.core.parameters, loaded.run.preview)
    }

    /// Does what the user, or the frame clock, does to the replay.
    func handle(_ action: PlaybackState.Action) {
        guard session != nil else { return }
        let before = playback
        sensitivity.handleMove()
        playback.handle(action)
        if let target = playback.takeTarget() {
            cursor?.move(to: target)
            latest = cursor?.core.latest ?? Latest()
            onChange(.instant)
        }
        if playback.range != before.range { onChange(.range) }
        if playback.isPlaying != before.isPlaying || playback.rate != before.rate { onChange(.playback) }
    }

    // MARK: Live

    /// Shows a recording from now on.
    func startLive() {
        live = LiveSession(parameters: parameters)
        liveStanding = .init()
        livePicture = nil
        showLive()
    }

    /// The recording has ended; its last picture stays until another session is shown.
    func endLive() {
        live = nil
        livePicture = nil
    }

    /// Shows the recording that is being made.
    func showLive() {
        guard let live else { return }
        reading?.cancel()
        isOpening = false
        tuning?.cancel()
        opening += 1
        isLive = true
        playback = PlaybackState(axis: PlaybackAxis(start: Instant(nanoseconds: 0), end: Instant(nanoseconds: 0)))
        session = nil
        sensitivity.forget()
        reference.end()
        title = nil
        corrections = CorrectionEdit()
        cursor = nil
        picture = nil
        preview = nil
        progress = nil
        sets.setComparing(false)
        compared = nil
        comparison = nil
        lastChange = nil
        latest = liveStanding.latest
        if let livePicture { show(live: livePicture) }
        onChange(.session)
        onChange(.range)
        onChange(.comparison)
        onChange(.playback)
        // It has grown while another session was shown.
        reading = Task { [weak self] in
            guard let picture = await live.picture() else { return }
            self?.take(picture, of: live)
        }
    }

    /// Processes the next events of the recording; the work is done apart from the main actor.
    /// - Parameter redrawsTracks: Whether the tracks are made again; dearer than the rest.
    func consume(_ events: ArraySlice<SensorEvent>, redrawsTracks: Bool) async {
        guard let live else { return }
        let standing = await live.consume(events)
        // Events come on while another session is looked at.
        let picture = redrawsTracks && isLive ? await live.picture() : nil
        guard live === self.live else { return }
        liveStanding = standing
        if isLive { latest = standing.latest }
        if let picture { take(picture, of: live) }
        if isLive { onChange(.instant) }
    }

    private func take(_ picture: SessionPicture, of recording: LiveSession) {
        guard recording === live else { return }
        livePicture = picture
        guard isLive else { return }
        let isFirst = self.picture == nil
        show(live: picture)
        onChange(isFirst ? .session : .tracks)
    }

    private func show(live picture: SessionPicture) {
        self.picture = picture
        playback.setAxis(picture.axis)
        playback.handle(.toEnd)
        _ = playback.takeTarget()
    }

    // MARK: Tuning

    /// Calls the session something else.
    func rename(to title: String) {
        self.title = title
        onChange(.progress)
    }

    /// The session in the window, with its tuned parameters and corrections; `nil` without one.
    var shownSession: OpenedSession? {
        guard var shown = session?.source else { return nil }
        shown.title = title ?? shown.title
        shown.parameters = parameters
        if !corrections.isEmpty { shown.recording = shown.recording.corrected(by: corrections) }
        return shown
    }

    /// Shows a run with other parameters at the instant that is shown.
    func show(tuned loaded: LoadedSession) {
        picture = loaded.picture
        preview = loaded.run.preview
        defer { lastTuned = .now }
        guard preview != .tracks else { return onChange(.trackPreview) }
        // A change that does not reach the core leaves its estimates unchanged: no seek.
        if pointed?.core != loaded.run.core.parameters || pointed?.preview != preview { point(at: loaded) }
        onChange(.session)
    }

    /// Ends what runs in the background.
    func cancel() {
        sensitivity.stop()
        reference.end()
        reading?.cancel()
        tuning?.cancel()
    }
}
