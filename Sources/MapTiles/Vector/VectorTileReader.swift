/// Reads a vector tile within bounds.
struct VectorTileReader {
    private var featureCount = 0
    private var pointCount = 0
    private let isWanted: (String) -> Bool

    init(isWanted: @escaping (String) -> Bool) { self.isWanted = isWanted }

    mutating func layers(of bytes: [UInt8]) throws(MapTileError) -> [VectorTile.Layer] {
        var cursor = ByteCursor(bytes[...])
        var layers: [VectorTile.Layer] = []
        while let (number, value) = cursor.field() {
            guard number == 3, case .bytes(let message) = value else { continue }
            guard layers.count < MapTileBounds.layers else { throw .tooLarge }
            if let layer = try layer(message) { layers.append(layer) }
        }
        if cursor.isDamaged { throw .damagedTile }
        return layers
    }

    private mutating func layer(_ message: ArraySlice<UInt8>) throws(MapTileError) -> VectorTile.Layer? {
        var cursor = ByteCursor(message)
        var name = ""
        var features: [ArraySlice<UInt8>] = []
        var keys: [String] = []
        var values: [VectorTile.Value] = []
        var extent: UInt64 = 4_096
        while let (number, value) = cursor.field() {
            switch (number, value) {
            case (1, .bytes(let text)):
                name = Self.text(text)
                guard isWanted(name) else { return nil }
            case (2, .bytes(let feature)):
                featureCount += 1
                guard featureCount <= MapTileBounds.features else { throw .tooLarge }
                features.append(feature)
            case (3, .bytes(let text)): keys.append(Self.text(text))
            case (4, .bytes(let message)): values.append(Self.value(message))
            case (5, .number(let number)): extent = number
            default: break
            }
            guard keys.count <= MapTileBounds.words, values.count <= MapTileBounds.words else { throw .tooLarge }
        }
        guard !cursor.isDamaged, (1...UInt64(MapTileBounds.extent)).contains(extent) else { throw .damagedTile }
        var read: [VectorTile.Feature] = []
        read.reserveCapacity(features.count)
        for message in features {
            if let feature = try feature(message, extent: Float(extent)) { read.append(feature) }
        }
        return VectorTile.Layer(name: name, features: read, keys: keys, values: values)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(MapTileBounds.text), as: UTF8.self)
    }

    private static func value(_ message: ArraySlice<UInt8>) -> VectorTile.Value {
        var cursor = ByteCursor(message)
        var result = VectorTile.Value.number(.nan)
        while let (number, value) = cursor.field() {
            switch (number, value) {
            case (1, .bytes(let bytes)): result = .text(text(bytes))
            case (2, .number(let bits)): result = .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
            case (3, .number(let bits)): result = .number(Double(bitPattern: bits))
            case (4, .number(let bits)): result = .number(Double(Int64(bitPattern: bits)))
            case (5, .number(let bits)), (7, .number(let bits)): result = .number(Double(bits))
            case (6, .number(let bits)): result = .number(Double(Self.signed(bits)))
            default: break
            }
        }
        return result
    }

    private static func signed(_ zigzag: UInt64) -> Int64 {
        Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
    }

    private mutating func feature(
        _ message: ArraySlice<UInt8>, extent: Float
    ) throws(MapTileError) -> VectorTile.Feature? {
        var cursor = ByteCursor(message)
        var kind: VectorTile.Kind?
        var tags: [Int] = []
        var geometry: ArraySlice<UInt8>?
        while let (number, value) = cursor.field() {
            switch (number, value) {
            case (2, .bytes(let packed)):
                var numbers = ByteCursor(packed)
                while let number = numbers.varint() {
                    guard tags.count < 1_000 else { throw .tooLarge }
                    tags.append(Int(clamping: number))
                }
            case (3, .number(let number)):
                kind = number == 1 ? .point : number == 2 ? .line : number == 3 ? .polygon : nil
            case (4, .bytes(let packed)): geometry = packed
            default: break
            }
        }
        guard !cursor.isDamaged else { throw .damagedTile }
        guard let kind, let geometry else { return nil }
        let parts = try parts(geometry, kind: kind, extent: extent)
        return parts.isEmpty ? nil : VectorTile.Feature(kind: kind, parts: parts, tags: tags)
    }

    /// Follows the commands of a geometry: 1 moves, 2 draws a line, 7 closes a ring.
    private mutating func parts(
        _ packed: ArraySlice<UInt8>, kind: VectorTile.Kind, extent: Float
    ) throws(MapTileError) -> [[SIMD2<Float>]] {
        var cursor = ByteCursor(packed)
        var parts: [[SIMD2<Float>]] = []
        var part: [SIMD2<Float>] = []
        var (x, y): (Int64, Int64) = (0, 0)
        while let command = cursor.varint() {
            let count = command >> 3
            switch command & 7 {
            case 1, 2:
                // Each point has at least two bytes.
                guard count * 2 <= UInt64(cursor.remaining), command < UInt64(1) << 40 else { throw .damagedTile }
                for _ in 0..<count {
                    guard let right = cursor.varint(), let down = cursor.varint() else { throw .damagedTile }
                    x &+= Self.signed(right)
                    y &+= Self.signed(down)
                    // A shape that extends this far is damaged, and would be drawn as noise.
                    guard abs(x.magnitudeClamped) < 1 << 24, abs(y.magnitudeClamped) < 1 << 24 else {
                        throw .damagedTile
                    }
                    pointCount += 1
                    guard pointCount <= MapTileBounds.points else { throw .tooLarge }
                    if command & 7 == 1, kind != .point, !part.isEmpty {
                        parts.append(part)
                        part = []
                    }
                    part.append(SIMD2(Float(x), Float(y)) / extent)
                }
            case 7: break
            default: throw .damagedTile
            }
        }
        if !part.isEmpty { parts.append(part) }
        return parts.filter { kind == .point || $0.count > 1 }
    }
}

extension Int64 {
    /// The number, or the largest one if it has no positive counterpart.
    fileprivate var magnitudeClamped: Int64 { self == .min ? .max : self }
}

extension VectorTile {
    /// Reads a tile, which may be compressed with gzip. O(n).
    /// - Parameters:
    ///   - bytes: The tile as stored.
    ///   - isWanted: Returns whether a layer of a given name is read; the others are skipped.
    /// - Throws: ``MapTileError``.
    public init(_ bytes: [UInt8], layers isWanted: @escaping (String) -> Bool = { _ in true }) throws(MapTileError) {
        let inflated = try TileInflation.inflated(bytes, limit: MapTileBounds.inflatedTile)
        var reader = VectorTileReader(isWanted: isWanted)
        layers = try reader.layers(of: inflated)
    }
}
