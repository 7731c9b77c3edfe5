import FusionCore
import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

@testable import Viewer

/// Files that are added to the library and written from it.
@MainActor @Suite struct FileWorkTests {
    private struct Refusal: Error, CustomStringConvertible { let description = "No track in it." }

    private func controller(
        _ library: CallLog,
        add: @escaping @Sendable (String, @Sendable (Double) -> Void) async throws -> LibraryClient.Addition = { _, _ in
            LibraryClient.Addition(added: 1)
        }
    ) -> ReplayController {
        let recording = Recording(unordered: [
            SensorEvent(time: Instant(seconds: 0), payload: .fix(Fix(coordinate: nil)))
        ])
        let changes = LibraryClient(
            rename: { _, _ in }, moveToBin: { _ in },
            export: { source, leftOut, target in
                let without = leftOut.places.isEmpty ? "" : " without \(leftOut.places.count) x \(leftOut.radius) m"
                switch source {
                case .file(let path): library.append("\(path)\(without) to \(target)")
                case .shown(let session):
                    library.append("\(session.title), \(session.parameters.simplifier.tolerance) m, to \(target)")
                }
            },
            add: { path, _, progress in
                library.append(path)
                return try await add(path, progress)
            },
            exportLibrary: { _, _, ending, leftOut, target, progress in
                progress(0.5)
                library.append("all without \(leftOut.places.count) to \(target) as \(ending)")
                return LibraryClient.Copies(written: 2, failures: ["One is damaged."])
            },
            exportEndings: ["gpx"])
        return ReplayController(
            clients: ViewerClients(
                open: { OpenedSession(title: "Way", path: $0, recording: recording) },
                demo: { OpenedSession(title: "", path: nil, recording: recording) }, changes: changes))
    }

    @Test func `added files are counted, and those that cannot be added are said`() async {
        let library = CallLog()
        let replay = controller(library) { path, progress in
            progress(1)
            if path == "c" { throw Refusal() }
            return LibraryClient.Addition(added: 1, known: path == "b" ? 1 : 0)
        }
        replay.addToLibrary(["a", "b", "c"])
        #expect(replay.workText == "Importing 3 files: 0 % (Esc cancels)")
        await replay.settle()
        #expect(library.calls == ["a", "b", "c"] && replay.workText == nil && replay.storedCount == 1)
        #expect(
            replay.notice?.sentence
                == "2 sessions were added. 1 was already in the library. No track in it.")
        #expect(replay.addedPaths.isEmpty, "one of them is not in the library")
        replay.addToLibrary(["a"])
        await replay.settle()
        #expect(replay.addedPaths == ["a"])
    }

    @Test func `work that is cancelled keeps what was added, and does not end what replaced it`() async {
        let library = CallLog()
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let replay = controller(library) { path, _ in
            start.yield()
            if path == "slow" { try await Task.sleep(for: .seconds(60)) }
            return LibraryClient.Addition(added: 1)
        }
        var started = starts.makeAsyncIterator()
        replay.addToLibrary(["slow", "never"])
        _ = await started.next()
        replay.addToLibrary(["next"])
        await replay.settle()
        #expect(library.calls == ["slow", "next"] && replay.workText == nil)
        replay.addToLibrary(["slow"])
        _ = await started.next()
        _ = await started.next()
        #expect(replay.cancelWork())
        await replay.settle()
        #expect(replay.notice?.sentence.hasPrefix("The import was cancelled.") == true && !replay.cancelWork())
    }

    @Test func `the session that is shown is exported as it is tuned, and another file as it is`() async {
        let library = CallLog()
        let replay = controller(library)
        replay.open(
            "Way",
            reading: { _ in
                OpenedSession(
                    title: "Way", path: "way.gpx",
                    recording: Recording(unordered: [
                        SensorEvent(time: Instant(seconds: 0), payload: .fix(Fix(coordinate: nil)))
                    ]))
            })
        await replay.settle()
        replay.tune(.set("simplifier.tolerance", .number(20)))
        replay.export("way.gpx", to: "x.gpx")
        await settle { replay.notice?.offer == .showFolder(path: "x.gpx") }
        replay.export("other.odograph", to: "y.gpx")
        await settle { replay.notice?.offer == .showFolder(path: "y.gpx") }
        #expect(library.calls == ["Way, 20.0 m, to x.gpx", "other.odograph to y.gpx"])
        let home = Coordinate(latitude: 50, longitude: 14)
        replay.export("other.odograph", leavingOut: .init(places: [home], radius: 500), to: "z.gpx")
        await settle { replay.notice?.offer == .showFolder(path: "z.gpx") }
        #expect(replay.notice?.sentence == "A file without 1 place was written.")
        #expect(library.calls.last == "other.odograph without 1 x 500.0 m to z.gpx")
        replay.exportLibrary(nil, ending: "gpx", leavingOut: .init(places: [home]), to: "/tmp/all")
        #expect(replay.workText == "Exporting all: 0 % (Esc cancels)")
        await replay.settle()
        #expect(replay.notice?.sentence == "2 sessions were written. One is damaged.")
        #expect(library.calls.last == "all without 1 to /tmp/all as gpx")
    }

    private func settle(_ isDone: () -> Bool) async {
        for _ in 0..<500 where !isDone() { try? await Task.sleep(for: .milliseconds(10)) }
        #expect(isDone())
    }
}
