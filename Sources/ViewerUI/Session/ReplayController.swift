import FusionCore
import Replay
import SensorModel
import ViewerModel

/// What changed of the session that a window shows.
enum ReplayChange {
    /// Another session, or the same run with other parameters.
    case session
    /// The instant that is shown.
    case instant
    /// Whether it plays, and how fast.
    case playback
    /// Whether something is being computed.
    case progress
}

/// The session that a window shows, and the instant of it.
@MainActor
final class ReplayController {
    /// The session; nil where none is open.
    private(set) var session: LoadedSession?
    /// Seconds from the session's start that are shown.
    private(set) var elapsed = 0.0
    /// Whether time runs.
    private(set) var isPlaying = false
    /// Seconds of the session per second.
    private(set) var rate = 1.0
    /// What the core says at the instant.
    private(set) var latest = Latest()
    /// What is being done, for a person; nil where nothing is.
    private(set) var progress: String?
    /// Called on every change.
    var onChange: (ReplayChange) -> Void = { _ in }

    private var work: Task<Void, Never>?

    /// The rates that can be chosen.
    static let rates = [1.0, 2, 4, 8, 16, 32, 64]

    /// The instant that is shown.
    var instant: Instant? { session.map { $0.start + elapsed } }
    /// Seconds from start to end.
    var duration: Double { session?.duration ?? 0 }

    /// Opens what `read` reads, in the background; the newest call wins.
    func open(
        _ what: String, _ read: @escaping @Sendable () async throws -> OpenedSession,
        failed: @escaping @MainActor (String) -> Void
    ) {
        work?.cancel()
        progress = "Opening \(what)…"
        onChange(.progress)
        work = Task { [weak self] in
            do {
                let loaded = try await Task.detached { LoadedSession(try await read()) }.value
                guard !Task.isCancelled else { return }
                self?.show(loaded)
            } catch {
                guard !Task.isCancelled else { return }
                self?.progress = nil
                self?.onChange(.progress)
                failed("\(error)")
            }
        }
    }

    /// Waits until nothing is being computed.
    func settle() async { await work?.value }

    private func show(_ loaded: LoadedSession) {
        session = loaded
        progress = nil
        isPlaying = false
        elapsed = min(elapsed, loaded.duration)
        latest = loaded.checkpoints.core(at: loaded.start + elapsed).latest
        onChange(.progress)
        onChange(.session)
    }

    /// Shows another instant.
    func seek(to seconds: Double) {
        guard let session else { return }
        elapsed = min(session.duration, max(0, seconds))
        latest = session.checkpoints.core(at: session.start + elapsed).latest
        onChange(.instant)
    }

    /// Starts or stops time.
    func togglePlaying() {
        guard session != nil else { return }
        if !isPlaying, elapsed >= duration { seek(to: 0) }
        isPlaying.toggle()
        onChange(.playback)
    }

    /// Chooses how fast time runs.
    func setRate(_ rate: Double) {
        self.rate = rate
        onChange(.playback)
    }

    /// Lets time run for some seconds of the wall clock.
    func advance(by seconds: Double) {
        guard isPlaying else { return }
        seek(to: elapsed + seconds * rate)
        if elapsed >= duration {
            isPlaying = false
            onChange(.playback)
        }
    }

    /// Ends what runs in the background.
    func cancel() { work?.cancel() }
}

/// A session with everything that the window draws of it.
struct LoadedSession: Sendable {
    let source: OpenedSession
    let recording: Recording
    let checkpoints: Checkpoints
    let start: Instant
    let end: Instant
    let tracks: TrackColumns

    var duration: Double { end - start }

    init(_ source: OpenedSession) {
        self.source = source
        let recording = Recording(ordered: source.events)
        var tracks = TrackColumns()
        for event in recording.events { tracks.add(event) }
        checkpoints = Checkpoints(recording, parameters: source.parameters) { tracks.add($0) }
        tracks.simplify(with: Simplifier(parameters: source.parameters.simplifier))
        self.recording = recording
        self.tracks = tracks
        start = recording.start ?? Instant(nanoseconds: 0)
        end = recording.end ?? start
    }
}
