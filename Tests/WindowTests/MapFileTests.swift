import Foundation
import TestSupport
import Testing

/// Files of map tiles in the real window: a valid one, and those that mean harm.
@Suite(.serialized) struct MapFileTests {
    /// Writes a file of the kind that is asked for; the sample track lies within its tiles.
    private static let writer = """
        import math, os, sqlite3, struct, sys, zlib
        kind, path = sys.argv[1:]
        def chunk(name, data):
            return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
        def png(side, rows):
            head = struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0)
            body = zlib.compress(b''.join(b'\\0' + b'\\x20\\xa0\\x40' * side for _ in range(rows)))
            return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', body) + chunk(b'IEND', b'')
        def places():
            for zoom in range(10, 20):
                side = 1 << zoom
                x = int((14.4 + 180) / 360 * side)
                y = int((1 - math.asinh(math.tan(math.radians(50.004))) / math.pi) / 2 * side)
                for dx in range(-6, 7):
                    for dy in range(-6, 7):
                        yield zoom, x + dx, side - 1 - (y + dy)
        if kind == 'pipe':
            os.mkfifo(path)
            sys.exit()
        if kind == 'noise':
            with open(path, 'wb') as file: file.write(bytes(i * 2654435761 % 256 for i in range(50000)))
            sys.exit()
        database = sqlite3.connect(path)
        run = database.execute
        run('CREATE TABLE metadata(name TEXT, value TEXT)')
        if kind == 'endless':
            run('''CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
                SELECT i * 0 AS zoom_level, abs(i) + 1 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n''')
        else:
            run('CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data)')
            data = {'large': bytes(6 << 20), 'bomb': png(60000, 1), 'bytes': bytes(range(256)) * 20,
                    'types': 'a text'}.get(kind, png(256, 256))
            where = places() if kind != 'large' else [place for place in places()][::40]
            database.executemany('INSERT INTO tiles VALUES (?, ?, ?, ?)', [place + (data,) for place in where])
        about = {'format': 'pbf'} if kind == 'vectors' else {'name': 'Hills'}
        if kind == 'words':
            about = {'name': '<b>&', 'attribution': '© \\x1b]0;x\\x07\\n\\u202eHills' * 10000, 'minzoom': '9' * 30}
        database.executemany('INSERT INTO metadata VALUES (?, ?)', about.items())
        database.commit()
        database.close()
        if kind == 'cut': os.truncate(path, os.path.getsize(path) // 3)
        """

