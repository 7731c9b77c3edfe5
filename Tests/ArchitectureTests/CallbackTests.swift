import Foundation
import Testing

/// No closure literal that C calls inherits an actor: it says `@Sendable`, wherever it stands.
///
/// A literal within a main-actor type is inferred to be main-actor itself, and the runtime ends the program if C calls
/// it on another thread; the compiler does not warn.
@Suite struct CallbackTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// C functions that take callbacks and are not named with underscores.
    private static let plainNames = "signal|atexit|qsort|bsearch|nftw|scandir|twalk"

    /// A literal without `@Sendable` that C is passed, with its line.
    private struct Finding: CustomStringConvertible {
        let line: Int
        let function: String
        var description: String { "line \(line): \(function) is passed a closure without @Sendable" }
    }

    private func findings(in source: String) throws -> [Finding] {
        // C names: lowercase with underscores, as `g_timeout_add_full`; Swift has none.
        let call = try Regex("\\b([a-z][a-z0-9]*(?:_[A-Za-z0-9]+)+|\(Self.plainNames))\\(")
        let text = Array(blanked(source).utf8)
        var findings: [Finding] = []
        for match in String(decoding: text, as: UTF8.self).matches(of: call) {
            let name = match.output[1].substring.map(String.init) ?? ""
            let code = String(decoding: text, as: UTF8.self)
            let start = code.utf8.distance(from: code.startIndex, to: match.range.upperBound)
            for brace in literals(after: start, in: text) where !isSendable(text[brace...]) {
                let line = text[..<brace].count { $0 == UInt8(ascii: "\n") } + 1
                findings.append(Finding(line: line, function: name))
            }
        }
        return findings
    }

    /// The places of the braces that open an argument of the call whose first argument begins at `start`, and of a
    /// closure with parameters behind it.
    private func literals(after start: Int, in text: [UInt8]) -> [Int] {
        var depth = 1
        var braces = 0
        var found: [Int] = []
        var index = start
        while index < text.count, depth > 0 {
            switch text[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "{"):
                if depth == 1, braces == 0 { found.append(index) }
                braces += 1
            case UInt8(ascii: "}"): braces -= 1
            default: break
            }
            index += 1
        }
        let rest = text[index...].prefix(120)
        let line = String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        if line.contains(/^ \{ (@Sendable )?[\w, ]+ in\b/) { found.append(index + 1) }
        return found
    }

    private func isSendable(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: Array("{ @Sendable ".utf8))
    }

    /// The source with its comments and the contents of its texts blanked, so that only code has braces.
    private func blanked(_ source: String) -> String {
        source.replacing(/\/\/[^\n]*/) { String(repeating: " ", count: $0.output.utf8.count) }
            .replacing(/"(?:[^"\\\n]|\\.)*"/) {
                "\"" + String(repeating: " ", count: max(0, $0.output.utf8.count - 2)) + "\""
            }
    }

    @Test func `every closure that C is passed is sendable`() throws {
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var count = 0
        for file in files?.compactMap({ $0 as? URL }) ?? [] where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            count += source.split(separator: "{ @Sendable ").count - 1
            let found = try findings(in: source)
            #expect(found.isEmpty, "\(file.lastPathComponent): \(found)")
        }
        #expect(count > 10)
    }

    @Test func `a closure that would inherit an actor is found`() throws {
        #expect(try findings(in: "odo_reader_new({ data, x in nil }, box, { @Sendable data in })").count == 1)
        #expect(try findings(in: "gtk_add(\n    w.cast(),\n    { _, clock in 1 })").map(\.line) == [3])
        #expect(try findings(in: "signal(SIGINT) { _ in stop() }").count == 1)
        #expect(try findings(in: "signal(SIGINT) { @Sendable _ in stop() }").isEmpty)
        #expect(try findings(in: "if let a = g_get(b.map { $0.c }) { use(a) }").count == 1)
        #expect(try findings(in: "if let a = g_get(b) { use(a) }").isEmpty)
        #expect(try findings(in: "map.filter { g_is($0) }").isEmpty)
    }
}
