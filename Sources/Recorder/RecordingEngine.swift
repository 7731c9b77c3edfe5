import FusionCore
import Geometry
import Glibc
import SensorModel

/// The logic of a recorder, as plain state driven by events and the clock: merges, estimates, and says what to write.
///
/// ``Recorder`` owns an engine, drives it in real time, and has its orders carried out; a test can drive it through any
/// sequence without waiting.
final class RecordingEngine {
    private(set) var core: FusionCore
    private(set) var reserve: EventReserve

    private let settings: Recorder.Settings
    private var writing: LogWriting
    /// Buildings that have not been added to the session.
    private var buildings: [Learned.Building]
    private var merge: EventMerge
    private var pause: RecorderPause
    private let start: Instant
    private var nextTick: Instant
    private var clockOffset = 0.0
    /// Whose clock is right. Its knowledge of the system's is set before ``advance(to:systemTime:)``.
    var clock: SessionClock
    private var fixCount = 0
    private var statuses: [SourceStatus] = []

    /// Opens the file and starts at an instant, with calibration from earlier sessions.
    /// - Parameter asides: The files to try, in turn, for the remaining events if the file finally cannot be written.
    /// - Throws: The file's error if it cannot be created.
    init(
        file: SessionLogFile, asides: [SessionLogFile] = [], parameters: Parameters, learned: Learned = .init(),
        settings: Recorder.Settings,
        at now: Instant
    ) throws {
        self.settings = settings
        buildings = learned.buildings
        writing = LogWriting(
            writers: [LogWriter(file: file, log: try file.open())] + asides.map { LogWriter(file: $0, isAside: true) },
            settings: settings, at: now)
        core = FusionCore(parameters: parameters)
        reserve = EventReserve(
            writtenBound: settings.writtenReserve, bound: settings.reserve, span: settings.reserveSpan)
        merge = EventMerge(order: settings.order, sourceLatency: settings.sourceLatency)
        clock = SessionClock(release: settings.release)
        pause = RecorderPause(threshold: settings.pauseThreshold, backlogSpan: settings.backlogSpan)
        start = now
        nextTick = now
        let known = Learned(stride: learned.stride, gyroscopes: learned.gyroscopes)
        if !known.isEmpty { insert(.learned(known), at: now) }
    }

    /// Whether the recording is complete: everything is stored, or every file has been tried.
    var hasEnded: Bool { writing.hasEnded }

    /// The number of the first event that the file does not contain yet.
    var firstUnwrittenSequence: UInt64 {
        reserve.firstUnwrittenEvent?.sequence ?? merge.nextSequence
    }

    /// Processes an update from a source.
    func take(_ update: SourceUpdate, at now: Instant) {
        notePause(at: now)
        for var logged in update.events {
            pause.place(&logged.event)
            if let verdict = clock.consume(&logged.event) { record(verdict, at: now) }
            if case .fix(let fix) = logged.event.payload, let coordinate = fix.coordinate {
                recall(near: coordinate, at: logged.event.received)
            }
            insert(logged, at: now)
        }
        guard let status = update.status else { return }
        if let index = statuses.firstIndex(where: { $0.name == status.name }) {
            statuses[index] = status
        } else {
            statuses.append(status)
        }
    }

    /// Adds a remark of the user about this moment.
    func mark(_ text: String, at now: Instant) { insert(.marker(text), at: now) }

    /// Adds a decision about a receiver's clock, and applies it to the receiver's events that still wait.
    private func record(_ verdict: SessionClock.Verdict, at now: Instant) {
        let since = merge.amend { event in
            guard event.received >= verdict.since, event.payload.receiver == verdict.decision.device else { return }
            event.time = event.time.moved(by: verdict.change)
        }
        let decided = SensorEvent(time: max(verdict.since, since), payload: .clock(verdict.decision))
        insert(LoggedEvent(decided), at: now)
    }

    /// Performs the actions that are due, and returns the emitted batch.
    /// - Parameters:
    ///   - now: The recorder's time.
    ///   - systemTime: The system time, to detect whether the clock was set.
    func advance(to now: Instant, systemTime: Instant) -> RecorderBatch {
        guard !writing.isEnding else { return emit([], at: now) }
        notePause(at: now)
        noteClockStep(systemTime - now, at: now)
        if now >= nextTick {
            // Ticks stay on their grid, no matter how late this call is.
            let isOnTime = now - nextTick < settings.tickInterval / 2
            insert(.tick, at: isOnTime ? nextTick : now)
            nextTick = nextTick + settings.tickInterval
            // Ticks missed during a suspend are not made up for.
            if nextTick <= now { nextTick = now + settings.tickInterval }
        }
        // What waited during a pause comes from several sources, and is sorted as a whole.
        let undecided = clock.undecided(at: now)
        return emit(
            pause.isCatchingUp(at: now) ? [] : merge.release(at: min(now, undecided ?? now), early: undecided == nil),
            at: now)
    }

