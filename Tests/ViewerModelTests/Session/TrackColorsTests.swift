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

    @Test func `a measured speed has the receiver's colour, an estimate another`() throws {
        let colors = TrackColors(try track(), by: .source, in: try SampleRide.run(), SampleRide.recording)
        let palette = ActivityPalette.light
        #expect(colors.color(of: colors.styles[60], palette) == palette.color(ofSource: .gps))
        #expect(palette.color(ofSource: .deadReckoning) != palette.color(ofSource: .gps))
    }
}
