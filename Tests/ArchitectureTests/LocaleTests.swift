import Foundation
import Testing

/// Names of months, forms of numbers and orders of words come from the C library, gettext and GLib: the ICU of the Debian
/// package has only time zones and calendars (build-aux/reduce-icu-data).
@Suite struct LocaleTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    private static let words = [
        "DateFormatter", "NumberFormatter", "ListFormatter", "MeasurementFormatter", "ByteCountFormatter", ".dateTime",
        "monthSymbols", "weekdaySymbols", ".localizedName(", ".localizedString(", ".localizedStandard",
        ".localizedCase",
        ".localizedCompare", ".abbreviation(", "formatted()",
    ]

    private func findings(in source: String) -> [String] {
        Self.words.filter { Data(source.utf8).range(of: Data($0.utf8)) != nil }
    }

    @Test func `no text comes from the data of ICU that the package leaves out`() throws {
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let found = findings(in: try String(contentsOf: file, encoding: .utf8))
            #expect(found.isEmpty, "\(file.lastPathComponent): \(found)")
        }
        #expect(count > 800)
    }

    @Test func `a text from ICU is found`() {
        #expect(findings(in: "let formatter = DateFormatter()\nlet name = zone.abbreviation(for: date)").count == 2)
        #expect(findings(in: "names.sort { $0.localizedStandardCompare($1) == .orderedAscending }").count == 1)
        #expect(findings(in: "Calendar.current.monthSymbols[2]; 5.formatted()").count == 2)
        #expect(findings(in: "date.formatted(.iso8601)").isEmpty)
    }
}
