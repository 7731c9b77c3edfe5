import Foundation
import Testing

@testable import ViewerUI

/// The table of the window's actions.
@MainActor @Suite struct WindowActionTests {
    @Test func `names and keys are unique`() {
        let names = WindowAction.all.map(\.name)
        #expect(Set(names).count == names.count)
        let keys = WindowAction.all.flatMap(\.keys)
        #expect(Set(keys).count == keys.count && !keys.isEmpty)
    }

    @Test func `every action that a menu or a button names exists`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/ViewerUI")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let names = Set(WindowAction.all.map(\.name))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in text.matches(of: /"win\.([a-z-]+)(?:"|::)/).map(\.output.1) {
                #expect(names.contains(String(name)), "\(file.lastPathComponent) names \(name)")
                count += 1
            }
            for call in text.matches(of: /Menu\(\s*actions: ([^)]*)\)/) {
                for name in call.output.1.matches(of: /"([a-z-]+)"/).map(\.output.1) {
                    #expect(WindowAction.all.first { $0.name == name }?.title.isEmpty == false, "\(name) has no title")
                    count += 1
                }
            }
        }
        #expect(count > 40)
    }
}
