import Foundation
import Testing

/// The user-visible texts of the window are marked for translation; `scripts/translations --check` checks the rest.
@Suite struct TranslationTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")
    /// The targets whose texts the window shows.
    private static let targets = ["ViewerUI", "Viewer", "ViewerModel", "odograph"]
    /// The files whose texts are only for the command line, which is in English.
    private static let commandLine: Set<String> = [
        "OdographCommand.swift", "ViewerApplication.swift", "UnattendedDriver.swift",
    ]
    /// The names that are the same in every language.
    private static let names: Set<String> = ["© OpenStreetMap contributors"]

    private func swiftFiles(of target: String) -> [URL] {
        let files = FileManager.default.enumerator(
            at: sources.appending(path: target), includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter {
            $0.pathExtension == "swift" && !Self.commandLine.contains($0.lastPathComponent)
        }
    }

    /// The literals of a source that read like words of a sentence and that nothing marks.
    private func unmarked(in source: String) -> [String] {
        let code = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            .joined(separator: "\n")
        var found: [String] = []
        for literal in code.matches(of: /"((?:[^"\\\n]|\\.)*)"/) {
            let text = String(literal.1)
            guard text.contains(/[A-Za-z]{2,} [a-z]{2,}/), !Self.names.contains(text) else { continue }
            let before = code[..<literal.range.lowerBound].suffix(400)
            let isMarked = before.contains(/(localized|translatable|localizedCount)\(\s*$/)
            // The plural form follows the singular.
            let isPlural = before.contains(/localizedCount\(\s*"(?:[^"\\\n]|\\.)*",\s*$/)
            if !isMarked, !isPlural { found.append(text) }
        }
        return found
    }

    @Test func `every sentence of the window is marked for translation`() throws {
        var count = 0
        for target in Self.targets {
            for file in swiftFiles(of: target) {
                count += 1
                let texts = unmarked(in: try String(contentsOf: file, encoding: .utf8))
                #expect(texts.isEmpty, "\(file.lastPathComponent): \(texts)")
            }
        }
        #expect(count > 100)
    }

    @Test func `the window says what went wrong in the user's language`() throws {
        for target in ["ViewerUI", "Viewer", "odograph"] {
            for file in swiftFiles(of: target) {
                let source = try String(contentsOf: file, encoding: .utf8)
                #expect(!source.contains(/"[^"]*\\\((error|failure)\)/), "\(file.lastPathComponent)")
            }
        }
    }

    @Test func `every clause about a file is marked for translation`() throws {
        for file in swiftFiles(of: "TrackFormats") + swiftFiles(of: "JSON") {
            let source = try String(contentsOf: file, encoding: .utf8)
            #expect(!source.contains(/\b(Phrase|LineError)\(\s*"/), "\(file.lastPathComponent)")
        }
    }

    /// The targets whose errors only the command line and the standard error stream show, or none.
    private static let unseen: Set<String> = [
        "ArchiveReader", "FusionCore", "GPSDClient", "GTKKit", "GeoClueClient", "IIOClient", "JSON", "Launch",
        "OdographCore", "Wire", "odographctl",
    ]

    @Test func `an error that the window can show is a phrase`() throws {
        for target in try FileManager.default.contentsOfDirectory(atPath: sources.path)
        where !Self.unseen.contains(target) {
            for file in swiftFiles(of: target) {
                let source = try String(contentsOf: file, encoding: .utf8)
                for match in source.matches(of: /(?:struct|enum) (\w+): Error, [^{]*CustomStringConvertible/) {
                    #expect(Self.commandLineErrors.contains(String(match.1)), "\(target).\(match.1)")
                }
            }
        }
    }

    /// Errors that end a program before it has a window, or that never leave their target.
    private static let commandLineErrors: Set<String> = ["Shortage"]

    @Test func `a sentence that nothing marks is found`() {
        #expect(unmarked(in: #"case .gone: "The session no longer exists.""#).count == 1)
        #expect(unmarked(in: #"case .gone: localized("The session no longer exists.")"#).isEmpty)
        #expect(unmarked(in: #"localizedCount("{1} file was imported.", "{1} files were imported.", count)"#).isEmpty)
    }
}