    /// Writes an archive of PMTiles of the kind that is asked for: one tile for each place, or what the name says.
    private static let archiveWriter = #"""
        import gzip, json, struct, sys
        kind, path, packer, pictures = sys.argv[1:]
        sys.path.insert(0, packer)
        import importlib.machinery, importlib.util
        loader = importlib.machinery.SourceFileLoader('pack', packer + '/pack-map')
        pack = importlib.util.module_from_spec(importlib.util.spec_from_loader('pack', loader))
        loader.exec_module(pack)
        varint = pack.varint
        if kind == 'pictures':
            pack.pack(pictures, path, 'Hills', '© Hills')
            sys.exit()
        def field(number, content): return varint(number << 3 | 2) + varint(len(content)) + content
        def tile(geometry):
            feature = b'\x18\x03' + field(4, geometry)
            name = b'things' if kind in ('foreign', 'stated') else b'water'
            return field(3, field(1, name) + field(2, feature))
        square = bytes([9, 0, 0, 26]) + varint(8192) + b'\0\0' + varint(8192) + varint(8191) + b'\0\x0f'
        def names(count):
            places = [(x, y) for x in range(count) for y in range(count)]
            def zigzag(value): return varint(value << 1 if value >= 0 else -value * 2 - 1)
            def place(number, x, y):
                tags = varint(0) + varint(0) + varint(1) + varint(number + 1)
                point = b'\x09' + zigzag(x * 8192 // count) + zigzag(y * 8192 // count)
                return field(2, field(2, tags) + b'\x18\x01' + field(4, point))
            words = [b'city'] + [b'Town %d' % number for number in range(len(places))]
            return field(3, field(1, b'place') + b''.join(place(i, x, y) for i, (x, y) in enumerate(places))
                + field(3, b'class') + field(3, b'name') + b''.join(field(4, field(1, word)) for word in words)
                + b'\x28' + varint(8192))
        data = gzip.compress(tile(square) + (names(40) if kind == 'names' else b''))
        if kind == 'bomb': data = gzip.compress(bytes(64 << 20))
        if kind == 'geometry': data = tile(bytes([9, 0, 0]) + varint((1 << 40) + 2) + b'\1\1')
        if kind == 'bytes': data = bytes(range(256)) * 20
        if kind == 'cut': data = data[:-9]
        size = {'large': 1 << 30, 'zero': 0, 'lying': 1 << 20}.get(kind, len(data))
        # One entry stands for all tiles of all levels.
        root = varint(1) + varint(0) + varint(0 if kind == 'loop' else 1 << 46) + varint(size) + varint(1)
        if kind == 'loop': root = varint(1) + varint(0) + varint(0) + varint(len(root)) + varint(1)
        about = {'name': kind, 'attribution': 'Hills'}
        if kind == 'stated': about['vector_layers'] = [{'id': 'things'}]
        text = b'{"name": 7, [' if kind == 'metadata' else json.dumps(about).encode()
        parts = [127, len(root), 127 + len(root), len(text), 127 if kind == 'loop' else 0, 999, 127 + len(root) + len(text)]
        parts += [(1 << 20) if kind == 'lying' else len(data)]
        kinds = 9 if kind == 'kind' else 1
        header = struct.pack('<7sB8Q3Q4B2B4iBii', b'PMTiles', 3, *parts, 0, 0, 0, 0, 1, 1, kinds, 0, 15,
                             -1800000000, -850000000, 1800000000, 850000000, 0, 0, 0)
        with open(path, 'wb') as file: file.write(header + root + text + data)
        """#

    /// Writes an archive into a home; returns its path.
    private func archive(_ kind: String, in home: URL) throws -> String {
        let path = home.appending(path: "\(kind).pmtiles").path
        let packer = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scripts").path
        let pictures = kind == "pictures" ? try mapFile("valid", in: home) : ""
        let result = try ChildProcess.run(
            "/usr/bin/python3", ["-c", Self.archiveWriter, kind, path, packer, pictures])
        try #require(result.status == 0, "\(result.errors)")
        return path
    }

    @Test(arguments: ["pictures", "shapes"])
    func `the tiles of an archive are shown`(kind: String) throws {
        let home = try temporaryFolder()
        let color = try ground(over: archive(kind, in: home), home: home, on: makeScreen(width: 1200, height: 800))
            .color
        #expect(color == (kind == "pictures" ? Self.green : Self.water))
    }

    @Test func `names on the map keep off the scale bar`() throws {
        let screen = try makeScreen(width: 1200, height: 800)
        func parts(of kind: String) throws -> [[UInt8]] {
            let home = try temporaryFolder()
            return try ground(over: archive(kind, in: home), home: home, on: screen).parts
        }
        let (plain, named) = (try parts(of: "shapes"), try parts(of: "names"))
        #expect(plain[1] != named[1], "names are drawn")
        #expect(plain[0] == named[0])
    }

    /// The scale bar with the pixels around it, and the ground between the legend and the track.
    private static let parts: [WindowDriver.Part] = [
        (x: 275, y: 511, width: 120, height: 36), (x: 400, y: 80, width: 180, height: 300),
    ]

    @Test(
        .enabled(if: AccessibleHand.isPossible, "dbus-run-session and at-spi2-core are not installed"),
        arguments: ["foreign", "stated"])
    func `a map whose layers are unknown is reported by its name`(kind: String) throws {
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text, to: "hill-walk.gpx")
        let folder = hand.home.appending(path: "odograph/maps")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try archive(kind, in: folder)
        let result = try hand.take(
            ["await The map \(kind) cannot be drawn"], arguments: [hand.path("hill-walk.gpx")])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// The colour of water, as in the map's style, and that of the tiles' pictures.
    private static let (water, green): ([UInt8], [UInt8]) = ([203, 220, 230], [32, 160, 64])

    @Test(arguments: ["kind", "bomb", "geometry", "bytes", "cut", "large", "zero", "lying", "loop", "metadata"])
    func `an archive that means harm does none`(kind: String) throws {
        let home = try temporaryFolder()
        let color = try ground(over: archive(kind, in: home), home: home, on: makeScreen(width: 1200, height: 800))
            .color
        // A text that cannot be read is no reason not to show tiles.
        #expect((color == Self.water) == (kind == "metadata"), "the ground is \(color)")
    }

    /// Writes a map file into a home; returns its path.
    private func mapFile(_ kind: String, in home: URL) throws -> String {
        let path = home.appending(path: "\(kind).mbtiles").path
        let result = try ChildProcess.run("/usr/bin/python3", ["-c", Self.writer, kind, path])
        try #require(result.status == 0, "\(result.errors)")
        return path
    }

    /// Opens a walk over a map file; returns the colour of the ground next to the track, and ``parts``.
    /// - Parameter isArgument: Whether the map is given on the command line rather than by the settings.
    private func ground(
        over map: String, isArgument: Bool = false, home: URL, on screen: any Screen
    ) throws -> (color: [UInt8], parts: [[UInt8]]) {
        let track = try SampleTrack.file(in: home)
        let window = try WindowDriver(
            home: home, on: screen,
            settings: ["map-tiles": "false"].merging(isArgument ? [:] : ["map-file": "'\(map)'"]) { $1 },
            arguments: (isArgument ? [map] : []) + [track, "--size", "1200x800"])
        #expect(try window.waitForTitle("Hill"))
        _ = try window.look(x: 0, y: 0, width: 1200, height: 800)
        let before = try window.look(x: 0, y: 720, width: 1200, height: 80)
        try window.act("mousemove 500 400 click 4 click 4")
        try window.settle()
        if let folder = ProcessInfo.processInfo.environment["ODOGRAPH_PICTURES"] {
            try screen.keepPicture(at: "\(folder)/\(URL(filePath: map).lastPathComponent).png")
        }
        let seen = try ([(x: 450, y: 400, width: 1, height: 1)] + Self.parts).map {
            Array(try screen.pixels(x: $0.x, y: $0.y, width: $0.width, height: $0.height))
        }
        // The window answers: a click on the timeline moves the replay.
        try window.act("mousemove 600 752 click 1")
        #expect(try window.lookUntil((x: 0, y: 720, width: 1200, height: 80)) { $0 != before })
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(window.residentMegabytes < 400, "\(window.residentMegabytes) MB")
        #expect(try window.close())
        return (seen[0], Array(seen.dropFirst()))
    }

    @Test func `the tiles of a map file are shown, again at the next start`() throws {
        let home = try temporaryFolder()
        let screen = try makeScreen(width: 1200, height: 800)
        let map = try mapFile("valid", in: home)
        for _ in 0..<2 {
            #expect(try ground(over: map, home: home, on: screen).color == Self.green)
        }
    }

    @Test func `a map that is given on the command line is added to the maps and shown under the session`() throws {
        let home = try temporaryFolder()
        let color = try ground(
            over: mapFile("valid", in: home), isArgument: true, home: home, on: makeScreen(width: 1200, height: 800)
        ).color
        #expect(color == Self.green)
        #expect(FileManager.default.fileExists(atPath: home.appending(path: "odograph/maps/valid.mbtiles").path))
    }

    @Test(arguments: ["noise", "pipe", "cut", "vectors", "endless", "large", "bomb", "bytes", "types", "words"])
    func `a map file that means harm does none`(kind: String) throws {
        let home = try temporaryFolder()
        let color = try ground(over: mapFile(kind, in: home), home: home, on: makeScreen(width: 1200, height: 800))
            .color
        // Strange words are no reason not to show tiles.
        #expect((color == Self.green) == (kind == "words"), "the ground is \(color)")
    }
}
