import FusionCore
import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

@testable import Viewer

/// The requests of a window's user, without a window.
@MainActor @Suite struct WindowRequestTests {
    private nonisolated static let start = Instant(seconds: 1_763_103_492)

    private nonisolated static let recording = Recording(
        unordered: (0..<120).map { second in
            let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
            return SensorEvent(
                time: start + Double(second),
                payload: .fix(
                    Fix(
                        coordinate: plane.coordinate(PlanePoint(east: Double(second) * 5, north: 0)),
                        horizontalAccuracy: 3, speed: 5, courseDegrees: 90)))
        })

    private func controller(_ files: CallLog = CallLog(), library: [LibraryList.Session] = []) -> ReplayController {
        let changes = LibraryClient(
            rename: { _, _ in }, moveToBin: { files.append("bin \($0)") }, export: { _, _, _ in },
            add: { path, _, _ in
                files.append("add \(path)")
                return LibraryClient.Addition(added: 1)
            },
            exportLibrary: { _, _, _, _, _, _ in LibraryClient.Copies(written: 0, failures: []) },
            exportEndings: ["gpx"])
        let tiles = TileClient(
            open: { _ in throw CancellationError() },
            add: { path, _ in
                files.append("map \(path)")
                return path
            })
        return ReplayController(
            clients: ViewerClients(
                open: { path in
                    files.append("open \(path)")
                    return OpenedSession(title: path, path: path, recording: Self.recording)
                },
                demo: { OpenedSession(title: "Demo", path: nil, recording: Self.recording) },
                library: { _ in
                    AsyncStream { stream in
                        stream.yield(library)
                        stream.finish()
                    }
                }, changes: changes, tiles: tiles))
    }

    private func session(_ path: String) -> LibraryList.Session {
        LibraryList.Session(id: path, title: "Walk", start: Self.start, duration: 60)
    }

    @Test func `a session that is moved to the trash is hidden at once, and moved when nobody has undone it`() async {
        let files = CallLog()
        let replay = controller(files, library: [session("/a"), session("/b")])
        replay.loadLibrary()
        await replay.settleLibrary()
        #expect(replay.library.map(\.id) == ["/a", "/b"])
        replay.bin("/a")
        #expect(replay.binned == ["/a"] && replay.notice?.offer == .keep(path: "/a"))
        replay.accept(.keep(path: "/a"))
        #expect(replay.binned.isEmpty && files.calls.isEmpty)
        replay.bin("/b")
        replay.decline(replay.notice?.offer)
        while files.calls.isEmpty { await Task.yield() }
        #expect(files.calls == ["bin /b"] && replay.binned == ["/b"])
        replay.bin("/unknown")
        #expect(replay.binned == ["/b"])
    }

    @Test func `one file is opened, several are added, and maps are kept apart`() async {
        let files = CallLog()
        let replay = controller(files)
        replay.handle(files: ["/a.gpx"])
        await replay.settle()
        #expect(files.calls == ["open /a.gpx"] && replay.title == "/a.gpx")
        replay.handle(files: ["/hills.pmtiles", "/b.gpx", "/c.gpx"])
        while files.calls.count < 4 { await Task.yield() }
        #expect(files.calls.dropFirst() == ["map /hills.pmtiles", "add /b.gpx", "add /c.gpx"])
    }

    @Test func `an opened file can be kept until it is in the library`() async {
        let replay = controller(library: [session("/b")])
        replay.loadLibrary()
        await replay.settleLibrary()
        replay.openDemo()
        await replay.settle()
        #expect(!replay.canKeep, "it is no file")
        replay.open(["/b"])
        await replay.settle()
        #expect(!replay.canKeep && replay.exportName(of: "/b") == "-b.gpx")
        replay.open(["/a"])
        await replay.settle()
        #expect(replay.canKeep)
        replay.keep()
        await replay.settle()
        #expect(!replay.canKeep)
    }

