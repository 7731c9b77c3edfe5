import Foundation
import Testing

/// The core computes with the parameters that it is given: it creates default ones only as the first value of a variable,
/// or as the default of an initialiser.
@Suite struct ParameterTests {
    private let core = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/FusionCore")

    /// Returns the lines that create default parameters where they are used.
    private func findings(in source: String) -> [Substring] {
        source.split(separator: "\n").filter { line in
            line.contains(/Parameters(\(\)|\.init\(\))/)
                && !line.contains(/^\s*\/\/|\b[vV]ar \w+ = [\w.]*Parameters\(\)$|passParameters\(\)/)
        }
    }

    @Test func `no rule computes with default parameters instead of the user's`() throws {
        let files = try #require(FileManager.default.enumerator(at: core, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            #expect(findings(in: try String(contentsOf: file, encoding: .utf8)).isEmpty, "\(file.lastPathComponent)")
        }
        #expect(count > 150)
    }

    @Test func `a rule with default parameters is found`() {
        #expect(findings(in: "        let day = DayParameters()").count == 1)
        #expect(findings(in: "    static let silence = DayParameters().gap").count == 1)
        #expect(findings(in: "    public var outages = OutageParameters()\n    /// DayParameters()").isEmpty)
    }
}