    /// Emits all remaining events. The orders that follow store them and close the file.
    func finish(at now: Instant) -> RecorderBatch {
        insertLosses(at: now)
        writing.end(at: now, dateOffset: clock.dateOffset)
        return emit(merge.finish(), at: now)
    }

    /// Returns the order to carry out now; `nil` if nothing is due, or if the last order is still being carried out.
    func nextOrder(at now: Instant) -> LogOrder? {
        writing.nextOrder(reserve: &reserve, merge: &merge, at: now)
    }

    /// Processes the result of an order.
    func take(_ outcome: LogOutcome, at now: Instant) {
        writing.take(outcome, reserve: &reserve, at: now)
        if writing.trouble(at: now) == nil, !writing.isEnding { insertLosses(at: now) }
    }

    /// Returns the state of the recording.
    func status(at now: Instant) -> RecorderStatus {
        let latest = core.latest
        let isLost = latest.loss != nil
        let speed = latest.speed
        let full = Phrase(
            translatable("The memory for unwritten data is full: the oldest data is dropped, fixes last."))
        return RecorderStatus(
            path: writing.path, process: getpid(), elapsed: now - start, eventCount: merge.nextSequence,
            fixCount: fixCount, sources: statuses, accuracy: isLost ? nil : latest.position?.accuracy,
            speed: isLost && speed?.isEstimated != true ? nil : speed?.value,
            isSpeedEstimated: speed?.isEstimated ?? false, speedSource: speed?.source.rawValue, isSignalLost: isLost,
            messages: writing.notices + latest.messages.map { Phrase($0.message) }
                + (reserve.losses.isEmpty ? [] : [full]),
            fileTrouble: writing.trouble(at: now), unsavedSeconds: writing.unsavedSeconds(at: now),
            diskLatency: writing.latency(at: now), unwrittenCount: reserve.unwrittenCount + writing.asideCount,
            lostCount: reserve.lostCount, asidePaths: writing.asidePaths, asideCount: writing.asideCount,
            hasEnded: hasEnded)
    }

    /// Adds known buildings to the session when a fix is near them, so that the session does not reveal other places.
    private func recall(near coordinate: Coordinate, at now: Instant) {
        guard !buildings.isEmpty, coordinate.isValid else { return }
        let near = buildings.filter { $0.entrance.distance(to: coordinate) <= settings.recallRadius }
        guard !near.isEmpty else { return }
        buildings.removeAll { near.contains($0) }
        insert(.learned(Learned(buildings: near)), at: now)
    }

    private func noteClockStep(_ offset: Double, at now: Instant) {
        let step = offset - clockOffset
        guard abs(step) > settings.clockStepThreshold else { return }
        clockOffset = offset
        clock.systemLead = Instant(seconds: offset).nanoseconds
        insert(.clockStep(step), at: now)
    }

    private func notePause(at now: Instant) {
        guard let seconds = pause.run(at: now) else { return }
        let clause = Phrase(
            translatable(
                "the recorder was stopped or suspended for {1} s; what arrived late for this has estimated arrival times"
            ),
            "\(Int(nearest: seconds))")
        insert(.note(ImportNote(.doubted, clause)), at: now)
    }

    private func insertLosses(at now: Instant) {
        for payload in reserve.takeLosses().payloads { insert(payload, at: now) }
    }

    private func insert(_ payload: SensorEvent.Payload, at now: Instant) {
        insert(LoggedEvent(SensorEvent(time: now, payload: payload)), at: now)
    }

    private func insert(_ logged: LoggedEvent, at now: Instant) {
        merge.insert(logged)
        writing.noteArrival(at: now)
    }

    /// Passes a batch to the log and the core. The file then reproduces the estimates: it gets the same events in the
    /// same order.
    private func emit(_ batch: [LoggedEvent], at now: Instant) -> RecorderBatch {
        if !batch.isEmpty { reserve.append(batch, at: now) }
        var estimates: [Estimate] = []
        for logged in batch {
            if case .fix(let fix) = logged.event.payload, fix.coordinate != nil { fixCount += 1 }
            core.consume(logged.event) { estimates.append($0) }
        }
        return RecorderBatch(
            events: batch.map(\.event), estimates: estimates, firstUnwritten: firstUnwrittenSequence)
    }
}
