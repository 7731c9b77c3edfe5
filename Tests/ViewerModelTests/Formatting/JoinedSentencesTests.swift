import Foundation
import Testing

@Suite struct JoinedSentencesTests {
    @Test func `the pattern that joins two sentences is not translated`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let catalogue = try String(contentsOf: root.appending(path: "data/po/odograph.pot"), encoding: .utf8)
        #expect(catalogue.contains("msgid \"{1} {2} {3}\""))
        #expect(!catalogue.contains("msgid \"{1} {2}\"\n"))
    }
}
