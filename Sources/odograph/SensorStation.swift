import GPSDClient
import Recorder
import SensorModel
import Viewer
import ViewerModel
import Wire

/// The monitor of the sensors that all windows share. It releases the sensors for a recorder.
actor SensorStation {
    /// The time between two readings, in seconds.
    private static let interval = 0.1

    private var watch: (watch: SensorWatch, request: RecordingClient.Request)?
    private var followers: [Int: Task<Void, Never>] = [:]
    private var followerCount = 0
    private var startsRecorder = false

    /// Returns readings of the sensors: from a running recorder, or otherwise by listening directly.
    func readings(_ request: RecordingClient.Request) async -> AsyncStream<SensorReading> {
        while startsRecorder { try? await Task.sleep(for: .milliseconds(50)) }
        if let link = try? RecorderLink.attach(to: .standard(), history: Self.reports) {
            return Self.readings(of: link)
        }
        if watch?.request != request { await end() }
        let watch: SensorWatch
        if let current = self.watch {
            watch = current.watch
        } else {
            watch = SensorWatch(Self.sources(request))
            self.watch = (watch, request)
        }
        return follow(watch)
    }

    /// Releases the sensors while a recorder is started; afterwards, windows can listen again.
    func makingWay<Result: Sendable>(for start: @Sendable () async throws -> Result) async throws -> Result {
        startsRecorder = true
        defer { startsRecorder = false }
        await end()
        return try await start()
    }

    /// Reads the source reports of a recording that arrived before the window connected.
    private static let reports: RecorderLink.History = { path, take in
        try RecorderLink.sessionHistory(path) { part in
            take(part.filter { if case .source = $0.payload { true } else { false } })
        }
    }

    private static func sources(_ request: RecordingClient.Request) -> [any EventSource] {
        let receivers =
            (try? GPSDAddress(parsing: request.gpsdAddress)).map { [GPSDSource($0) as any EventSource] } ?? []
        let program = RecordingClient.recorderProgram
        let choices = request.sensorChoices.compactMap { try? SensorChoice(parsing: $0) }
        let service: [any EventSource] = request.usesGeoClue ? [GeoClueSource()] : []
        return receivers + service
            + request.sensorAddresses.map { IIOEventSource(uri: $0, program: program, choices: choices) }
    }

    private func follow(_ watch: SensorWatch) -> AsyncStream<SensorReading> {
        let (stream, next) = AsyncStream.makeStream(of: SensorReading.self, bufferingPolicy: .bufferingNewest(1))
        followerCount += 1
        let number = followerCount
        followers[number] = Task.detached {
            for await examination in watch.examinations(every: Self.interval) {
                if Task.isCancelled { break }
                next.yield(SensorReading(examination, now: watch.now))
            }
            next.finish()
        }
        next.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
        return stream
    }

    private func leave(_ number: Int) async {
        followers.removeValue(forKey: number)?.cancel()
        if followers.isEmpty { await end() }
    }

    private func end() async {
        let ended = watch
        watch = nil
        for follower in followers.values { follower.cancel() }
        followers = [:]
        await ended?.watch.end()
    }

    private static func readings(of link: RecorderLink) -> AsyncStream<SensorReading> {
        let (stream, next) = AsyncStream.makeStream(of: SensorReading.self, bufferingPolicy: .bufferingNewest(1))
        let relay = Task.detached {
            let clock = RecorderClock.system()
            var examination = Examination()
            var sent = ContinuousClock.now
            for await message in link.messages {
                switch message {
                case .events(let events): examination.consume(events)
                case .restarted: examination = Examination()
                case .status(let status): examination.consume(status)
                case .ended: break
                }
                guard ContinuousClock.now - sent >= .seconds(interval) else { continue }
                sent = .now
                next.yield(SensorReading(examination, now: clock.now()))
            }
            next.finish()
        }
        next.onTermination = { _ in
            relay.cancel()
            link.detach()
        }
        return stream
    }
}

extension SensorReading {
    /// Creates a reading from the state of all sources.
    init(_ examination: Examination, now: Instant) {
        self.init(
            survey: examination.survey,
            addresses: examination.statuses.map {
                Address(
                    name: $0.name, state: $0.state.text, isOnItsWay: $0.state.isOnItsWay,
                    isDelivering: $0.isDelivering, detail: $0.detail)
            },
            findings: examination.findings.map { Finding(source: $0.source, problem: $0.problem, advice: $0.advice) },
            now: now)
    }
}
