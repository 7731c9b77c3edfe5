import Foundation
import TestSupport
import Testing

/// What the window's benchmarks print.
@Suite struct BenchmarkTests {
    private struct Report: Decodable {
        let benchmark: String
        let frames: Int
        let median: Double
        let residentMemory: Double
    }

    @Test(.enabled(if: Programs.find("localedef") != nil, "localedef is not installed"))
    func `a benchmark is JSON in a locale with a decimal comma, too`() throws {
        let home = try temporaryFolder()
        let track = try SampleTrack.file(in: home)
        let name = "de_DE.UTF-8"
        // It also returns an error for a mere warning.
        _ = try ChildProcess.run(
            Programs.required("localedef"), ["-i", "de_DE", "-f", "UTF-8", home.appending(path: name).path])
        let server = try makeScreen(width: 800, height: 600)
        let result = try ChildProcess.run(
            Places.program("odograph"), [track, "--benchmark", "scrub", "--size", "800x600"],
            environment: server.environment.merging(["LOCPATH": home.path, "LC_ALL": name]) { $1 })
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(report.benchmark == "scrub" && report.frames > 0 && report.median > 0 && report.residentMemory > 10)
        withExtendedLifetime(server) {}
    }
}
