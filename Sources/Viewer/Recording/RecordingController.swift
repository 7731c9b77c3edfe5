import Localization
import SensorModel
import ViewerModel

/// The recording that the window has started or follows.
@MainActor
package final class RecordingController {
    /// The state of the recording.
    package enum State: Equatable {
        /// None.
        case idle
        /// Being started.
        case starting
        /// Running.
        case recording
        /// Being ended.
        case stopping
    }

    /// The state of the recording.
    package private(set) var state = State.idle {
        didSet { if state != oldValue { replay.publish(.recording) } }
    }
    /// The time in seconds since the first event, or since the window started the recording if there is no event yet.
    package private(set) var elapsed = 0.0
    /// The problem of the recording; `nil` without one.
    package private(set) var trouble: String?
    /// Which sensor the user has no permission to read, and what to do about it; `nil` if there is none.
    package private(set) var permission: String?
    /// The number of seconds of the recording that the disk is too slow to have stored; `nil` if it is fast enough.
    package private(set) var unsavedSeconds: Int?
    /// Whether the file has lacked the newest data long enough for the display to be marked.
    package private(set) var isUnsafe = false

    private let client: RecordingClient?
    private let replay: ReplayController
    private var following: Task<Void, Never>?
    private var clock: Task<Void, Never>?
    private var markCount = 0
    private var lastTracks = ContinuousClock.now
    private var trackInterval = RecordingController.leastTrackInterval
    /// The time of the last events.
    private var lastEvents = ContinuousClock.now

    /// The maximum number of events processed at a time: a few hundredths of a second of work.
    private static let batchLength = 20_000
    /// The minimum interval at which the tracks of a recording are updated, and that interval as a multiple of the time that
    /// an update takes: however long a recording is, its updates take a twentieth of one core.
    private static let (leastTrackInterval, rest) = (Duration.milliseconds(500), 20)

    package init(client: RecordingClient?, replay: ReplayController) {
        self.client = client
        self.replay = replay
    }

    /// Whether this program can record.
    package var canRecord: Bool { client != nil }

    /// Starts a recording, or ends the current one.
    package func toggle(_ request: RecordingClient.Request) {
        switch state {
        case .idle: start(request)
        case .recording: stop()
        case .starting, .stopping: break
        }
    }

    /// Follows a recording that is already running, if there is one.
    package func attach() {
        guard let client, state == .idle else { return }
        following = Task { [weak self] in
            guard let reports = await client.attach() else { return }
            self?.begin()
            await self?.follow(reports)
        }
    }

    private func start(_ request: RecordingClient.Request) {
        guard let client else { return }
        state = .starting
        following = Task { [weak self] in
            do {
                let reports = try await client.start(request)
                self?.begin()
                await self?.follow(reports)
            } catch {
                self?.end()
                self?.replay.say(error.sentence)
            }
        }
    }

    private func stop() {
        guard let client else { return }
        state = .stopping
        Task { await client.stop() }
    }

    /// Marks the present moment of the recording, with a number as its text, or the instant of the session that is shown.
    package func mark() {
        guard replay.isLive else { return replay.mark() }
        guard let client, state == .recording else { return }
        markCount += 1
        let text = localized("Mark {1}", countText(markCount))
        Task { await client.mark(text) }
        replay.say(localized("Marked."))
    }

    private func begin() {
        (elapsed, markCount) = (0, 0)
        forget()
        state = .recording
        replay.startLive()
        lastEvents = .now
        clock = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                guard let self, !Task.isCancelled else { return }
                tick()
            }
        }
    }

    private func tick() {
        let silence = Double((ContinuousClock.now - lastEvents).components.seconds)
        elapsed = (replay.liveDuration ?? 0) + silence
        replay.publish(.recording)
    }

    private func follow(_ reports: AsyncStream<RecordingClient.Report>) async {
        for await report in reports {
            switch report {
            case .events(let events):
                await take(events)
                continue
            case .restarted: replay.startLive(isAgain: true)
            case .trouble(let sentence): trouble = sentence
            case .unsaved(let seconds, let isUnsafe): (unsavedSeconds, self.isUnsafe) = (seconds, isUnsafe)
            case .permission(let sentence): permission = sentence
            case .ended(let path):
                end()
                replay.change { $0.endRecording(path: path) }
            case .failed(let sentence):
                end()
                replay.say(sentence)
            }
            replay.publish(.recording)
        }
        if state != .idle { end() }
    }

    private func take(_ events: [SensorEvent]) async {
        // The part recorded earlier arrives all at once. It is processed in batches, so that the progress is visible.
        for start in stride(from: 0, to: events.count, by: Self.batchLength) {
            guard !Task.isCancelled else { return }
            let now = ContinuousClock.now
            lastEvents = now
            let isDue = now - lastTracks >= trackInterval
            await replay.consume(
                events[start..<min(start + Self.batchLength, events.count)], redrawsTracks: isDue)
            guard isDue else { continue }
            lastTracks = .now
            trackInterval = max(Self.leastTrackInterval, (lastTracks - now) * Self.rest)
        }
    }

    private func forget() { (trouble, permission, unsavedSeconds, isUnsafe) = (nil, nil, nil, false) }

    private func end() {
        clock?.cancel()
        clock = nil
        forget()
        replay.endLive()
        state = .idle
    }

    /// Stops following; the recording continues in its own process.
    package func leave() {
        following?.cancel()
        clock?.cancel()
    }
}
