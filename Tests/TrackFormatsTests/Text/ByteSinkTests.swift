import Foundation
import TestSupport
import Testing

@testable import TrackFormats

/// The destinations of output.
@Suite struct ByteSinkTests {
    private let document = TrackDocument(format: GPXReader.format, name: "a")

    private func kind(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    @Test func `a pipe is written to, and stays a pipe`() throws {
        let folder = try temporaryFolder().path
        let pipe = folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try Exporter(.gpx).write(document, path: pipe)
        #expect(kind(pipe) == S_IFIFO)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).contains("</gpx>"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["pipe"])
    }

    @Test func `a link stays a link, and what it leads to is written whole`() throws {
        let folder = try temporaryFolder().path
        try Data("before".utf8).write(to: URL(filePath: folder + "/track"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "track")
        try Exporter(.gpx).write(document, path: folder + "/link")
        #expect(kind(folder + "/link") == S_IFLNK)
        #expect(try String(contentsOfFile: folder + "/track", encoding: .utf8).contains("</gpx>"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "track"])
    }

    @Test(arguments: [mode_t(0o600), 0o640, 0o644]) func `a file that is replaced is for whom it was`(_ mode: mode_t)
        throws
    {
        let folder = try temporaryFolder().path
        let path = folder + "/track"
        try Data("before".utf8).write(to: URL(filePath: path))
        try #require(chmod(path, mode) == 0)
        try Exporter(.gpx).write(document, path: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
    }

    @Test func `a folder is refused, and nothing is left`() throws {
        let folder = try temporaryFolder().path
        try FileManager.default.createDirectory(atPath: folder + "/tracks", withIntermediateDirectories: false)
        #expect(throws: FormatError.self) { try Exporter(.gpx).write(document, path: folder + "/tracks") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tracks"])
    }
}
