import Foundation
import Geometry
import SensorModel
import Synchronization
import TestSupport
import Testing
import TrackFormats

/// A program of the user's own beside a recording.
@Suite struct LiveOwnFilterTests {
    private let folder: URL

    init() throws { folder = try temporaryFolder() }

    private func fix(_ second: Int) -> SensorEvent {
        SensorEvent(
            time: Instant(seconds: 1_700_000_000 + Double(second)),
            payload: .fix(Fix(coordinate: Coordinate(latitude: 50, longitude: 14), horizontalAccuracy: 3)))
    }

    private func filter(_ program: String) throws -> LiveOwnFilter {
        let path = folder.appending(path: "filter.py").path
        try Data(program.utf8).write(to: URL(filePath: path))
        return LiveOwnFilter(OwnFilter(fileAt: path))
    }

    private static let echo = """
        import json, sys
        for line in sys.stdin:
            event = json.loads(line)
            print(json.dumps({"type": "position", "time": event["time"], "latitude": event["latitude"], "longitude": 15}))
        """

    @Test func `each event is answered before the next one is there`() throws {
        let filter = try filter(Self.echo)
        filter.consume([fix(0)])
        var times: [Double] = []
        try filter.run(isCancelled: { false }) { positions in
            for position in positions {
                times.append(position.time - 1_700_000_000)
                times.count < 5 ? filter.consume([fix(times.count)]) : filter.complete()
            }
        }
        #expect(times == [0, 1, 2, 3, 4])
    }

    @Test func `much at once is passed on whole, and a last line without an end counts`() throws {
        let program = """
            import sys
            lines = sys.stdin.read().count("\\n")
            sys.stdout.write('{"type": "position", "time": %d, "latitude": 1, "longitude": 2}' % lines)
            """
        let filter = try filter(program)
        filter.consume((0..<20_000).map(fix))
        filter.complete()
        var times: [Double] = []
        try filter.run(isCancelled: { false }) { times += $0.map(\.time) }
        #expect(times == [20_000])
    }

    @Test(arguments: [
        ("", "ended before the recording"), ("raise SystemExit(3)", "exit 3"),
        ("print('hello', flush=True)\nimport time\ntime.sleep(60)", "Line 1"),
        ("import os\nos.close(0)\nraise SystemExit(4)", "exit 4"),
    ])
    func `one that fails is ended with a sentence`(program: String, sentence: String) throws {
        let filter = try filter(program)
        filter.consume((0..<100).map(fix))
        let error = #expect(throws: OwnFilterError.self) { try filter.run(isCancelled: { false }) { _ in } }
        #expect("\(error.map { "\($0.phrase)" } ?? "")".contains(sentence))
    }

    @Test(arguments: ["", "import os\nos.close(1)\n"])
    func `one that writes nothing is ended with the window`(first: String) throws {
        let filter = try filter("\(first)import time\ntime.sleep(60)")
        let looks = Mutex(0)
        #expect(throws: CancellationError.self) {
            try filter.run(
                isCancelled: {
                    looks.withLock { looks in
                        looks += 1
                        return looks > 3
                    }
                }
            ) { _ in }
        }
    }
}
