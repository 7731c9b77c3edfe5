import MapTiles
import Testing

/// Archives and tiles that mean harm: refused with one error each, never a crash, never much memory.
@Suite struct HostileMapTests {
    static func varint(_ number: UInt64) -> [UInt8] {
        var (number, bytes) = (number, [UInt8]())
        while number >= 0x80 {
            bytes.append(UInt8(number & 0x7F) | 0x80)
            number >>= 7
        }
        return bytes + [UInt8(number)]
    }

    static func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    /// An archive without compression: its root directory, its leaves, its tiles.
    static func archive(
        root: [UInt8], leaves: [UInt8] = [], tiles: [UInt8] = [], rootCount: UInt64? = nil, leafCount: UInt64? = nil,
        compression: UInt8 = 1
    ) -> [UInt8] {
        var header = Array("PMTiles".utf8) + [3]
        let (rootStart, leafStart) = (UInt64(127), UInt64(127 + root.count))
        header += bytes(rootStart) + bytes(rootCount ?? UInt64(root.count)) + bytes(0) + bytes(0)
        header += bytes(leafStart) + bytes(leafCount ?? UInt64(leaves.count))
        header += bytes(leafStart + UInt64(leaves.count)) + bytes(UInt64(tiles.count))
        header += bytes(0) + bytes(0) + bytes(0) + [0, compression, 1, 1, 0, 22]
        header += [UInt8](repeating: 0, count: 127 - header.count)
        return header + root + leaves + tiles
    }

    /// A directory of entries: number, run, count, offset.
    static func directory(_ entries: [(UInt64, UInt64, UInt64, UInt64)]) -> [UInt8] {
        var last: UInt64 = 0
        var bytes = varint(UInt64(entries.count))
        for entry in entries {
            bytes += varint(entry.0 - last)
            last = entry.0
        }
        for entry in entries { bytes += varint(entry.1) }
        for entry in entries { bytes += varint(entry.2) }
        for entry in entries { bytes += varint(entry.3 &+ 1) }
        return bytes
    }

