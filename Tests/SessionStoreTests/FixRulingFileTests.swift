import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

/// The user's decisions about fixes in session files.
@Suite struct FixRulingFileTests {
    private let home = Coordinate(latitude: 50, longitude: 14)

    private func withSession(_ body: (_ path: String, _ events: [SensorEvent]) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let events = (0..<100).map { second in
            SensorEvent(
                time: Instant(seconds: 1_700_000_000 + Double(second)), sequence: UInt64(second),
                payload: .fix(Fix(coordinate: home, horizontalAccuracy: second % 10 == 7 ? 70 : 3, speed: 0)))
        }
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: events[0].time))
        try writer.append(events.map { LoggedEvent($0) })
        try writer.close()
        try body(path, events)
    }

    private func ruling(_ event: SensorEvent, isAccepted: Bool) -> Correction {
        .fix(FixRuling(.init(time: event.time, received: event.received), isAccepted: isAccepted))
    }

    @Test func `decisions come first, with the time of the first event, and others last`() throws {
        try withSession { path, events in
            let stop = Correction.noStop(from: events[1].time, until: events[50].time)
            let kept = try SessionWriter.correct(
                path, with: [ruling(events[7], isAccepted: true), stop, ruling(events[9], isAccepted: false)])
            let read = try SessionReader(opening: path).events()
            #expect(read.count == 103)
            #expect(read.prefix(2).map(\.payload) == [kept[0].payload, kept[2].payload])
            #expect(read.prefix(2).allSatisfy { $0.time == events[0].time })
            #expect(Array(read[2..<102]) == events)
            #expect(read.last?.payload == .correction(stop))
            #expect(read.last?.time == events[99].time)
            try SessionWriter.withdraw([kept[0]], from: path)
            #expect(try SessionReader(opening: path).events().prefix(1).map(\.payload) == [kept[2].payload])
        }
    }

    @Test func `what a session holds is counted with them`() throws {
        try withSession { path, events in
            let before = try SessionReader(opening: path).info()
            #expect(before.summary.rejected == [.accuracy: 10])
            let corrections = [7, 17, 27].map { ruling(events[$0], isAccepted: true) }
            try SessionWriter.correct(path, with: corrections + [ruling(events[50], isAccepted: false)])
            let after = try SessionReader(opening: path).info()
            #expect(after.summary.rejected == [.accuracy: 7, .byHand: 1])
            #expect(after.correctionCount == 4)
            #expect(after.start == before.start)
            #expect(after.end == before.end)
        }
    }

    @Test func `a copy has them, and takes further ones`() throws {
        try withSession { path, events in
            try SessionWriter.correct(path, with: [ruling(events[7], isAccepted: true)])
            let copy = path.replacingOccurrences(of: "a.odograph", with: "b.odograph")
            try SessionDraft.publish([SessionDraft(copy, copying: SessionReader(opening: path))])
            #expect(try SessionReader(opening: copy).events() == SessionReader(opening: path).events())
            let more = try SessionWriter.correct(copy, with: [ruling(events[17], isAccepted: true)])
            #expect(try SessionReader(opening: copy).events().prefix(2).allSatisfy { $0.isFixRuling })
            try SessionWriter.withdraw(more, from: copy)
            #expect(try SessionReader(opening: copy).events() == SessionReader(opening: path).events())
        }
    }

    @Test func `to a program that does not know them, they are stops of no duration that were not`() throws {
        try withSession { path, events in
            try SessionWriter.correct(path, with: [ruling(events[7], isAccepted: true)])
            let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            #expect(text.contains("\"kind\":\"noStop\""))
        }
    }
}
