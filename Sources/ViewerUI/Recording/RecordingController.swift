import SensorModel

/// The recording that the window has started or follows.
@MainActor
final class RecordingController {
    /// How it stands.
    enum State: Equatable {
        /// None.
        case idle
        /// Being started.
        case starting
        /// Running.
        case recording
        /// Being ended.
        case stopping
    }

    /// How it stands.
    private(set) var state = State.idle {
        didSet { if state != oldValue { onChange() } }
    }
    /// Seconds since its first event, or since the window started it if none has come.
    private(set) var elapsed = 0.0
    /// The problem of the recording; `nil` without one.
    private(set) var trouble: String?
    /// Which sensor the user has no permission to read, and what to do about it; `nil` if there is none.
    private(set) var permission: String?
    /// Called when the state, the time or the trouble changed.
    var onChange: () -> Void = {}
    /// Called with the path of a session that is complete.
    var onEnded: (String?) -> Void = { _ in }
    /// Called with a sentence where it could not continue.
    var onFailed: (String) -> Void = { _ in }

    private let client: RecordingClient?
    private let replay: ReplayController
    private var following: Task<Void, Never>?
    private var clock: Task<Void, Never>?
    private var lastTracks = ContinuousClock.now
    /// The time of the last events.
    private var lastEvents = ContinuousClock.now

    /// Events that are taken at a time at most: some hundredths of a second of work.
    private static let batchLength = 20_000
    /// How often the tracks of a recording are made again at most.
    private static let trackInterval = Duration.milliseconds(500)

    init(client: RecordingClient?, replay: ReplayController) {
        self.client = client
        self.replay = replay
    }

    /// Whether this program can record.
    var canRecord: Bool { client != nil }

    /// Starts a recording, or ends the one that runs.
    func toggle(_ request: RecordingClient.Request) {
        switch state {
        case .idle: start(request)
        case .recording: stop()
        case .starting, .stopping: break
        }
    }

    /// Follows a recording that runs already, where one does.
    func attach() {
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
                self?.onFailed("\(error)")
            }
        }
    }

    private func stop() {
        guard let client else { return }
        state = .stopping
        Task { await client.stop() }
    }

    private func begin() {
        elapsed = 0
        (trouble, permission) = (nil, nil)
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
        onChange()
    }

    private func follow(_ reports: AsyncStream<RecordingClient.Report>) async {
        for await report in reports {
            switch report {
            case .events(let events): await take(events)
            case .trouble(let sentence):
                trouble = sentence
                onChange()
            case .permission(let sentence):
                permission = sentence
                onChange()
            case .ended(let path):
                end()
                onEnded(path)
            case .failed(let sentence):
                end()
                onFailed(sentence)
            }
        }
        if state != .idle { end() }
    }

    private func take(_ events: [SensorEvent]) async {
        // The part recorded before the window follows arrives all together: in batches, its progress is visible.
        for start in stride(from: 0, to: events.count, by: Self.batchLength) {
            guard !Task.isCancelled else { return }
            let now = ContinuousClock.now
            lastEvents = now
            let isDue = now - lastTracks >= Self.trackInterval
            if isDue { lastTracks = now }
            await replay.consume(
                events[start..<min(start + Self.batchLength, events.count)], redrawsTracks: isDue)
        }
    }

    private func end() {
        clock?.cancel()
        clock = nil
        (trouble, permission) = (nil, nil)
        replay.endLive()
        state = .idle
    }

    /// Follows no longer; the recording continues in its own process.
    func leave() {
        following?.cancel()
        clock?.cancel()
    }
}