    /// Opens an archive and asks for the tile of the world.
    private func open(_ bytes: [UInt8]) throws -> [UInt8]? {
        let read: PMTilesArchive.Read = { offset, count in
            offset < UInt64(bytes.count) ? Array(bytes[Int(offset)...].prefix(count)) : []
        }
        var archive = try PMTilesArchive(read: read)
        return try archive.tile(try #require(TileAddress(zoom: 0, x: 0, y: 0)), read: read)
    }

    @Test func `a valid archive gives its tile`() throws {
        let root = Self.directory([(0, 1, 3, 0)])
        #expect(try open(Self.archive(root: root, tiles: [1, 2, 3])) == [1, 2, 3])
        let leaf = Self.directory([(0, 1, 2, 1)])
        let above = Self.directory([(0, 0, UInt64(leaf.count), 0)])
        #expect(try open(Self.archive(root: above, leaves: leaf, tiles: [9, 8, 7])) == [8, 7])
    }

    static let hostile: [(String, [UInt8], MapTileError)] = {
        let one = directory([(0, 1, 3, 0)])
        let loop = directory([(0, 0, 5, 0)])
        return [
            ("another kind of file", Array("SQLite format 3".utf8) + [UInt8](repeating: 0, count: 200), .notPMTiles),
            ("nothing", [], .notPMTiles),
            ("half a header", Array(archive(root: one).prefix(60)), .notPMTiles),
            ("another compression", archive(root: one, compression: 4), .unknownCompression),
            ("a tile of a gigabyte", archive(root: directory([(0, 1, 1 << 30, 0)]), tiles: [1]), .tooLarge),
            ("a root of a gigabyte", archive(root: one, rootCount: 1 << 30), .tooLarge),
            ("a root beyond the file", archive(root: one, rootCount: 900), .damagedDirectory),
            (
                "a tile beyond the file", archive(root: directory([(0, 1, 100, 2)]), tiles: [1, 2, 3]),
                .damagedDirectory
            ),
            ("a tile beyond all files", archive(root: directory([(0, 1, 3, .max - 5)]), tiles: [1]), .damagedDirectory),
            ("a tile of zero bytes", archive(root: directory([(0, 1, 0, 0)])), .damagedDirectory),
            ("a leaf that leads to itself", archive(root: loop, leaves: loop), .damagedDirectory),
            ("a leaf beyond the leaves", archive(root: directory([(0, 0, 5, 77)]), leaves: loop), .damagedDirectory),
            ("more entries than bytes", archive(root: varint(1_000_000) + [0, 1, 1, 1]), .damagedDirectory),
            ("endless entries", archive(root: varint(.max) + [0]), .damagedDirectory),
            (
                "numbers beyond all", archive(root: [2] + varint(.max) + varint(.max) + [1, 1, 1, 1, 1, 1]),
                .damagedDirectory
            ),
        ]
    }()

    @Test(arguments: hostile.indices)
    func `an archive that lies is refused`(index: Int) throws {
        let (name, bytes, error) = Self.hostile[index]
        #expect(throws: error, "\(name)") { try open(bytes) }
    }

    @Test func `a bomb of gzip is given up at its bound`() throws {
        #expect(throws: MapTileError.tooLarge) {
            _ = try TileInflation.inflated(Self.bomb, limit: 1 << 20)
        }
        #expect(throws: MapTileError.tooLarge) { _ = try VectorTile(Self.bomb) }
        #expect(throws: MapTileError.damagedData) {
            _ = try TileInflation.inflated(Array(Self.bomb.prefix(40)), limit: 1 << 30)
        }
    }

    /// Deflated zeros, 16 MB of them: blocks of fixed codes that repeat the byte before them 258 times.
    static let bomb: [UInt8] = {
        var bits: [Bool] = [true, true, false]
        // The literal 0, then lengths of 258 (code 285, eight bits) at the distance 1 (five bits).
        bits += [false, false, true, true, false, false, false, false]
        for _ in 0..<65_100 {
            bits += [true, true, false, false, false, true, false, true] + [Bool](repeating: false, count: 5)
        }
        bits += [Bool](repeating: false, count: 7)
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        for start in stride(from: 0, to: bits.count, by: 8) {
            bytes.append(
                bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | ($1.1 ? 1 << $1.0 : 0) })
        }
        return bytes + [0, 0, 0, 0, 0, 0, 0, 0]
    }()

    /// A message of one field of bytes.
    static func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(content.count)) + content
    }

    static func tile(_ geometry: [UInt8], kind: UInt8 = 2, extent: UInt64 = 4_096) -> [UInt8] {
        let feature = [0x18, kind] + field(4, geometry)
        return field(3, field(1, Array("roads".utf8)) + field(2, feature) + [0x28] + varint(extent))
    }

    @Test func `a tile is read`() throws {
        let tile = try VectorTile(Self.tile([9, 0, 0, 18, 128, 64, 0, 0, 128, 64]))
        let feature = try #require(tile.layers.first?.features.first)
        #expect(feature.kind == .line && feature.parts == [[SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1)]])
        #expect(try VectorTile([]).layers.isEmpty)
    }

    static let tiles: [(String, [UInt8])] = [
        ("endless commands", tile([9, 0, 0] + varint(1 << 33 | 2) + [1, 1])),
        ("a command that does not exist", tile([9, 0, 0, 13])),
        ("a point that is cut", tile([9, 0])),
        ("a point beyond everything", tile([9] + varint(.max - 1) + varint(.max - 1))),
        ("no extent", tile([9, 0, 0], extent: 0)),
        ("an endless extent", tile([9, 0, 0], extent: .max)),
        ("a layer longer than the tile", [0x1A] + varint(1 << 40) + [1]),
        ("a field that does not exist", [0x1F, 1, 2]),
        ("a number without an end", [UInt8](repeating: 0xFF, count: 40)),
    ]

    @Test(arguments: tiles.indices)
    func `a tile that lies is refused`(index: Int) {
        let (name, bytes) = Self.tiles[index]
        #expect(throws: MapTileError.damagedTile, "\(name)") { _ = try VectorTile(bytes) }
    }

    @Test func `attributes that point nowhere are missing`() throws {
        let feature = field(2, [0, 9, 77, 0]) + [0x18, 1] + field(4, [9, 0, 0])
        let bytes = field(3, field(1, Array("place".utf8)) + field(2, feature) + field(3, Array("name".utf8)))
        let layer = try #require(try VectorTile(bytes).layers.first)
        #expect(layer.text("name", of: try #require(layer.features.first)) == nil)
    }

    private func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] { Self.field(number, content) }

    @Test func `too many features are given up`() {
        let feature = Self.field(2, [0x18, 1] + Self.field(4, [9, 0, 0]))
        let many = (0...MapTileBounds.features).flatMap { _ in feature }
        #expect(throws: MapTileError.tooLarge) { _ = try VectorTile(Self.field(3, many)) }
    }
}