    @Test func `a fall of all satellites is a note of the session, and a landmark`() async {
        let views = (0..<120).map { second in
            let satellites = (1...10).map { number in
                Satellite(number: number, signalStrength: second < 60 ? 40 : 30, isUsed: true)
            }
            return SensorEvent(time: Self.start + Double(second), payload: .sky(Sky(satellites: satellites)))
        }
        let recording = Recording(unordered: Array(Self.recording.events) + views)
        let replay = ReplayController(
            clients: ViewerClients(
                open: { OpenedSession(title: $0, path: $0, recording: recording, notes: ["Left out"]) },
                demo: { OpenedSession(title: "Demo", path: nil, recording: Self.recording) }))
        replay.openDemo()
        await replay.settle()
        #expect(replay.notes.isEmpty)
        replay.open(["/a"])
        await replay.settle()
        #expect(replay.notes.count == 2 && replay.notes.first == "Left out")
        #expect(replay.notes.last?.hasPrefix("The signal fell on all satellites at ") == true)
        replay.handle(.seek(Self.start + 30))
        replay.jump(isForward: true)
        let instant = replay.instant ?? Self.start
        #expect((60...72).contains(instant - Self.start) && replay.notice?.sentence == "Interference?")
    }

    @Test func `a session is opened at an instant, which the next one forgets`() async {
        let replay = controller()
        replay.open(["/a"], at: Self.start + 40)
        await replay.settle()
        #expect(replay.instant == Self.start + 40)
        replay.openDemo()
        replay.seekWhenOpened(toSecond: 15)
        await replay.settle()
        #expect(replay.instant == Self.start + 15)
        replay.open(["/b"])
        await replay.settle()
        #expect(replay.instant == Self.start)
    }

    @Test func `the divider compares what there is to compare, where it was`() async {
        let replay = controller()
        replay.setCurtain(true)
        #expect(replay.curtain == nil, "nothing is open")
        replay.open(["/a"])
        await replay.settle()
        #expect(replay.curtain == nil && replay.canCompareTracks)
        replay.setCurtain(true)
        #expect(replay.curtain?.pair == .rawAndSmoothed && replay.visit.page == .map)
        replay.change { $0.map.lastCurtain.move(to: 0.2) }
        replay.setComparing(true)
        #expect(replay.curtain?.pair == .sets(active: .b) && replay.curtain?.share == 0.2)
        replay.swapSets()
        #expect(replay.curtain?.pair == .sets(active: .a))
        replay.setCurtain(false)
        #expect(replay.curtain == nil)
        replay.setCurtain(true)
        #expect(replay.curtain?.share == 0.2)
        replay.startLive()
        #expect(replay.curtain == nil && !replay.canCompareTracks)
    }

    @Test func `laps are divided by a length or by a line that the user draws`() async {
        let replay = controller()
        for (name, rule) in [("1", LapRule.distance(1_000)), ("5", .distance(5_000)), ("", .stated)] {
            replay.divideIntoLaps(by: name)
            #expect(replay.laps.rule == rule && replay.lapChoice == name && replay.visit.page == .tab(.day))
        }
        replay.divideIntoLaps(by: "gate")
        #expect(replay.map.drawing == .gate && replay.visit.page == .map && replay.laps.rule == .stated)
        replay.draw(nil)
        #expect(replay.map.drawing == nil)
    }

    @Test func `what cannot be done is said`() async {
        let replay = controller()
        var said = 0
        func expectNotice() {
            #expect(replay.notice?.number == said + 1)
            said = replay.notice?.number ?? said
        }
        replay.mark()
        expectNotice()
        replay.hideSelection { .part($0) }
        expectNotice()
        replay.open(["/a"])
        await replay.settle()
        replay.jump(isForward: true)
        expectNotice()
        #expect(replay.instant == Self.start)
    }

    @Test func `the same part of the window can be asked for again, with a parameter`() {
        let replay = controller()
        var changes: [FaceChange] = []
        replay.onChange = { changes.append(FaceChange(from: $0, to: $1)) }
        replay.show(.tab(.tune), parameter: "fixGate.accuracyCeiling")
        replay.show(.tab(.tune))
        #expect(changes.map { $0.has(\.visit) } == [true, true])
        #expect(changes.map(\.new.visit.parameter) == ["fixGate.accuracyCeiling", nil])
    }

    @Test func `a change says how the picture differs`() async {
        let replay = controller()
        var pictures: [FaceChange.Picture] = []
        replay.onChange = { old, new in
            let change = FaceChange(from: old, to: new)
            if change.picture != .none || change.isOfMoment { pictures.append(change.picture) }
        }
        replay.open(["/a"])
        await replay.settle()
        #expect(pictures == [.session])
        replay.handle(.seek(Self.start + 10))
        #expect(pictures == [.session, .none])
        replay.tune(.set("simplifier.tolerance", .number(20)))
        await replay.settle()
        #expect(pictures == [.session, .none, .session])
    }
}
