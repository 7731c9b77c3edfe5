import Foundation
import Testing

/// A target imports what `Package.swift` lets it depend on, and the system modules of its layer. Anything else fails: the
/// compiler also finds modules of targets that are not dependencies.
@Suite struct ImportTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private let sources = root.appending(path: "Sources")

    /// The system modules of each layer of docs/architecture.md. A target without a row reads and writes files and
    /// sockets.
    private static let systemModules: [String: Set<String>] = {
        let pure: Set<String> = ["Glibc"]
        let pureTargets = [
            "Geometry", "SensorModel", "FusionCore", "Replay", "Simulation", "Wire", "JSON", "MapTiles",
            "RoadMatching", "ViewerModel",
        ]
        return Dictionary(uniqueKeysWithValues: pureTargets.map { ($0, pure) }).merging([
            "OdographCore": ["Synchronization"], "GTKKit": ["Glibc", "Dispatch"], "ShumateKit": ["Glibc"],
            "Localization": ["Glibc"], "Viewer": ["Glibc", "Foundation", "Synchronization"],
            "ViewerUI": ["Glibc", "Foundation"],
        ]) { first, _ in first }
    }()
    private static let inputOutput: Set<String> = [
        "Glibc", "Foundation", "FoundationXML", "Dispatch", "Synchronization",
    ]

    /// The dependencies of each target in a manifest, including products of packages, by name.
    private func dependencies(in manifest: String) -> [String: Set<String>] {
        var products: [String: String] = [:]
        for match in manifest.matches(of: /let (\w+): Target.Dependency = .product\(name: "(\w+)"/) {
            products[String(match.1)] = String(match.2)
        }
        var found: [String: Set<String>] = [:]
        let target =
            /(?:swiftTarget|\.target|\.executableTarget)\(\s*(?:name: )?"(\w+)"(?:,\s*(?:dependencies: )?\[([^\]]*)\])?/
        for match in manifest.matches(of: target) {
            let names = (match.2 ?? "").split { ",\n ".contains($0) }.map(String.init)
            found[String(match.1)] = Set(
                names.map { $0.hasPrefix("\"") ? $0.trimmingCharacters(in: ["\""]) : products[$0] ?? $0 })
        }
        return found
    }

    private func swiftFiles(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }

    private func imports(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy(isImportModifier) else { return nil }
            return words[(at + 1)...].last.map { String($0.split(separator: ".")[0]) }
        }
    }

    private func isImportModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains(word)
    }

    @Test func `every target imports only its dependencies and the system modules of its layer`() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let dependencies = dependencies(in: manifest)
        for target in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            let files = swiftFiles(in: sources.appending(path: target))
            guard !files.isEmpty else { continue }
            let declared = try #require(dependencies[target], "\(target) is not in Package.swift")
            let allowed = declared.union(Self.systemModules[target] ?? Self.inputOutput)
            for file in files {
                for module in try imports(of: file) {
                    #expect(allowed.contains(module), "\(target)/\(file.lastPathComponent) imports \(module)")
                }
            }
        }
    }

    @Test func `a pure target depends on pure targets only`() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let pure = Self.systemModules.filter { $0.value == ["Glibc"] }.keys.filter {
            !["ShumateKit", "Localization"].contains($0)
        }
        for (target, names) in dependencies(in: manifest) where pure.contains(target) {
            // zlib inflates the tiles of maps.
            #expect(names.subtracting(pure).subtracting(["CZlib"]).isEmpty, "\(target) depends on \(names)")
        }
    }

    @Test func `dependencies of any form are read from a manifest`() {
        let manifest = """
            let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
            swiftTarget("A"),
            swiftTarget(
                "B",
                ["A", grdb]),
            .executableTarget(
                name: "C", dependencies: [
                    "A", "B",
                ])
            """
        #expect(dependencies(in: manifest) == ["A": [], "B": ["A", "GRDB"], "C": ["A", "B"]])
    }
}
