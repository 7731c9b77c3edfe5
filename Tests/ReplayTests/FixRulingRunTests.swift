import FusionCore
import Replay
import SensorModel
import Testing

/// Runs of a recording with the user's decisions about fixes.
@Suite struct FixRulingRunTests {
    /// The drive with its tenth accepted fix rejected, and every rejected one accepted.
    private func taught() throws -> (recording: Recording, fixes: RecordedFixes) {
        let recording = SimulatedRecordings.drive
        var engine = TuningEngine(recording)
        var strict = Parameters()
        strict.fixGate.trackAccuracyCeiling = 5
        let done = engine.run(strict)
        let fixes = try #require(done).core.fixes
        let accepted = fixes.indices.filter { fixes[$0].isAccepted }
        #expect(!fixes.rejectedPlaces.isEmpty)
        let start = try #require(recording.start)
        var rulings = fixes.rejectedPlaces.map { FixRuling(fixes.identity(of: $0), isAccepted: true) }
        rulings.append(FixRuling(fixes.identity(of: accepted[10]), isAccepted: false))
        let events = rulings.map { SensorEvent(time: start, payload: .correction(.fix($0))) }
        return (Recording(ordered: events + Array(recording.events)), fixes)
    }

    @Test func `tuning with decisions is a straight run with them, to the bit`() throws {
        let (recording, _) = try taught()
        var engine = TuningEngine(recording)
        for ceiling in [5.0, 50, 3, 5, 20] {
            var parameters = Parameters()
            parameters.fixGate.trackAccuracyCeiling = ceiling
            let done = engine.run(parameters)
            let run = try #require(done)
            let straight = SimulatedRecordings.estimates(recording, parameters)
            let positions = straight.compactMap { if case .position(let position) = $0 { position } else { nil } }
            #expect(Array(run.core.positions) == positions)
            #expect(run.summary == FinishedTrack(events: recording.events, parameters: parameters).summary)
            #expect(run.core.rejected[.byHand] == 1)
            #expect(
                run.core.checkpoints.core(afterEvents: recording.events.count / 2).latest.position
                    == half(recording, parameters))
        }
    }

    private func half(_ recording: Recording, _ parameters: Parameters) -> PositionEstimate? {
        var core = FusionCore(parameters: parameters)
        for event in recording.events.prefix(recording.events.count / 2) { core.consume(event) { _ in } }
        return core.latest.position
    }

    @Test func `the decisions are those of the recording, and change the counts by their number`() throws {
        let (recording, fixes) = try taught()
        var strict = Parameters()
        strict.fixGate.trackAccuracyCeiling = 5
        var engine = TuningEngine(recording)
        let done = engine.run(strict)
        let run = try #require(done)
        #expect(recording.fixRulings.count == fixes.rejectedPlaces.count + 1)
        #expect(run.core.fixes.rejectedPlaces.count == 1)
        #expect(recording.start == SimulatedRecordings.drive.start)
    }
}
