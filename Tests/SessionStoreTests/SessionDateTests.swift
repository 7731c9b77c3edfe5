import Foundation
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import SessionStore

/// Sessions that were recorded by a clock with a wrong date, and have the receiver's.
@Suite struct SessionDateTests {
    private let start = Instant(seconds: 1_000)
    private let translation: Int64 = 1_795_000_000_000_000_000

    private var events: [LoggedEvent] {
        var events = (0..<40).flatMap { second in
            let time = start + Double(second)
            let fix = Fix(
                device: DeviceID(1), coordinate: Coordinate(latitude: 50 + Double(second) * 1e-5, longitude: 14),
                horizontalAccuracy: 4)
            let sample = VectorSample(device: DeviceID(2), x: 0, y: 0, z: 9.81)
            return [
                SensorEvent(time: time, received: time + 0.2, payload: .fix(fix)),
                SensorEvent(time: time + 0.1, received: time + 0.3, payload: .acceleration(sample)),
                SensorEvent(time: time + 0.5, payload: .tick),
            ]
        }
        let decision = ClockDecision(
            device: DeviceID(1), reason: .systemUnsynchronized, shift: -translation, translation: translation)
        events.append(SensorEvent(time: start + 20, payload: .clock(decision)))
        EventOrder().sort(&events)
        return events.map { LoggedEvent($0) }
    }

    @Test func `every reader sees the session's date, from the first event on, and a copy keeps it`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: start))
        try writer.append(events)
        try writer.close()
        let copied = folder.appending(path: "b.odograph").path
        try SessionDraft.publish([SessionDraft(copied, copying: SessionReader(opening: path))])
        for path in [path, copied] {
            let reader = try SessionReader(opening: path)
            #expect(try reader.events() == events.map { $0.event.moved(by: translation) })
            #expect(reader.header.created == start.moved(by: translation))
            let content = try #require(try reader.content())
            #expect(content.first.time == start.moved(by: translation).nanoseconds)
            #expect(content == SessionContent(try reader.events()))
            let info = try reader.info()
            #expect(info.start == start.moved(by: translation))
            #expect(info.notes.map(\.kind) == [.doubted] && info.notes[0].text.contains("not synchronized"))
        }
    }

    @Test func `a correction is read back as it was returned, and finds its fix`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        try SessionWriter.make(path, header: SessionHeader(created: start), events: events.map(\.event))
        let fix = try #require(
            try SessionReader(opening: path).events().first { if case .fix = $0.payload { true } else { false } })
        let ruling = FixRuling(.init(time: fix.time, received: fix.received), isAccepted: false)
        let made = try SessionWriter.correct(path, with: [.fix(ruling), .stop(from: fix.time, until: fix.time + 5)])
        let read = try SessionReader(opening: path).events()
        #expect(read.first == made[0] && read.last == made[1])
        #expect(made[0].time == start.moved(by: translation))
    }
}
