import FusionCore
import Geodesy
import Glibc
import SensorModel
import SessionStore

/// The logic of a recorder, as plain state driven by events and the clock: merges, stores, and estimates.
///
/// ``Recorder`` owns an engine and drives it in real time; a test can drive it through any sequence without waiting.
final class RecordingEngine {
    private(set) var core: FusionCore
    private(set) var reserve: EventReserve
    private(set) var fileTrouble: String?

    private let settings: Recorder.Settings
    private var file: SessionLogFile
    private let asides: [SessionLogFile]
    private var asidePaths: [String] = []
    private var asideCount = 0
    /// Buildings that have not been added to the session.
    private var buildings: [Learned.Building]
    private var log: (any SessionLog)?
    private var merge: EventMerge
    /// The number of events that had arrived when the waiting events were last written.
    private var safeguardedCount: UInt64 = 0
    private let start: Instant
    private var nextTick: Instant
    private var nextCheck: Instant
    private var nextRetry: Instant
    private var clockOffset = 0.0
    /// Whose clock is right. Its knowledge of the system's is set before ``advance(to:systemTime:)``.
    var clock: SessionClock
    private var fixCount = 0
    /// Whether the file has vanished and has not been created again.
    private var vanished = false
    private var statuses: [SourceStatus] = []
    private var notices: [String] = []
    /// The last written report of each device, for the names, scales, and mount matrices of a file that starts later.
    private var reports: [DeviceID: LoggedEvent] = [:]
    /// The last written decision about each receiver's clock, for the same purpose.
    private var decisions: [DeviceID: LoggedEvent] = [:]

    /// Opens the file and starts at an instant, with calibration from earlier sessions.
    /// - Parameter asides: The files to try, in turn, for the remaining events if the file finally cannot be written.
    /// - Throws: The file's error if it cannot be created.
    init(
        file: SessionLogFile, asides: [SessionLogFile] = [], parameters: Parameters, learned: Learned = .init(),
        settings: Recorder.Settings,
        at now: Instant
    ) throws {
        self.settings = settings
        self.file = file
        self.asides = asides
        buildings = learned.buildings
        log = try file.open()
        core = FusionCore(parameters: parameters)
        reserve = EventReserve(writtenBound: settings.writtenReserve, bound: settings.reserve)
        merge = EventMerge(order: settings.order, sourceLatency: settings.sourceLatency)
        clock = SessionClock(release: settings.release)
        start = now
        nextTick = now
        nextCheck = now + settings.checkInterval
        nextRetry = now
        let known = Learned(stride: learned.stride, gyroscopes: learned.gyroscopes)
        if !known.isEmpty { merge.insert(LoggedEvent(SensorEvent(time: now, payload: .learned(known)))) }
    }

    /// The number of the first event that the file does not contain yet.
    var firstUnwrittenSequence: UInt64 {
        reserve.firstUnwritten?.first?.event.sequence ?? merge.nextSequence
    }

    /// Processes an update from a source.
    func take(_ update: SourceUpdate) {
        for var logged in update.events {
            if let verdict = clock.consume(&logged.event) { note(verdict) }
            if case .fix(let fix) = logged.event.payload, let coordinate = fix.coordinate {
                recall(near: coordinate, at: logged.event.received)
            }
            merge.insert(logged)
        }
        guard let status = update.status else { return }
        if let index = statuses.firstIndex(where: { $0.name == status.name }) {
            statuses[index] = status
        } else {
            statuses.append(status)
        }
    }

    /// Adds a decision about a receiver's clock, and applies it to the receiver's events that still wait.
    private func note(_ verdict: SessionClock.Verdict) {
        let since = merge.amend { event in
            guard event.received >= verdict.since, event.payload.receiver == verdict.decision.device else { return }
            event.time = event.time.moved(by: verdict.change)
        }
        let decided = SensorEvent(time: max(verdict.since, since), payload: .clock(verdict.decision))
        merge.insert(LoggedEvent(decided))
    }

    /// Performs the actions that are due, and returns the emitted batch.
    /// - Parameters:
    ///   - now: The recorder's time.
    ///   - systemTime: The system time, to detect whether the clock was set.
    func advance(to now: Instant, systemTime: Instant) -> RecorderBatch {
        noteClockStep(systemTime - now, at: now)
        if now >= nextTick {
            // Ticks stay on their grid, no matter how late this call is.
            let isOnTime = now - nextTick < settings.tickInterval / 2
            merge.insert(LoggedEvent(SensorEvent(time: isOnTime ? nextTick : now, payload: .tick)))
            nextTick = nextTick + settings.tickInterval
            // Ticks missed during a suspend are not made up for.
            if nextTick <= now { nextTick = now + settings.tickInterval }
        }
        if now >= nextCheck {
            nextCheck = now + settings.checkInterval
            checkFile()
        }
        return keep(merge.release(at: min(now, clock.undecided(at: now) ?? now)), at: now)
    }

    /// Emits all remaining events and closes the file.
    func finish(at now: Instant) -> RecorderBatch {
        nextRetry = now
        let batch = keep(merge.finish(), at: now)
        do {
            try log?.close()
            if log != nil, clock.dateOffset != 0 { file.path = file.redate(clock.dateOffset) ?? file.path }
        } catch {
            fileTrouble = "\(error)"
        }
        log = nil
        if reserve.unwrittenCount > 0 { keepAside() }
        return batch
    }

