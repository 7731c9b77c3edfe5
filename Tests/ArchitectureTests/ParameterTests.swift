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

    /// Returns the numbers of a source that are neither part of a named constant or table, nor whole numbers, halves, or least
    /// values that keep a quotient finite.
    private func coefficients(in source: String) -> [String] {
        var (found, depth) = ([String](), 0)
        for line in source.split(separator: "\n") {
            let code = line.replacing(/\/\/.*/, with: "").replacing(/"[^"]*"/, with: "")
            let opened = code.count { "([".contains($0) } - code.count { ")]".contains($0) }
            if depth > 0 || code.contains(/\bstatic let\b|\bvar \w+(: \w+)? = [-.\w]+$/) {
                depth = max(0, depth + opened)
                continue
            }
            found += code.matches(of: /(^|[^\w.])(\d[\d_]*(\.\d[\d_]*)?(e-?\d+)?)/).map { String($0.output.2) }.filter {
                !$0.contains(/^\d+$|^\d\.0$|^0\.5$|^1e-\d+$|^1_000$/)
            }
        }
        return found
    }

    /// Numbers of mathematics: 2 pi, and half of the binary logarithm of e.
    private static let mathematical: Set = ["6.283_185", "0.721_347_5"]
    /// Files that are mathematics, generated, or a checksum.
    private static let exempt: Set = ["FastPower.swift", "TravelModel+Trained.swift", "BoostedTrees+File.swift"]

    @Test func `every coefficient of the decision has a name`() throws {
        let folder = core.appending(path: "Decision")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files where !Self.exempt.contains(file.lastPathComponent) {
            let left = coefficients(in: try String(contentsOf: file, encoding: .utf8))
            #expect(Set(left).subtracting(Self.mathematical).isEmpty, "\(file.lastPathComponent): \(left)")
        }
        #expect(files.count > 20)
    }

    @Test func `a coefficient without a name is found`() {
        #expect(coefficients(in: "        return 0.9 * standing + 0.07 / 0.6 * x").count == 3)
        #expect(
            coefficients(in: "    static let modes = [\n        Mode(mean: 5.6),\n    ]\n    let y = x * 1.2") == [
                "1.2"
            ])
        #expect(coefficients(in: "        let half = 0.5 * x / max(y, 1e-9) + 12 // 0.3").isEmpty)
    }
}
