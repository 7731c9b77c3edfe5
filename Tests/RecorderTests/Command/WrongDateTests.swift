import Foundation
import TestSupport
import Testing

/// Recordings of receivers whose date is wrong, from gpsd to what the commands report about them.
@Suite struct WrongDateTests {
    private static let seconds = 20

    /// A drive at 10 m/s by a receiver whose clock is ahead by a number of days.
    private func drive(from start: Date, aheadBy days: Double) -> String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let fixes = (0..<Self.seconds).map { second in
            let time = start.addingTimeInterval(days * 86_400 + Double(second)).formatted(style)
            return "@tpv time=\(time) lat=\(50 + Double(second) * 9e-5) lon=14.0 speed=10 track=0 eph=5\n@sleep 1\n"
        }
        return "@greet\n@watch\n" + fixes.joined()
    }

    /// A recording in its own library.
    private struct Recording {
        let folder: URL
        let rig: ReceiverRig
        let recorder: ChildProcess
        private let environment: [String: String]

        init(_ script: String) throws {
            folder = try temporaryFolder()
            environment = ["ODOGRAPH_LIBRARY": folder.appending(path: "library").path, "TZ": "UTC"]
            rig = try ReceiverRig.script(script)
            recorder = try ChildProcess(
                Places.program("odographctl"),
                [
                    "record", "--gpsd", "\(rig.address)", "--iio", "none",
                    "--duration", "\(WrongDateTests.seconds + 6)",
                    "--runtime-folder", folder.appending(path: "run").path,
                ], environment: environment)
        }

        /// Returns the JSON that a command prints about the library.
        func report(_ arguments: String...) throws -> [String: Any] {
            let result = try ChildProcess.run(
                Places.program("odographctl"), arguments + ["--json"], environment: environment)
            return try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
                "\(result.output) \(result.errors)")
        }

        /// Returns the session as GPX, and its file's name.
        func exported() throws -> (gpx: String, name: String) {
            let library = folder.appending(path: "library").path
            let names = try FileManager.default.contentsOfDirectory(atPath: library)
            let name = try #require(names.first { $0.hasSuffix(".odograph") })
            let result = try ChildProcess.run(
                Places.program("odographctl"), ["export", "\(library)/\(name)", "--format", "gpx", "--output", "-"],
                environment: environment)
            return (result.output, name)
        }
    }

    @Test func `day, history, export and file are right, whatever date a receiver sends`() throws {
        let start = Date()
        // Right; 1024 weeks early and late; half a year early.
        let recordings = try [0, -7_168, 7_168, -197.0].map { try Recording(drive(from: start, aheadBy: $0)) }
        defer { for recording in recordings { try? FileManager.default.removeItem(at: recording.folder) } }
        for recording in recordings { #expect(recording.recorder.wait().status == 0) }
        var rightEnd: Double?
        for (index, recording) in recordings.enumerated() {
            let day = try recording.report("day")
            let distance = try #require(day["distance"] as? Double)
            let begin = try #require(day["start"] as? Double)
            let end = try #require(day["end"] as? Double)
            // The first fixes count from some time after the start of a recorder.
            #expect(distance > 100 && abs(distance - 10 * (end - begin)) < 1)
            // For any other wrong date, the delay of the line is part of the correction.
            let right = rightEnd ?? end
            #expect(abs(end - right) < (index == 3 ? 5 : 1e-3))
            rightEnd = right
            let history = try recording.report("history", "--last", "2")
            let total = try #require(history["total"] as? [String: Any])
            #expect(total["distance"] as? Double == distance && total["sessions"] as? Int == 1)
            let date = Date(timeIntervalSince1970: right).formatted(.iso8601.year().month().day())
            let (gpx, name) = try recording.exported()
            #expect(name.hasPrefix(date))
            #expect(gpx.ranges(of: "<time>").count == gpx.ranges(of: "<time>\(date)").count)
            #expect(gpx.ranges(of: "<time>").count > 10)
        }
    }
}