    /// Returns the state of the recording.
    func status(at now: Instant, hasEnded: Bool = false) -> RecorderStatus {
        let latest = core.latest
        let isLost = latest.loss != nil
        let speed = latest.speed
        return RecorderStatus(
            path: file.path, process: getpid(), elapsed: now - start, eventCount: merge.nextSequence,
            fixCount: fixCount, sources: statuses, accuracy: isLost ? nil : latest.position?.accuracy,
            speed: isLost && speed?.isEstimated != true ? nil : speed?.value,
            isSpeedEstimated: speed?.isEstimated ?? false, speedSource: speed?.source.rawValue, isSignalLost: isLost,
            messages: notices + latest.messages.map(\.message), fileTrouble: fileTrouble,
            unwrittenCount: reserve.unwrittenCount + asideCount, lostCount: reserve.lostCount,
            asidePaths: asidePaths, asideCount: asideCount, hasEnded: hasEnded)
    }

    /// Adds known buildings to the session when a fix is near them, so that the session does not reveal other places.
    private func recall(near coordinate: Coordinate, at now: Instant) {
        guard !buildings.isEmpty, coordinate.isValid else { return }
        let near = buildings.filter { $0.entrance.distance(to: coordinate) <= settings.recallRadius }
        guard !near.isEmpty else { return }
        buildings.removeAll { near.contains($0) }
        merge.insert(LoggedEvent(SensorEvent(time: now, payload: .learned(Learned(buildings: near)))))
    }

    private func noteClockStep(_ offset: Double, at now: Instant) {
        let step = offset - clockOffset
        guard abs(step) > settings.clockStepThreshold else { return }
        clockOffset = offset
        clock.systemLead = Instant(seconds: offset).nanoseconds
        merge.insert(LoggedEvent(SensorEvent(time: now, payload: .clockStep(step))))
    }

    /// Stores a batch in the file before the core processes it, so that every estimate can be reproduced from the file.
    private func keep(_ batch: [LoggedEvent], at now: Instant) -> RecorderBatch {
        if !batch.isEmpty { reserve.append(batch) }
        write(at: now)
        var estimates: [Estimate] = []
        for logged in batch {
            if case .fix(let fix) = logged.event.payload, fix.coordinate != nil { fixCount += 1 }
            core.consume(logged.event) { estimates.append($0) }
        }
        return RecorderBatch(
            events: batch.map(\.event), estimates: estimates, firstUnwritten: firstUnwrittenSequence)
    }

    private func write(at now: Instant) {
        guard now >= nextRetry else { return }
        do {
            if log == nil {
                let new = try reopen()
                try introduce(to: new)
                log = new
                noteRemade()
            }
            if let log { try write(to: log) }
            fileTrouble = nil
        } catch {
            fileTrouble = "\(error)"
            nextRetry = now + settings.retryInterval
        }
    }

    /// Writes pending batches, up to the first one that the log cannot store.
    ///
    /// The last batch includes the events that still wait, so that a recorder that is killed loses only later ones.
    private func write(to log: any SessionLog) throws {
        var waiting = merge.pending
        if reserve.firstUnwritten == nil, merge.insertedCount != safeguardedCount {
            do {
                try log.append([], waiting: waiting)
            } catch SessionError.tooLarge {
                // It is discarded when it leaves the merge.
            }
            safeguardedCount = merge.insertedCount
        }
        while let batch = reserve.firstUnwritten {
            do {
                try log.append(batch, waiting: reserve.unwrittenBatchCount == 1 ? waiting : [])
                safeguardedCount = merge.insertedCount
            } catch SessionError.tooLarge where !waiting.isEmpty {
                waiting = []
                continue
            } catch SessionError.tooLarge(let path) {
                reserve.giveUp()
                notices = ["\(SessionError.tooLarge(path: path))"]
                continue
            }
            for logged in batch {
                switch logged.event.payload {
                case .source(let report): reports[report.device] = logged
                case .clock(let decision): decisions[decision.device] = logged
                default: break
                }
            }
            reserve.markWritten()
        }
    }

    /// Writes the known device reports and decisions about clocks to a log that does not start at the beginning of the recording.
    private func introduce(to log: any SessionLog) throws {
        let first = firstUnwrittenSequence
        let known = (Array(reports.values) + decisions.values).filter { $0.event.sequence < first }
        if !known.isEmpty { try log.append(known.sorted { $0.event.sequence < $1.event.sequence }, waiting: []) }
    }

    /// Saves the events that the file could not store: to the first aside with space, then the rest to the next.
    private func keepAside() {
        for aside in asides where reserve.unwrittenCount > 0 {
            guard let log = try? aside.open() else { continue }
            let count = reserve.unwrittenCount
            do {
                try introduce(to: log)
                try write(to: log)
            } catch {
                // The events that this aside stored stay there, and the next one continues with the rest.
            }
            try? log.close()
            guard reserve.unwrittenCount < count else {
                aside.discard()
                continue
            }
            asideCount += count - reserve.unwrittenCount
            asidePaths.append(aside.path ?? "elsewhere")
        }
        guard !asidePaths.isEmpty else { return }
        let paths = asidePaths.joined(separator: ", ")
        notices.append("\(name) does not contain the end of the recording, which is in \(paths).")
    }

    private func checkFile() {
        guard log != nil, !file.isIntact() else { return }
        // Events that are still in memory go to a new file; the old one may be gone permanently.
        log = nil
        vanished = true
        safeguardedCount = 0
        reserve.markUnwritten()
    }

    private var name: String { file.path ?? "The file" }

    private func reopen() throws -> any SessionLog {
        do { return try file.open() } catch {
            throw vanished ? RecordingFileError.gone(name, "\(error)") : error
        }
    }

    /// Adds a notice if a file that vanished has been created again.
    private func noteRemade() {
        guard vanished else { return }
        vanished = false
        notices = [
            reserve.isPartial
                ? "\(name) was moved or removed while recording: a new file begins with the events that were still in memory."
                : "\(name) was moved or removed while recording: a new file contains everything from the start."
        ]
    }
}
