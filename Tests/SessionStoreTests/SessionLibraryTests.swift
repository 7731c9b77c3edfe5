import Foundation
import FusionCore
import GRDB
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct SessionLibraryTests {
    private func withLibrary(_ body: (SessionLibrary, URL) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(SessionLibrary(folder: folder.appending(path: "library").path), folder)
    }

    /// Minutes northward at a speed, one fix a second; the second half at half the speed, if the pace falls, and after a pause in
    /// seconds.
    private func write(
        _ path: String, start: Double, minutes: Int, speed: Double, falls: Bool = false, pause: Double = 0,
        stating activity: Activity? = nil
    ) throws {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let stated = activity.map { activity in
            let until = Instant(seconds: start + Double(60 * minutes))
            let statement = ActivityStatement(activity, from: Instant(seconds: start), until: until)
            return LoggedEvent(SensorEvent(time: Instant(seconds: start), payload: .statement(statement)))
        }
        let events = (0...(60 * minutes)).map { second in
            let late = falls ? max(0, second - 30 * minutes) : 0
            let north = speed * (Double(second) - Double(late) / 2)
            let coordinate = plane.coordinate(PlanePoint(east: 0, north: north))
            let fix = Fix(coordinate: coordinate, horizontalAccuracy: 3, speed: late > 0 ? speed / 2 : speed)
            return LoggedEvent(
                SensorEvent(
                    time: Instant(seconds: start + Double(second) + (second > 30 * minutes ? pause : 0)),
                    sequence: UInt64(second), payload: .fix(fix)))
        }
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: start)))
        try writer.append((stated.map { [$0] } ?? []) + events)
        try writer.close()
    }

    @Test func `the user's own pace is learned from stated sessions, and can be forgotten`() throws {
        try withLibrary { library, _ in
            try write(library.folder + "/a.odograph", start: 1_700_000_000, minutes: 20, speed: 4.1, stating: .running)
            try write(library.folder + "/b.odograph", start: 1_700_100_000, minutes: 20, speed: 3.9, stating: .running)
            try write(library.folder + "/c.odograph", start: 1_700_200_000, minutes: 20, speed: 8)
            let entries = library.summarizedEntries()
            let learned = library.learnedPaces(from: entries)
            #expect(learned.sessions == 2)
            #expect(learned.paces.running > 3.7 && learned.paces.running < 4.05)
            #expect(learned.paces.cycling == OwnPaces().cycling && learned.paces.walking == OwnPaces().walking)
            #expect(library.parametersOfNewSessions().activity.paces == learned.paces)
            try library.forgetPaces(until: Instant(seconds: 1_700_050_000))
            #expect(library.learnedPaces(from: entries).sessions == 1)
            try library.forgetPaces(until: Instant(seconds: 1_800_000_000))
            #expect(library.learnedPaces(from: entries) == LearnedPaces())
            try "{".write(toFile: library.folder + "/paces.json", atomically: true, encoding: .utf8)
            #expect(library.learnedPaces(from: entries) == LearnedPaces())
        }
    }

    @Test func `in each quarter of an hour, the distances of the activities add up to the distance`() throws {
        try withLibrary { library, _ in
            // The pace falls at the end of a quarter of an hour.
            let start = 1_700_000_100.0
            try write(
                library.folder + "/a.odograph", start: start, minutes: 30, speed: 6, falls: true, stating: .cycling)
            let quarters = try #require(
                library.summarizedEntries().first?.summary?.quarters.filter { $0.distance > 100 })
            #expect(quarters.count == 2 && quarters[0].start == Instant(seconds: start))
            for (quarter, metres) in zip(quarters, [5_400.0, 2_700]) {
                #expect(abs(quarter.distance - metres) < 40)
                #expect(abs(quarter.moved.values.reduce(0, +) - quarter.distance - quarter.estimatedDistance) < 40)
            }
        }
    }

    @Test func `a session over months has its distance on its days`() throws {
        try withLibrary { library, _ in
            let pause = 60.0 * 86_400
            try write(library.folder + "/a.odograph", start: 1_700_000_100, minutes: 10, speed: 2, pause: pause)
            let quarters = try #require(
                library.summarizedEntries().first?.summary?.quarters.filter { $0.distance > 100 })
            #expect(quarters.count == 2 && quarters[1].number - quarters[0].number == Int64(pause / 900))
            for quarter in quarters { #expect(abs(quarter.distance - 600) < 30) }
        }
    }

    @Test func `a mark or a correction leaves one file, and a mark outside the session is refused`() throws {
        try withLibrary { library, _ in
            let path = library.folder + "/a.odograph"
            try write(path, start: 1_700_000_000, minutes: 5, speed: 2)
            for seconds in [1_699_999_000.0, 1_700_000_301] {
                #expect(throws: SessionError.notRecorded(path: path)) {
                    try SessionWriter.mark(path, "gate", at: Instant(seconds: seconds))
                }
            }
            #expect(try SessionWriter.mark(path, "gate", at: Instant(seconds: 1_700_000_060)).count == 1)
            let (start, end) = (Instant(seconds: 1_700_000_000), Instant(seconds: 1_700_000_200))
            try SessionWriter.correct(path, with: [.noStop(from: start, until: end)])
            let names = try FileManager.default.contentsOfDirectory(atPath: library.folder)
            #expect(names.filter { $0.hasPrefix("a.odograph") } == ["a.odograph"])
            #expect(library.summarizedEntries().first?.summary?.duration == 300)
        }
    }

    @Test func `the library knows its sessions, the newest first`() throws {
        try withLibrary { library, _ in
            try write(library.folder + "/a.odograph", start: 1_700_000_000, minutes: 10, speed: 5)
            try write(library.folder + "/b.odograph", start: 1_700_100_000, minutes: 5, speed: 9)
            try Data("no session".utf8).write(to: URL(filePath: library.folder + "/c.odograph"))
            #expect(library.entries().allSatisfy { $0.summary == nil })
            let entries = library.summarizedEntries()
            #expect(entries.map { ($0.path as NSString).lastPathComponent }.last == "a.odograph")
            #expect(entries.count == 3)
            let bad = try #require(entries.first { $0.path.hasSuffix("c.odograph") })
            #expect(bad.problem == .notASession(path: bad.path))
            let known = library.entries().compactMap(\.summary)
            #expect(known.count == 2)
            let first = try #require(known.last)
            #expect(abs(first.distance - 3_000) < 60)
            #expect(abs(first.duration - 600) < 10)
        }
    }

    @Test func `the start of a session is known before it is summarized, if its content is`() throws {
        try withLibrary { library, _ in
            let path = library.folder + "/a.odograph"
            try write(path, start: 1_700_000_000, minutes: 1, speed: 5)
            let entry = try #require(library.entries().first)
            #expect(library.knownStart(of: entry) == nil)
            let content = try SessionReader(opening: path).content()
            library.keep([path: try #require(content)])
            #expect(library.knownStart(of: entry) == Instant(seconds: 1_700_000_000))
            // Another file under the same name is another recording.
            try FileManager.default.removeItem(atPath: path)
            try write(path, start: 1_700_100_000, minutes: 2, speed: 5)
            #expect(library.knownStart(of: entry) == nil)
        }
    }

    @Test func `records are the bests of all sessions and outlive the index`() throws {
        try withLibrary { library, _ in
            try write(library.folder + "/a.odograph", start: 1_700_000_000, minutes: 10, speed: 5)
            try write(library.folder + "/b.odograph", start: 1_700_100_000, minutes: 5, speed: 9)
            let records = LibraryRecords(library.summarizedEntries())
            #expect(abs((records.fastestSpeed?.value ?? 0) - 9) < 0.5)
            #expect(records.fastestSpeed?.path.hasSuffix("b.odograph") == true)
            #expect(records.longestDistance?.path.hasSuffix("a.odograph") == true)
            try Data("spoilt".utf8).write(to: URL(filePath: library.folder + "/library.sqlite"))
            let again = try SessionLibrary(folder: library.folder)
            #expect(again.entries().allSatisfy { $0.summary == nil })
            #expect(LibraryRecords(again.summarizedEntries()) == records)
        }
    }

    @Test func `history adds up what fell into a span`() throws {
        try withLibrary { library, _ in
            // 900 s before a quarter's border and 900 s after it.
            let border = 1_700_000_100.0 - 1_700_000_100.0.truncatingRemainder(dividingBy: 900)
            try write(library.folder + "/a.odograph", start: border - 900, minutes: 30, speed: 4)
            let entries = library.summarizedEntries()
            let middle = Instant(seconds: border)
            let before = LibraryHistory(entries, from: Instant(seconds: border - 9_000), until: middle)
            let after = LibraryHistory(entries, from: middle, until: Instant(seconds: border + 9_000))
            #expect(abs(before.distance - 3_600) < 40)
            #expect(abs(after.distance - 3_600) < 40)
            let total = try #require(entries.first?.summary?.distance)
            #expect(abs(before.distance + after.distance - total) < 1e-6)
            #expect(LibraryHistory(entries, from: middle + 9_000, until: middle + 99_000).sessionCount == 0)
        }
    }

    @Test(arguments: [0.0, 12_000])
    func `what was estimated and taken back when a fix came is in no quarter`(wayInTheOutage: Double) throws {
        try withLibrary { library, _ in
            let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
            // At 20 m/s for ten minutes, without a fix for nearly fifteen, and on from there.
            let events = (0..<1_200).map { second in
                let isAfter = second >= 600
                let north = 20 * Double(second) + (isAfter ? wayInTheOutage : 0)
                let fix = Fix(
                    coordinate: plane.coordinate(PlanePoint(east: 0, north: north)), horizontalAccuracy: 3, speed: 20)
                let time = 1_700_000_000 + Double(second) + (isAfter ? 890 : 0)
                return SensorEvent(time: Instant(seconds: time), payload: .fix(fix))
            }
            let ticks = (0..<1_050).map {
                SensorEvent(time: Instant(seconds: 1_700_000_000 + 2 * Double($0)), payload: .tick)
            }
            var session = events + ticks
            EventOrder().sort(&session)
            let writer = try SessionWriter(
                creating: library.folder + "/a.odograph",
                header: SessionHeader(created: Instant(seconds: 1_700_000_000)))
            try writer.append(session.map { LoggedEvent($0) })
            try writer.close()
            let entries = library.summarizedEntries()
            let summary = try #require(entries.first?.summary)
            let told = summary.quarters.reduce(0) { $0 + $1.estimatedDistance }
            #expect(abs(told - summary.estimatedDistance) < 1e-6)
            #expect(abs(told - wayInTheOutage) < 50)
            #expect(summary.quarters.allSatisfy { $0.estimatedDistance >= 0 })
            #expect(abs(summary.quarters.reduce(0) { $0 + $1.distance } - summary.distance) < 1e-6)
        }
    }

    @Test(arguments: [0, 300])
    func `what a wheel measured before the first fix, or without any, is in the history`(fixes: Int) throws {
        try withLibrary { library, _ in
            let start = Instant(seconds: 1_700_000_000)
            let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
            let events = (0...(600 + fixes)).map { second -> LoggedEvent in
                let place = plane.coordinate(PlanePoint(east: 0, north: 6 * Double(second)))
                let payload: SensorEvent.Payload =
                    second <= 600
                    ? .scalar(.sensorSpeed, ScalarSample(value: 6))
                    : .fix(Fix(coordinate: place, horizontalAccuracy: 3, speed: 6))
                return LoggedEvent(
                    SensorEvent(time: start + Double(second), sequence: UInt64(second), payload: payload))
            }
            let writer = try SessionWriter(
                creating: library.folder + "/a.odograph", header: SessionHeader(created: start))
            try writer.append(events)
            try writer.close()
            let entries = library.summarizedEntries()
            let summary = try #require(entries.first?.summary)
            let history = LibraryHistory(entries, from: start + -900, until: start + 9_000)
            #expect(abs(summary.estimatedDistance - 3_600) < 20)
            #expect(abs(history.estimatedDistance - summary.estimatedDistance) < 1e-6)
            #expect(abs(history.moved.values.reduce(0, +) - history.distance - history.estimatedDistance) < 20)
        }
    }

    /// Copies a session into a library, and returns its entry.
    private func copy(_ path: String, into library: SessionLibrary, as name: String) throws -> SessionEntry {
        let draft = try SessionDraft(library.folder + "/" + name, copying: SessionReader(opening: path))
        try SessionDraft.publish([draft])
        return try #require(library.summarizedEntries().first { $0.path == draft.path })
    }

    @Test func `a session is copied, renamed and removed`() throws {
        try withLibrary { library, folder in
            let outside = folder.appending(path: "walk.odograph").path
            try write(outside, start: 1_700_000_000, minutes: 1, speed: 2)
            let first = try copy(outside, into: library, as: "walk.odograph")
            let second = try copy(outside, into: library, as: "walk_2.odograph")
            #expect(throws: SessionError.alreadyExists(path: first.path)) {
                try copy(outside, into: library, as: "walk.odograph")
            }
            #expect(try SessionReader(opening: first.path).events() == SessionReader(opening: outside).events())
            try library.rename(first, to: "Evening walk")
            let renamed = try #require(library.summarizedEntries().first { $0.path == first.path })
            #expect(renamed.summary?.title == "Evening walk")
            #expect(Set(library.entries().map(\.path)) == [first.path, second.path])
            let writer = try SessionWriter(resuming: first.path)
            #expect(library.entries().first { $0.path == first.path }?.isOpen == true)
            try writer.close()
        }
    }

    @Test func `a damaged session leaves no half copy in the library`() throws {
        try withLibrary { library, folder in
            let outside = folder.appending(path: "walk.odograph").path
            try write(outside, start: 1_700_000_000, minutes: 60, speed: 2)
            let queue = try DatabaseQueue(path: outside)
            try queue.write { try $0.execute(sql: "UPDATE fix SET mode = 'x' WHERE id = (SELECT max(id) FROM fix)") }
            try queue.close()
            let error = #expect(throws: SessionError.self) { try copy(outside, into: library, as: "walk.odograph") }
            #expect(error?.description.contains("damaged") == true)
            #expect(library.entries().isEmpty)
            let left = try FileManager.default.contentsOfDirectory(atPath: library.folder)
            #expect(left.allSatisfy { $0.hasPrefix("library.sqlite") }, "\(left)")
        }
    }

    private struct Refusal: Error {}

    @Test func `a session that cannot be made whole is not made, and one that is there is never touched`() throws {
        try withLibrary { library, folder in
            let path = folder.appending(path: "a.odograph").path
            let header = SessionHeader(created: Instant(seconds: 0))
            let events = (0..<120_000).map {
                SensorEvent(time: Instant(seconds: Double($0)), sequence: UInt64($0), payload: .tick)
            }
            var steps = 0
            #expect(throws: Refusal.self) {
                try SessionWriter.make(path, header: header, events: events) {
                    steps += 1
                    if steps == 3 { throw Refusal() }
                }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["library"])
            try SessionWriter.make(path, header: header, events: events)
            #expect(try SessionReader(opening: path).events() == events)
            #expect(throws: SessionError.alreadyExists(path: path)) {
                try SessionWriter.make(path, header: header, events: events)
            }
            #expect(try SessionReader(opening: path).events().count == events.count)
        }
    }

    @Test func `the folder is the owner's and follows the environment`() throws {
        try withLibrary { library, _ in
            let attributes = try FileManager.default.attributesOfItem(atPath: library.folder)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
        #expect(SessionLibrary.standardFolder(environment: ["HOME": "/h"]) == "/h/.local/share/odograph")
        #expect(SessionLibrary.standardFolder(environment: ["XDG_DATA_HOME": "/d"]) == "/d/odograph")
        let both = ["XDG_DATA_HOME": "/d", "ODOGRAPH_LIBRARY": "/l"]
        #expect(SessionLibrary.standardFolder(environment: both) == "/l")
    }
}
