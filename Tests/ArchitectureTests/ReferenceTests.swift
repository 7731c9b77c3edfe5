import Foundation
import Testing

/// `scripts/documentation` makes a page for every library target; a new target needs one.
@Suite struct ReferenceTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func libraries() throws -> [String] {
        let sources = root.appending(path: "Sources")
        return try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { target in
            let files = FileManager.default.enumerator(atPath: sources.appending(path: target).path)
            let isSwift = files?.contains { ($0 as? String)?.hasSuffix(".swift") == true } == true
            return isSwift && !["odograph", "odographctl"].contains(target)
        }
    }

    @Test func `every library target has its page and is built`() throws {
        let script = try String(contentsOf: root.appending(path: "scripts/documentation"), encoding: .utf8)
        let list = try #require(script.components(separatedBy: "modules=(").dropFirst().first)
        let built = try #require(list.components(separatedBy: ")").first).split(whereSeparator: \.isWhitespace)
        #expect(try Set(built.map(String.init)) == Set(libraries()))
        for target in try libraries() {
            let page = try String(
                contentsOf: root.appending(path: "docs/Odograph.docc/\(target).md"), encoding: .utf8)
            #expect(page.hasPrefix("# ``\(target)``\n"), "\(target)")
        }
    }
}
