import FusionCore
import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

/// What is said of a session that lost many of its fixes.
@Suite struct RejectionNoteTests {
    private static let start = Instant(seconds: 1_763_103_492)

    /// A way eastward, a fix a second, of which some are inaccurate.
    private func note(inaccurate: Range<Int>, accuracy: Double = 400) throws -> RejectionNote? {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let events = (0..<200).map { second in
            SensorEvent(
                time: Self.start + Double(second),
                payload: .fix(
                    Fix(
                        coordinate: plane.coordinate(PlanePoint(east: Double(second) * 5, north: 0)),
                        horizontalAccuracy: inaccurate.contains(second) ? accuracy : 3, speed: 5, courseDegrees: 90)))
        }
        var engine = TuningEngine(Recording(unordered: events))
        let run = engine.run(Parameters(), isCancelled: { false })
        return try RejectionNote(#require(run), start: Self.start)
    }

    @Test func `the rule that rejected most is named with its limit and what it rejected`() throws {
        let note = try #require(try note(inaccurate: 50..<150))
        #expect(note.share == 0.5 && note.such.count == 100)
        #expect(note.first == Self.start + 50)
        let rule = try #require(note.rule)
        #expect(rule.parameter.hasPrefix("fixGate.") && rule.parameter.lowercased().contains("accuracy"))
        #expect(rule.limit.hasSuffix(" m"))
    }

    @Test func `a session that lost few fixes needs no note`() throws {
        #expect(try note(inaccurate: 50..<60) == nil)
        #expect(try note(inaccurate: 0..<0) == nil)
    }
}
