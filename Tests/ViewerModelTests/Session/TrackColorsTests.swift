import FusionCore
import Replay
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct TrackColorsTests {
    private func track() throws -> TimedTrack {
        let fixes = try SampleRide.run().core.fixes.filter(\.isAccepted)
        var styles = [TrackStyle](repeating: .plain, count: fixes.count)
        styles[199] = .gap
        styles[10] = TrackStyle(color: 0, isDashed: true)
        return TimedTrack(
            times: fixes.map(\.time), geometry: TrackGeometry(fixes.map(\.coordinate), styles: styles))
    }

    @Test(arguments: TrackColoring.allCases)
    func `every colouring colours every point and leaves gaps and dashes`(coloring: TrackColoring) throws {
        let track = try track()
        let colors = TrackColors(track, by: coloring, in: try SampleRide.run(), SampleRide.recording)
        #expect(colors.styles.count == track.times.count)
        #expect(colors.styles.indices.filter { colors.styles[$0] == .gap } == [199])
        #expect(colors.styles.indices.filter { colors.styles[$0].isDashed } == [10])
        #expect((colors.scale != nil) == [.speed, .accuracy, .altitude].contains(coloring))
    }

    /// A ride whose fixes state neither altitude nor accuracy; with `half`, the second half of them does.
    private func bareRide(half: Bool = false) throws -> (run: SessionRun, recording: Recording) {
        let events = SampleRide.recording.events.map { event in
            guard case .fix(var fix) = event.payload else { return event }
            if !half || event.time < SampleRide.start + 150 {
                fix.altitude = nil
                fix.horizontalAccuracy = nil
            }
            return SensorEvent(time: event.time, payload: .fix(fix))
        }
        let recording = Recording(unordered: Array(events))
        var engine = TuningEngine(recording)
        let run = engine.run(Parameters())
        return (try #require(run), recording)
    }

    @Test(arguments: [TrackColoring.altitude, .accuracy])
    func `what is not known has a colour of its own and no scale`(coloring: TrackColoring) throws {
        let (run, recording) = try bareRide()
        let fixes = run.core.fixes.filter(\.isAccepted)
        let track = TimedTrack(times: fixes.map(\.time), geometry: TrackGeometry(fixes.map(\.coordinate)))
        let colors = TrackColors(track, by: coloring, in: run, recording)
        #expect(colors.scale == nil)
        #expect(!colors.styles.isEmpty && colors.styles.allSatisfy(colors.isUnknown))
        #expect(colors.color(of: colors.styles[0], .light) == ActivityPalette.light.unknown)
    }

    @Test func `a part without values is told from the lowest of those that there are`() throws {
        let (run, recording) = try bareRide(half: true)
        let fixes = run.core.fixes.filter(\.isAccepted)
        let track = TimedTrack(times: fixes.map(\.time), geometry: TrackGeometry(fixes.map(\.coordinate)))
        let colors = TrackColors(track, by: .altitude, in: run, recording)
        #expect(colors.scale != nil)
        for (fix, style) in zip(fixes, colors.styles) {
            #expect(colors.isUnknown(style) == (fix.altitude == nil), "\(fix.time)")
        }
    }

    @Test func `a measured speed has the receiver's colour, an estimate another`() throws {
        let colors = TrackColors(try track(), by: .source, in: try SampleRide.run(), SampleRide.recording)
        let palette = ActivityPalette.light
        #expect(colors.color(of: colors.styles[60], palette) == palette.color(ofSource: .gps))
        #expect(palette.color(ofSource: .deadReckoning) != palette.color(ofSource: .gps))
    }
}
