import Foundation
import Testing

/// Rounded numbers from outside are converted to integers without a trap.
///
/// A plain `Int(value.rounded())` ends the program if the value is not a number or beyond all integers, and a file or a
/// socket can have such a value. `Int(nearest:)` and `Int(exactly:)` cannot trap for any value.
@Suite struct ConversionTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The targets that read what others wrote, and those that print it.
    private static let targets = [
        "SensorModel", "Wire", "JSON", "GPSDClient", "GeoClueClient", "IIOClient", "SessionStore", "TrackFormats",
        "Recorder", "LibraryImport", "ArchiveReader",
        "odographctl", "OdographCore",
    ]

    /// The lines on which an integer is made of a rounded number by a conversion that can trap.
    private func findings(in source: String) -> [String] {
        source.split(separator: "\n").map(String.init).filter { line in
            !line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
                && line.contains(
                    /\b(?:U?Int(?:8|16|32|64)?|CInt|CShort)\((?!exactly:|nearest:|clamping:)[^"]*\.rounded\(/)
        }
    }

    @Test func `no rounded number from outside is converted so that it can trap`() throws {
        var count = 0
        for target in Self.targets {
            let folder = sources.appending(path: target)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            for file in files?.compactMap({ $0 as? URL }) ?? [] where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8)
                count += source.contains("Int(nearest: ") ? 1 : 0
                let found = findings(in: source)
                #expect(found.isEmpty, "\(target)/\(file.lastPathComponent): \(found)")
            }
        }
        #expect(count > 5)
    }

    @Test func `a conversion that can trap is found, and others are not`() {
        for line in [
            "let a = Int(seconds.rounded())", "UInt32((x * 10).rounded(.up))", "f(CInt(min(a, b.rounded())))",
            "\"\\(x) \" + Int32(y.rounded())",
        ] {
            #expect(findings(in: line).count == 1, "\(line)")
        }
        for line in [
            "let a = Int(nearest: seconds)", "Int(exactly: x.rounded())", "// Int(x.rounded())", "Int(text)",
            "let whole = x == x.rounded() ? Int(text) : nil",
        ] {
            #expect(findings(in: line).isEmpty, "\(line)")
        }
    }
}
