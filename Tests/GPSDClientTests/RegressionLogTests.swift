import Foundation
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import GPSDClient

/// gpsd's own regression logs: what the daemon says, line by line, of many receivers.
@Suite struct RegressionLogTests {
    private func lines(of file: URL) throws -> [String] {
        let text =
            file.pathExtension == "gz"
            ? try ChildProcess.run("/bin/gzip", ["-dc", file.path]).output
            : try String(contentsOf: file, encoding: .isoLatin1)
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The result of a simple reader: for every run of equal times, whether any line has a fix.
    private func expectedEpochs(_ lines: [String]) -> (fixes: Int, noFixes: Int) {
        var epochs: [(time: String, hasFix: Bool)] = []
        for line in lines {
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                object["class"] as? String == "TPV", let time = object["time"] as? String
            else { continue }
            let hasFix = (object["mode"] as? Int ?? 0) >= 2 && object["lat"] != nil && object["lon"] != nil
            if let last = epochs.last, last.time == time {
                epochs[epochs.count - 1].hasFix = last.hasFix || hasFix
            } else {
                epochs.append((time, hasFix))
            }
        }
        return (epochs.count { $0.hasFix }, epochs.count { !$0.hasFix })
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `every log gives each of its epochs once`() throws {
        let folder = try Places.data("gpsd-logs")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.contains(".chk") }.sorted { $0.path < $1.path }
        #expect(!files.isEmpty)
        for file in files {
            let lines = try lines(of: file)
            var feed = LinkFeed()
            for line in lines { feed.say(line, after: 0.001) }
            feed.wait(1)
            let timed = feed.fixes.filter { !$0.timeIsArrival }
            let expected = expectedEpochs(lines)
            let name = file.lastPathComponent
            #expect(timed.count { $0.coordinate != nil } == expected.fixes, "\(name)")
            #expect(timed.count { $0.coordinate == nil } == expected.noFixes, "\(name)")
            for fix in timed {
                if let accuracy = fix.horizontalAccuracy { #expect(accuracy > 0 && accuracy < 1e4, "\(name)") }
                if let coordinate = fix.coordinate { #expect(coordinate.isValid, "\(name)") }
            }
        }
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a log cut and mangled at any place does no harm`() throws {
        let folder = try Places.data("gpsd-logs")
        let bytes = Array(try lines(of: folder.appending(path: "mt3339.log.chk")).joined(separator: "\n").utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            var mangled = bytes
            for _ in 0..<200 { mangled[Int.random(in: mangled.indices, using: &generator)] = .random(in: 0...255) }
            var feed = LinkFeed()
            feed.link.receive(mangled[..<Int.random(in: mangled.indices, using: &generator)], at: feed.now)
            feed.wait(0.3)
            feed.say("")
            feed.say(tpv(59), after: 1)
            feed.wait(0.3)
            #expect(feed.fixes.contains { $0.coordinate == Coordinate(latitude: 50, longitude: 14.59) })
        }
    }
}
