import Foundation
import Testing

/// The paths through the program in docs/architecture.md name types that exist.
@Suite struct PathTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The names of all types that the sources declare.
    private func declared() throws -> Set<String> {
        let sources = root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\b(?:struct|class|actor|enum|protocol|typealias) (\w+)/) {
                names.insert(String(match.1))
            }
        }
        return names
    }

    /// The rows of the table of a section, with the names of types in each.
    private func rows(of section: String) throws -> [[String]] {
        let page = try String(contentsOf: root.appending(path: "docs/architecture.md"), encoding: .utf8)
        let text = try #require(page.components(separatedBy: "## \(section)\n").dropFirst().first)
        return text.components(separatedBy: "\n## ")[0].split(separator: "\n")
            .filter { $0.contains(/^\| \d+ \|/) }
            .map { $0.matches(of: /`\[?([A-Z]\w+)/).map { String($0.1) } }
    }

    @Test(arguments: [("The path of a fix", 9), ("The path of a parameter", 6)])
    func `the hops of a path are types of the program`(section: String, most: Int) throws {
        let (rows, declared) = (try rows(of: section), try declared())
        #expect(!rows.isEmpty && rows.count <= most)
        for name in rows.joined() where name != "E" { #expect(declared.contains(name), "\(name)") }
    }
}
