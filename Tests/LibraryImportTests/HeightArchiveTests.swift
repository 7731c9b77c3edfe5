import Foundation
import LibraryImport
import MapTiles
import SessionStore
import TestSupport
import Testing

/// Compressed files of heights, as servers offer them.
@Suite struct HeightArchiveTests {
    /// Writes an archive of the kind that is asked for.
    private static let writer = """
        import gzip, sys, zipfile
        kind, path = sys.argv[1:]
        data = b'\\x01\\x02' * (1201 * 1201)
        if kind == 'gzip': open(path, 'wb').write(gzip.compress(data, 1))
        if kind == 'cut': open(path, 'wb').write(gzip.compress(data, 1)[:-20])
        if kind == 'noise': open(path, 'wb').write(bytes(i * 2654435761 % 256 for i in range(5000)))
        if kind == 'bomb': open(path, 'wb').write(gzip.compress(bytes(30 << 20), 1))
        if kind in ('zip', 'other', 'short'):
            with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
                archive.writestr('readme.txt', 'hills')
                if kind != 'other': archive.writestr('a/N52E013.HGT', data[:100] if kind == 'short' else data)
        """

    private func write(_ kind: String, _ name: String, in home: URL) throws -> HeightArchive {
        let path = home.appending(path: name).path
        let made = try ChildProcess.run("/usr/bin/python3", ["-c", Self.writer, kind, path])
        try #require(made.status == 0, "\(made.errors)")
        return HeightArchive(path: path)
    }

    @Test(arguments: [("gzip", "N52E013.hgt.gz"), ("zip", "N52E013.SRTMGL1.hgt.zip")])
    func `a compressed file is unpacked into the folder of maps`(kind: String, name: String) throws {
        let home = try temporaryFolder()
        #expect(HeightArchive.isArchive(name: name) && !HeightArchive.isArchive(name: "N52E013.zip"))
        let folder = MapFolder(path: home.appending(path: "maps").path)
        let path = try write(kind, name, in: home).unpack(into: folder)
        #expect(folder.heights() == [path])
        let square = try HeightFile(path: path).square
        #expect(square.south == 52 && square.west == 13 && square.side == 1_201)
    }

    @Test(arguments: [
        ("cut", "N52E013.hgt.gz"), ("noise", "N52E013.hgt.gz"), ("bomb", "N52E013.hgt.gz"), ("gzip", "hills.hgt.gz"),
        ("noise", "N52E013.hgt.zip"), ("other", "N52E013.hgt.zip"), ("short", "N52E013.hgt.zip"),
    ])
    func `an archive without heights gets one sentence and leaves nothing behind`(kind: String, name: String) throws {
        let home = try temporaryFolder()
        let folder = MapFolder(path: home.appending(path: "maps").path)
        let archive = try write(kind, name, in: home)
        do {
            _ = try archive.unpack(into: folder)
            Issue.record("\(kind) was added")
        } catch { #expect("\(error)".contains(archive.path), "\(error)") }
        #expect(folder.heights().isEmpty)
    }
}
