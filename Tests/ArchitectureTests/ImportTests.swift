import Foundation
import Testing

/// The arrows of docs/architecture.md: what each target may import. Anything else fails.
private let allowedImports: [String: Set<String>] = {
    let pure: Set<String> = ["Glibc"]
    let io: Set<String> = ["Glibc", "Foundation", "FoundationXML", "Dispatch", "Synchronization", "Logging"]
    return [
        "Geodesy": pure,
        "NavigationMath": pure,
        "SensorModel": pure.union(["Geodesy", "NavigationMath"]),
        "FusionCore": pure.union(["SensorModel", "Geodesy", "NavigationMath"]),
        "Replay": pure.union(["FusionCore", "SensorModel", "Geodesy", "NavigationMath"]),
        "Simulation": pure.union(["SensorModel", "Geodesy", "NavigationMath"]),
        "OdographCore": [
            "COdograph", "Synchronization", "Replay", "FusionCore", "SensorModel", "Geodesy", "NavigationMath",
        ],
        "Wire": pure.union(["SensorModel", "NavigationMath"]),
        "MapTiles": pure.union(["CZlib", "Geodesy"]),
        "GPSDClient": io.union(["SensorModel", "Geodesy"]),
        "IIOClient": io.union(["CIIO", "CConfinement", "Wire", "SensorModel", "NavigationMath"]),
        "SessionStore": io.union([
            "CSQLite", "GRDB", "GRDBSQLite", "MapTiles", "FusionCore", "SensorModel", "Geodesy", "NavigationMath",
        ]),
        "TrackFormats": io.union([
            "CXML", "CZlib", "GPSDClient", "FusionCore", "SensorModel", "Geodesy", "NavigationMath",
        ]),
        "LibraryImport": io.union(["Recorder", "SessionStore", "TrackFormats", "Replay", "SensorModel"]),
        "MapImport": io.union(["SessionStore"]),
        "Recorder": io.union([
            "GPSDClient", "Wire", "SessionStore", "FusionCore", "SensorModel", "Geodesy", "NavigationMath",
        ]),
        "GTKKit": ["Glibc", "Dispatch", "CGTK"],
        "ShumateKit": ["Glibc", "CGTK", "GTKKit", "MapTiles", "Geodesy"],
        "ViewerModel": pure.union(["Replay", "FusionCore", "SensorModel", "Geodesy", "NavigationMath"]),
        "ViewerUI": [
            "Glibc", "Foundation", "GTKKit", "ShumateKit", "MapTiles", "ViewerModel", "Replay", "FusionCore",
            "SensorModel",
            "Geodesy", "NavigationMath",
        ],
        "odograph": io.union([
            "ArgumentParser", "ViewerUI", "ViewerModel", "GTKKit", "LibraryImport", "Recorder", "GPSDClient", "Wire",
            "SessionStore",
            "TrackFormats", "MapTiles", "MapImport",
            "Simulation", "Replay", "FusionCore", "SensorModel", "Geodesy",
        ]),
        "odographctl": io.union([
            "ArgumentParser", "LibraryImport", "MapImport", "Recorder", "SessionStore", "TrackFormats", "GPSDClient",
            "IIOClient", "Wire", "Simulation",
            "Replay", "FusionCore", "SensorModel", "Geodesy", "NavigationMath",
        ]),
    ]
}()

@Suite struct ImportTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

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

    @Test func `every target imports only what lies below it`() throws {
        let targets = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        for target in targets {
            let files = swiftFiles(in: sources.appending(path: target))
            guard !files.isEmpty else { continue }
            let allowed = try #require(allowedImports[target], "no row for the target \(target)")
            for file in files {
                for module in try imports(of: file) {
                    #expect(allowed.contains(module), "\(target)/\(file.lastPathComponent) imports \(module)")
                }
            }
        }
    }

    @Test func `the rows of the table are targets`() {
        for target in allowedImports.keys {
            #expect(FileManager.default.fileExists(atPath: sources.appending(path: target).path), "\(target)")
        }
    }
}
