import Testing

@testable import Viewer

/// What a window says of the recording that it follows.
@MainActor @Suite struct RecordingControllerTests {
    @Test func `what a slow disk has not stored is shown, and forgotten with the recording`() async {
        let (reports, report) = AsyncStream.makeStream(of: RecordingClient.Report.self)
        let client = RecordingClient(start: { _ in reports }, attach: { reports }, stop: {}, mark: { _ in })
        let replay = ReplayController()
        let recording = RecordingController(client: client, replay: replay)
        var shown: [String] = []
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        replay.onChange = { old, new in
            if new.changedEffects(since: old) == [.recording] {
                let state = "\(recording.unsavedSeconds ?? 0) \(recording.isUnsafe)"
                if state != shown.last { shown.append(state) }  // another part of the recording can change first
            }
            if new.ended != nil { end.finish() }
        }
        recording.attach()
        report.yield(.unsaved(seconds: nil, isUnsafe: false))
        report.yield(.unsaved(seconds: 5, isUnsafe: true))
        report.yield(.unsaved(seconds: nil, isUnsafe: true))
        report.yield(.ended(path: nil))
        for await _ in ends {}
        #expect(shown.filter { $0 != "0 false" } == ["5 true", "0 true"])
        #expect(recording.state == .idle && !recording.isUnsafe && recording.unsavedSeconds == nil)
    }
}
