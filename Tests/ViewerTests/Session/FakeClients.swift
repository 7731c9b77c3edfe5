import Replay
import SensorModel
import Synchronization
import Viewer

@testable import FusionCore

/// The calls for files and the library, in order.
final class CallLog: Sendable {
    private let done = Mutex<[String]>([])
    var calls: [String] { done.withLock { $0 } }
    func append(_ call: String) { done.withLock { $0.append(call) } }
}

/// Files that store corrections, in memory.
final class CorrectedFiles: Sendable {
    private let events = Mutex<[SensorEvent]>([])
    private let hiding = Mutex(HiddenSpans())
    /// Whether the files are sessions, which store something.
    private let areSessions: Bool

    init(areSessions: Bool = true) { self.areSessions = areSessions }

    var hidden: HiddenSpans { hiding.withLock { $0 } }
    var stored: [SensorEvent] { events.withLock { $0 } }

    /// Clients that open one recording from any path.
    func clients(opening recording: Recording) -> ViewerClients {
        let day = DayClient(
            day: { _, _ in DayClient.LibraryDay(day: Day(items: [], stays: []), parts: []) },
            places: { _ in PlaceBook() },
            correct: { [self] _, _, corrections, _ in
                let added = corrections.map {
                    SensorEvent(time: recording.end ?? Instant(nanoseconds: 0), payload: .correction($0))
                }
                events.withLock { $0 += added }
                return added
            },
            mark: { [self] _, text, instant in
                let added = [SensorEvent(time: instant, received: recording.end, payload: .marker(text))]
                events.withLock { $0 += added }
                return added
            },
            hidden: { [self] _ in areSessions ? hidden : nil },
            hide: { [self] _, new in hiding.withLock { $0 = new } },
            withdraw: { [self] _, withdrawn in events.withLock { $0.removeAll { withdrawn.contains($0) } } })
        return ViewerClients(
            open: { [self] path in
                let visible = hidden.visible(in: recording.events)
                return OpenedSession(title: path, path: path, recording: Recording(ordered: visible))
            },
            demo: { OpenedSession(title: "", path: nil, recording: recording) }, day: day)
    }
}

/// Parameters that are kept for one recording, in memory.
final class KeptParameters: Sendable {
    private let kept = Mutex<Parameters?>(nil)
    private let inFile = Mutex<Parameters?>(nil)

    var parameters: Parameters? { kept.withLock { $0 } }
    /// The parameters that were saved in the file.
    var saved: Parameters? { inFile.withLock { $0 } }

    /// Clients that open one recording from any path.
    func clients(opening recording: Recording) -> ViewerClients {
        ViewerClients(
            open: { OpenedSession(title: $0, path: $0, recording: recording) },
            demo: { OpenedSession(title: "", path: nil, recording: recording) },
            tuning: TuningClient(
                kept: { [self] _, _ in parameters }, keep: { [self] _, _, new in kept.withLock { $0 = new } }),
            saveParameters: { [self] _, new in inFile.withLock { $0 = new } })
    }
}
