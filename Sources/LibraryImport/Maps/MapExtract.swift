import Foundation
import Glibc
import Launch
public import SensorModel
public import SessionStore
import TrackFormats

/// The reason why an extract of OpenStreetMap was not converted into a map.
public enum MapImportError: PhrasedError, Sendable, Hashable {
    /// The file does not exist, or the user has no permission to read it.
    case unreadable(path: String)
    /// The file is not an extract.
    case notExtract(path: String)
    /// The program that converts extracts is not installed.
    case noTilemaker
    /// The program failed, with the end of its output.
    case failed(path: String, reason: String)

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .unreadable(let path):
            Phrase(
                translatable("{1} cannot be read: check that it exists and that you have permission to read it."), path)
        case .notExtract(let path):
            Phrase(
                translatable("{1} is not an extract of OpenStreetMap: choose a file whose name ends in .osm.pbf."), path
            )
        case .noTilemaker:
            Phrase(
                translatable(
                    "tilemaker is not installed: install it to make maps of extracts, or use a PMTiles or MBTiles file."
                ))
        case .failed(let path, let reason):
            Phrase(translatable("{1} did not become a map: tilemaker ended with “{2}”."), path, reason)
        }
    }
}

/// Converts an extract of OpenStreetMap (.osm.pbf) into a map file with the layers that the map's style draws.
public struct MapExtract: Sendable {
    /// The extract's path.
    public let path: String

    /// The minimum size of an extract, in bytes, for which tilemaker keeps its working data on disk.
    private static let largestInMemory = 50 << 20
    /// The interval between two checks for cancellation, in milliseconds.
    private static let patience: CInt = 200
    /// The end of tilemaker's output that is kept, in bytes.
    private static let keptOutput = 4_096

    /// Creates a conversion of the file at a path.
    public init(path: String) { self.path = path }

    /// Returns whether a file's name is that of an extract.
    public static func isExtract(name: String) -> Bool { name.lowercased().hasSuffix(".osm.pbf") }

    /// Converts the extract into a map in a folder of maps. Replaces a map of the same name.
    /// - Parameters:
    ///   - folder: The folder of maps.
    ///   - progress: Called with the finished fraction at least every 200 ms. If it throws, the conversion ends.
    /// - Returns: The path of the map.
    /// - Throws: ``MapImportError``, `TileFileError`, or what `progress` throws; no file remains in that case.
    public func convert(into folder: MapFolder, progress: (Double) throws -> Void) throws -> String {
        try check()
        guard let program = InstalledProgram.path(of: "tilemaker") else { throw MapImportError.noTilemaker }
        try folder.prepare()
        let work = FileManager.default.temporaryDirectory.appending(path: "odograph-map-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let name = URL(filePath: path).lastPathComponent.dropLast(".osm.pbf".count)
        // Next to its target, so that it can be renamed; a hidden file is not listed as a map.
        let part = "\(folder.path)/.\(name).part.mbtiles"
        defer {
            try? FileManager.default.removeItem(at: work)
            try? FileManager.default.removeItem(atPath: part)
            try? FileManager.default.removeItem(atPath: part + "-journal")
        }
        try Data(PackageResources.config_json).write(to: work.appending(path: "config.json"))
        try Data(PackageResources.process_lua).write(to: work.appending(path: "process.lua"))
        try? FileManager.default.removeItem(atPath: part)
        try run(program, in: work, output: part, progress)
        _ = try MapFile(path: part)
        let target = "\(folder.path)/\(name).mbtiles"
        try folder.take(part, as: target)
        return target
    }

    /// An extract begins with a block named OSMHeader.
    private func check() throws(MapImportError) {
        guard let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: 64) else {
            throw .unreadable(path: path)
        }
        guard Self.isExtract(name: path), start.range(of: Data("OSMHeader".utf8)) != nil else {
            throw .notExtract(path: path)
        }
    }

    private func run(
        _ program: String, in work: URL, output: String, _ progress: (Double) throws -> Void
    ) throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        var launch = ChildLaunch(
            words: [
                program, "--input", path, "--output", output, "--config", work.appending(path: "config.json").path,
                "--process", work.appending(path: "process.lua").path,
            ] + (size > Self.largestInMemory ? ["--store", work.appending(path: "store").path] : []))
        (launch.output, launch.errors) = (.pipe, .descriptor(1))
        guard let child = try? launch.start() else { throw MapImportError.noTilemaker }
        defer { child.kill() }
        let words = try follow(child.output, progress)
        guard child.wait() == .status(0) else { throw MapImportError.failed(path: path, reason: words) }
    }

    /// Reads the output of tilemaker until it ends.
    /// - Returns: The end of the output.
    private func follow(_ descriptor: CInt, _ progress: (Double) throws -> Void) throws -> String {
        var share = 0.0
        var last: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Self.patience)
            try progress(share)
            guard ready != 0 else { continue }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            last = (last + buffer[..<count]).suffix(Self.keptOutput)
            for line in Self.lines(last) { share = max(share, TilemakerProgress.share(line) ?? 0) }
        }
        return Self.lines(last).last { !$0.isEmpty } ?? "nothing"
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split { $0 == 10 || $0 == 13 }.map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        }
    }
}
