import Foundation
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct SessionFormatGuideTests {
    /// The program in docs/session-format.md.
    private func program() throws -> String {
        let guide = try String(contentsOf: Places.root.appending(path: "docs/session-format.md"), encoding: .utf8)
        let start = try #require(guide.range(of: "```python\n"))
        let end = try #require(guide.range(of: "```", range: start.upperBound..<guide.endIndex))
        return String(guide[start.upperBound..<end.lowerBound])
    }

    private func events() -> [LoggedEvent] {
        var random = RandomEvents(seed: 77)
        return random.take(2_000).filter { logged in
            // Python's integers do not wrap around as the format's do.
            guard abs(logged.event.time.seconds - 1.7e9) < 1e6 else { return false }
            return switch logged.event.payload {
            case .fix(let fix): fix.coordinate.map { abs($0.latitude) < 1e6 && abs($0.longitude) < 1e6 } ?? false
            default: true
            }
        }
    }

    @Test func `thirty lines of Python read the fixes and samples, to the bit`() throws {
        let code = try program()
        #expect(code.split(separator: "\n").count <= 30)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let events = events()
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        for start in stride(from: 0, to: events.count, by: 100) {
            try writer.append(Array(events[start..<min(start + 100, events.count)]))
        }
        try writer.close()
        let script = folder.appending(path: "read.py")
        try code.write(to: script, atomically: true, encoding: .utf8)
        let result = try ChildProcess.run("/usr/bin/env", ["python3", script.path, path])
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("fix ") }.map(values) == expectedFixes(events))
        let samples = lines.filter { !$0.hasPrefix("fix ") }
        #expect(samples.map(sample).sorted() == expectedSamples(events).sorted())
    }

    private func values(_ line: String) -> [UInt64] {
        line.split(separator: " ").dropFirst(2).map { Double($0)?.bitPattern ?? 0 }
    }

    private func sample(_ line: String) -> String {
        let words = line.split(separator: " ")
        return "\(words[0]) \(words[1]) \(values(line))"
    }

    private func expectedFixes(_ events: [LoggedEvent]) -> [[UInt64]] {
        events.compactMap { logged in
            guard case .fix(let fix) = logged.event.payload, let coordinate = fix.coordinate else { return nil }
            return [coordinate.latitude, coordinate.longitude, fix.speed ?? 0].map(\.bitPattern)
        }
    }

    private func expectedSamples(_ events: [LoggedEvent]) -> [String] {
        events.compactMap { logged in
            // Samples made of a line of text lie in the table of rare events.
            if case .gpsd? = logged.raw { return nil }
            let time = logged.event.time.nanoseconds
            func line(_ stream: StreamKind, _ values: [Double]) -> String {
                "\(stream.rawValue) \(time) \(values.map(\.bitPattern))"
            }
            switch logged.event.payload {
            case .acceleration(let sample): return line(.acceleration, [sample.x, sample.y, sample.z])
            case .rotation(let sample): return line(.rotation, [sample.x, sample.y, sample.z])
            case .magneticField(let sample): return line(.magneticField, [sample.x, sample.y, sample.z])
            case .scalar(let quantity, let sample): return line(.scalar(quantity), [sample.value])
            default: return nil
            }
        }
    }
}
