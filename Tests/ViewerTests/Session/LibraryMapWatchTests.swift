import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

@testable import Viewer

@MainActor @Suite struct LibraryMapWatchTests {
    private nonisolated static func session(_ id: String, _ title: String, day: Int) -> LibraryList.Session {
        LibraryList.Session(id: id, title: title, start: Instant(seconds: Double(day) * 86_400), duration: 60)
    }

    /// A controller of a library of three sessions, of which one is damaged and one has no places.
    private func controller(_ log: CallLog) async -> ReplayController {
        var clients = ViewerClients(
            open: { OpenedSession(title: $0, path: $0, recording: Recording(unordered: [])) },
            demo: { throw CancellationError() },
            library: { _ in
                AsyncStream { stream in
                    stream.yield([
                        Self.session("/c", "Ride", day: 3), Self.session("/b", "Run", day: 2),
                        Self.session("/a", "Walk", day: 1),
                    ])
                    stream.finish()
                }
            })
        clients.lines = { _, paths in
            log.append(paths.joined(separator: " "))
            return AsyncStream { stream in
                for path in paths {
                    let places = path == "/a" ? [] : [Coordinate(latitude: 50, longitude: 14)]
                    stream.yield(
                        path == "/b"
                            ? LibraryLines([], failures: [path: "It is damaged."])
                            : LibraryLines([LibraryLine(id: path, places: places, styles: [])]))
                }
                stream.finish()
            }
        }
        let replay = ReplayController(clients: clients)
        replay.loadLibrary()
        await replay.settleLibrary()
        return replay
    }

    @Test func `lines are read when the map shows the library, those of found sessions only, and once`() async {
        let log = CallLog()
        let replay = await controller(log)
        #expect(log.calls.isEmpty && replay.hasLibraryMap)
        replay.search("walk")
        replay.showLibraryMap(true)
        await replay.libraryMap.settle()
        #expect(log.calls == ["/a"])
        #expect(replay.libraryMap.status == "1 session · 1 without a place")
        replay.search("")
        #expect(replay.libraryMap.status == "3 sessions · reading 2… · 1 without a place")
        await replay.libraryMap.settle()
        #expect(log.calls == ["/a", "/c /b"])
        #expect(replay.libraryMap.status == "3 sessions · 1 without a place · 1 not readable")
        #expect(replay.libraryMap.map.problems == ["It is damaged."])
        replay.libraryMap.reread("/c")
        await replay.libraryMap.settle()
        #expect(log.calls == ["/a", "/c /b", "/c"])
    }

    @Test func `Escape and another session lead back, and changes are published`() async {
        let replay = await controller(CallLog())
        var effects = 0
        replay.onChange = { effects += $1.changedEffects(since: $0).contains(.libraryMap) ? 1 : 0 }
        #expect(!replay.leaveLibraryMap())
        replay.showLibraryMap(true)
        await replay.libraryMap.settle()
        #expect(effects == 1 + 3)
        replay.libraryMap.pointed = "/c"
        replay.libraryMap.isHeat = true
        #expect(effects == 6)
        #expect(replay.leaveLibraryMap() && replay.libraryMap.pointed == nil)
        replay.showLibraryMap(true)
        replay.open(["/c"])
        #expect(replay.libraryMap.isOn, "until the session is there")
        await replay.settle()
        #expect(!replay.libraryMap.isOn)
    }

    @Test func `without a library there is none to show`() {
        let replay = ReplayController()
        replay.showLibraryMap(true)
        #expect(!replay.libraryMap.isOn && !replay.hasLibraryMap)
    }
}
