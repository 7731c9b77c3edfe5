package import FusionCore
import Localization
package import Replay
package import SensorModel
package import ViewerModel

/// The content of a window, and related state.
package struct ReplayState {
    /// The content of a window.
    ///
    /// It is boxed, since reading a property of the state by its key path copies the state.
    package indirect enum Shown {
        /// Nothing yet.
        case nothing
        /// A recording that is in progress or has ended.
        case live(Live)
        /// A session that was read.
        case session(Session)
    }

    /// The known part of a recording.
    package struct Live {
        /// The recording.
        package let source: LiveSession
        /// Its last known state.
        package var standing = LiveSession.Standing()
        /// The number of times that events arrived.
        package var batches = 0
        /// Its last picture; `nil` before the first.
        package var picture: SessionPicture? {
            didSet {
                guard let picture else { return }
                playback = PlaybackState(axis: picture.axis)
                playback.handle(.toEnd)
            }
        }
        /// The position, at the end.
        package private(set) var playback = ReplayState.nowhere
    }

    /// The part of the window that the user asked for last.
    package struct Visit: Equatable {
        /// The page of a narrow window.
        package private(set) var page = WindowPage.map
        /// The number of requests, because the same part can be asked for again.
        private var count = 0
        /// The parameter to be found in the tuning panel; `nil` for none.
        package private(set) var parameter: String?

        mutating func go(to page: WindowPage, parameter: String?) {
            (self.page, self.parameter) = (page, parameter)
            count += 1
        }
    }

    /// The current content.
    package private(set) var shown = Shown.nothing
    /// The current recording, whether it is shown or not; `nil` if there is none.
    package private(set) var recording: Live?
    /// The number of sessions and recordings shown so far. It identifies results for an earlier one, which are dropped.
    package private(set) var opening = 0
    /// The sets of parameters.
    package private(set) var sets = ParameterSets()
    /// Whose clock the times of a session are read from.
    var clockRule = ClockRule.place { didSet { setClock() } }
    /// The clock of the session that is shown.
    package private(set) var clock = SessionClock.local
    /// True while the user holds a slider of a parameter, so that the scales of charts and gauge stay.
    package private(set) var holdsScales = false
    /// The file that is being read; `nil` if there is none.
    private(set) var reading: Reading?
    /// The work on files; `nil` if there is none.
    private var working: Reading?
    /// The files that were added to the library.
    package internal(set) var addedPaths: Set<String> = []
    /// The number of times that maps were added.
    var mapCount = 0
    /// The reason why the last reading failed; `nil` if it did not.
    package private(set) var failure: String?
    /// The number of readings so far.
    private var readingCount = 0
    /// The user's changes, to be undone and redone.
    var history = ChangeHistory()
    /// The number of times that a file stored or lost a change of the user.
    package var storedCount = 0
    /// The last message for the user; `nil` before the first.
    package private(set) var notice: Notice?
    /// The state of each effect, as the number of its changes.
    private(set) var revisions: [SessionEffect: Int] = [:]
    /// The session of the last recording that has ended; `nil` before the first.
    package private(set) var ended: EndedRecording?
    /// The name of what is being run, for the user; `nil` if nothing is.
    package var running: String?
    /// The user's choices for the map.
    package var map = MapModes()
    /// The part of the window that the user asked for last.
    package internal(set) var visit = Visit()
    /// The instant under the pointer over the charts; `nil` if the pointer is elsewhere.
    package var pointed: Instant?
    /// The mark that the user drags; it stays where it was dropped until the session has it there.
    package internal(set) var dragged: MarkDrag?
    /// The sessions of the library.
    package internal(set) var library: [LibraryList.Session] = [] { didSet { list() } }
    /// The paths of the sessions that will be moved to the trash unless the user undoes it.
    package internal(set) var binned: Set<String> = [] { didSet { list() } }
    /// The sessions of the library that the user looks for, without those that will be moved to the trash.
    package var found = LibraryList()

    private static let nowhere = PlaybackState(
        axis: PlaybackAxis(start: Instant(nanoseconds: 0), end: Instant(nanoseconds: 0)))

    // MARK: Changes

    /// Something that is being read or written. What an abandoned reading reports has no effect on the next.
    struct Reading: Equatable {
        let number: Int
        let text: String
    }

    /// A recording that has ended.
    package struct EndedRecording: Equatable {
        let number: Int
        /// The session's file; `nil` if there is none.
        package let path: String?
    }

    /// Shows a session. The parameters that the user chose for its file earlier are a change that can be undone.
    package mutating func show(_ loaded: LoadedSession) {
        begin(.session(Session(loaded)))
        sets = ParameterSets(parameters: loaded.source.parameters)
        guard sets.handle(.apply(loaded.parameters)) else { return }
        history.append(.parameters(sets.active))
        say(localized("The parameters that you chose for this file are in force again."), .undo)
    }

    /// Begins a reading.
    /// - Returns: Its number.
    mutating func read(_ text: String) -> Int {
        readingCount += 1
        (reading, running) = (Reading(number: readingCount, text: text), nil)
        return readingCount
    }

    /// Shows the progress of a reading that continues.
    mutating func show(_ text: String, ofReading number: Int) {
        if reading?.number == number { reading = Reading(number: number, text: text) }
    }

    /// Begins a work on files.
    /// - Returns: Its number.
    mutating func work(_ text: String) -> Int {
        readingCount += 1
        working = Reading(number: readingCount, text: text)
        return readingCount
    }

    /// Shows the progress of work that continues.
    mutating func show(_ text: String, ofWork number: Int) {
        if working?.number == number { working = Reading(number: number, text: text) }
    }

    /// Ends a work, unless another one has begun.
    mutating func endWork(_ number: Int) {
        if working?.number == number { working = nil }
    }

    /// Ends the reading, without a result.
    mutating func endReading() { reading = nil }

    /// Shows why a reading failed, unless another one has begun.
    mutating func fail(_ number: Int, _ error: any Error) {
        guard reading?.number == number else { return }
        reading = nil
        failure = error.sentence
        say(error.sentence, (error as? ManyActivitiesError).map { .addToLibrary(path: $0.path) })
    }

    /// Shows a message.
    package mutating func say(_ sentence: String, _ offer: Notice.Offer? = nil) {
        notice = Notice(number: (notice?.number ?? 0) + 1, sentence: sentence, offer: offer)
    }

    /// Records that the state of an effect has changed.
    mutating func publish(_ effect: SessionEffect) { revisions[effect, default: 0] += 1 }

    /// Records that a recording has ended, with its file.
    mutating func endRecording(path: String?) { ended = EndedRecording(number: (ended?.number ?? 0) + 1, path: path) }

    /// Shows a recording from now on.
    package mutating func start(_ source: LiveSession) {
        recording = Live(source: source)
        showRecording()
    }

    /// Shows the recording that is being made, if one is.
    package mutating func showRecording() {
        guard let recording else { return }
        begin(.live(recording))
        sets.setComparing(false)
    }

    /// Ends the recording; its last picture stays until another session is shown.
    mutating func endRecording() { recording = nil }

    private mutating func begin(_ shown: Shown) {
        opening += 1
        self.shown = shown
        (reading, running, failure, holdsScales) = (nil, nil, nil, false)
        (history, dragged) = (ChangeHistory(), nil)
        setClock()
        pointed = nil
        if !canCompareTracks { map.hasCurtain = false }
    }

    private mutating func setClock() {
        guard let picture, !isLive else { return clock = .local }
        clock = SessionClock(clockRule, at: picture.tracks.finestPositions.first?.coordinate, on: picture.start)
    }

    /// Records the progress of a recording, unless it has ended.
    package mutating func take(
        _ standing: LiveSession.Standing? = nil, _ picture: SessionPicture?, of source: LiveSession
    ) {
        guard var live = recording, live.source === source else { return }
        if let standing {
            live.standing = standing
            live.batches += 1
        }
        if let picture { live.picture = picture }
        recording = live
        if isLive { shown = .live(live) }
    }

    /// Changes the current session in place, if there is one.
    package mutating func edit(_ body: (inout Session) -> Void) {
        guard case .session(var session) = shown else { return }
        // With two owners, the core would be copied at every step of the replay.
        shown = .nothing
        body(&session)
        shown = .session(session)
    }

    /// Handles an action of the tuning panel.
    /// - Returns: True if the parameters changed.
    package mutating func tune(_ action: TunePanel.Action, at now: ContinuousClock.Instant) -> Bool {
        if action == .grab || action == .release { holdsScales = action == .grab }
        // One drag of a slider is undone as one change.
        if openSession?.lastChange.map({ now - $0 > Session.changePause }) ?? true { sets.handle(.release) }
        let count = sets.panel.changeCount
        guard sets.handle(action) else { return false }
        let isNew = sets.panel.changeCount != count
        if isNew { history.append(.parameters(sets.active)) }
        edit {
            $0.lastChange = now
            if isNew { $0.beginChange() }
        }
        return true
    }

    /// Undoes or redoes the last change of a set of parameters.
    mutating func step(_ name: ParameterSets.Name, undoing: Bool) {
        sets.handle(undoing ? .undo : .redo, in: name)
        edit {
            $0.lastChange = nil
            $0.beginChange()
        }
    }

    /// Starts or stops comparing with the other set of parameters.
    package mutating func setComparing(_ isComparing: Bool) {
        sets.setComparing(isComparing)
        edit { $0.compared = nil }
        map.tracks.showsTable = isComparing || map.layers.contains(where: \.isAdded)
    }

    /// Activates the other set of parameters, and shows its run if it exists.
    package mutating func swapSets() {
        sets.swap()
        edit { $0.swap() }
    }

    /// Shows the whole run with other parameters, or with corrections.
    package mutating func finish(_ loaded: LoadedSession, isCorrected: Bool) {
        (running, dragged) = (nil, nil)
        edit { $0.finish(loaded, isCorrected: isCorrected) }
    }

    private mutating func list() { found.sessions = library.filter { !binned.contains($0.id) } }

    // MARK: Derived values

    /// True if there is a change to undo.
    package var canUndo: Bool { history.canUndo }
    /// True if there is an undone change to redo.
    package var canRedo: Bool { history.canRedo }

    /// True while a recording in progress is shown.
    package var isLive: Bool { live != nil }
    /// True while a session is being read, which the user can cancel.
    package var isOpening: Bool { reading != nil }
    /// The work in progress, for the user; `nil` if there is none.
    package var progress: String? { reading?.text ?? running }
    /// The progress of work on files, for the user; `nil` if there is none.
    package var workText: String? { working?.text }
    private var openSession: Session? { if case .session(let session) = shown { session } else { nil } }
    /// The session; `nil` if none is open.
    package var session: LoadedSession? { openSession?.loaded }
    /// The session run with the other set of parameters; `nil` if none is compared or its run is not done.
    package var compared: LoadedSession? { openSession?.compared }
    /// The parameters before their last change, and how well the fixes were predicted; `nil` before the first change.
    package var earlier: (parameters: Parameters, residuals: ResidualFigures?)? { openSession?.earlier }
    /// The user's corrections of the shown session that no run contains yet.
    package var corrections: CorrectionEdit { openSession?.corrections ?? CorrectionEdit() }
    /// The session's name for the user; `nil` if none is open.
    package var title: String? { openSession?.title }
    /// True if only the visible tracks are those of the requested parameters yet.
    package var isExcerpt: Bool { openSession?.drawn.run.isExcerpt ?? false }
    /// The requested parameters.
    package var parameters: Parameters { sets.parameters }
    /// The number of times that events of the shown recording arrived.
    package var batches: Int { live?.batches ?? 0 }
    /// The duration of the recording in seconds, from its events; `nil` before the first.
    var liveDuration: Double? { recording?.standing.duration }

    /// The recording that is shown; `nil` for a session.
    private var live: Live? { if case .live(let live) = shown { live } else { nil } }
    /// The picture to draw, recorded or live.
    package var picture: SessionPicture? { openSession?.drawn.picture ?? live?.picture }
    /// The position of the replay.
    package var playback: PlaybackState { openSession?.playback ?? live?.playback ?? Self.nowhere }
    /// The estimates at the instant.
    package var latest: Latest { openSession?.cursor.core.latest ?? live?.standing.latest ?? Latest() }
    /// The last raw samples at the instant; empty if nothing is open.
    package var rawSamples: RawSamples {
        openSession.map { RawSamples(of: $0.loaded.engine.recording, at: $0.playback.instant) }
            ?? live?.standing.samples ?? RawSamples()
    }
    /// The steps at the instant, without those of rides: while recording, as far as rides are decided by then.
    package var stepCount: Int {
        openSession.map { $0.loaded.run.steps.count(at: $0.playback.instant) } ?? live?.standing.stepCount ?? 0
    }
    /// The metres at the instant, measured and estimated: during a recording as counted live, later as the finished
    /// track has them.
    package var distance: Double? {
        if let session = openSession { return session.loaded.run.distance(at: session.playback.instant) }
        return live?.picture == nil ? nil : latest.distance + latest.estimatedDistance
    }
    /// The activity: during a recording as inferred live, later with hindsight and corrections, as on map and day.
    package var activity: ActivityEstimate? {
        guard let session = openSession else { return latest.activity }
        return session.drawn.picture.activity(at: session.playback.instant)
    }
    /// The name of the sport that a file states at the instant, if it is none of the activities.
    package var otherSport: String? {
        guard let session = openSession, let activity, activity.isStated, activity.activity == .unknown else {
            return nil
        }
        let instant = session.playback.instant
        return session.drawn.picture.day?.items.lazy.compactMap { item in
            if case .move(let move) = item, move.start <= instant, instant <= move.end { move.sport } else { nil }
        }.first
    }
    /// The workout at the instant: during a recording as inferred live, later with hindsight and corrections. The
    /// distance is `nil` if only hindsight knows about the workout.
    package var workout: (duration: Double, distance: Double?)? {
        let live = latest.workout.map { (duration: $0.duration, distance: Optional($0.distance)) }
        guard let session = openSession, let workouts = session.drawn.picture.day?.workouts else { return live }
        let instant = session.playback.instant
        return workouts.first { $0.start <= instant && instant <= $0.end }.map { workout in
            (duration: instant - workout.start, distance: live?.distance)
        }
    }
    /// The instant that is shown; `nil` if nothing is open.
    package var instant: Instant? { picture == nil ? nil : playback.instant }
    /// The instant that the replay has reached; tracks are faint after it. `nil` for whole tracks, before a replay and
    /// in a recording.
    package var reached: Instant? { openSession?.playback.reached }
    /// The selected part; `nil` for the whole session.
    package var range: ClosedRange<Instant>? {
        let playback = playback
        guard playback.hasRange else { return nil }
        let axis = playback.axis
        return axis.instant(at: playback.range.lowerBound)...axis.instant(at: playback.range.upperBound)
    }
    /// The selected part; `nil` for the whole session.
    package var span: TimeSpan? { range.map { TimeSpan(start: $0.lowerBound, end: $0.upperBound) } }
    /// The session in the window, with its tuned parameters and corrections; `nil` without one.
    package var shownSession: OpenedSession? {
        guard let session = openSession else { return nil }
        var shown = session.loaded.source
        shown.title = session.title
        shown.parameters = parameters
        if !session.corrections.isEmpty { shown.recording = shown.recording.corrected(by: session.corrections) }
        return shown
    }
}
