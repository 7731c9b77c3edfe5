public import Foundation

/// The folder of the user's maps, all of which are shown.
public struct MapFolder: Sendable, Hashable {
    /// The folder's path.
    public let path: String

    /// Creates a value for a path, without creating the folder.
    public init(path: String) { self.path = path }

    /// Returns the user's own folder: `odograph/maps` in the data folder.
    public static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> MapFolder {
        let stated = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = stated ?? "\(NSHomeDirectory())/.local/share"
        return MapFolder(path: "\(data)/odograph/maps")
    }

    /// Returns whether a file's name is that of a map.
    public static func isMap(name: String) -> Bool {
        let lowercased = name.lowercased()
        return !name.hasPrefix(".") && (lowercased.hasSuffix(".mbtiles") || lowercased.hasSuffix(".pmtiles"))
    }

    /// The extension of a file of heights.
    public static let heightsEnding = ".hgt"

    /// Returns whether a file's name is that of a file of heights.
    public static func isHeights(name: String) -> Bool {
        !name.hasPrefix(".") && name.lowercased().hasSuffix(heightsEnding)
    }

    /// Lists the paths of the maps, by name; empty if there is no such folder.
    public func maps() -> [String] { files(Self.isMap) }

    /// Lists the paths of the files of heights, by name; empty if there is no such folder.
    public func heights() -> [String] { files(Self.isHeights) }

    private func files(_ isWanted: (String) -> Bool) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter(isWanted).sorted().map { "\(path)/\($0)" }
    }

    /// Copies a map or a file of heights into the folder, and returns its path there. Replaces a file of the same name.
    /// - Throws: ``TileFileError`` if the file is neither, or an error of the file system.
    public func add(_ source: String) throws -> String {
        if Self.isHeights(name: source) { _ = try HeightFile(path: source) } else { _ = try MapFile(path: source) }
        let target = "\(path)/\(URL(filePath: source).lastPathComponent)"
        let same = try? FileManager.default.contentsOfDirectory(atPath: path).contains { name in
            URL(filePath: "\(path)/\(name)").resolvingSymlinksInPath()
                == URL(filePath: source).resolvingSymlinksInPath()
        }
        if same == true { return target }
        try prepare()
        let part = "\(target).part"
        try? FileManager.default.removeItem(atPath: part)
        do {
            try FileManager.default.copyItem(atPath: source, toPath: part)
            try take(part, as: target)
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            throw error
        }
        return target
    }

    /// Creates the folder if it does not exist.
    public func prepare() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Renames a finished file in one step, so that no map is ever incomplete.
    public func take(_ part: String, as target: String) throws {
        guard rename(part, target) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
