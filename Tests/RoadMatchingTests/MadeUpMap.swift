import Geometry
import MapTiles
import SensorModel

@testable import RoadMatching

/// A map of made-up roads, drawn in metres around a point, as vector tiles.
struct MadeUpMap {
    /// The words of the usual schemas of vector tiles.
    enum Schema { case openMapTiles, protomaps, shortbread }

    struct Line {
        var points: [SIMD2<Double>]
        var tags: [String: VectorTile.Value]
        var name: String?
    }

    let plane: LocalPlane
    let zoom: Int
    let schema: Schema
    /// The width of the strip beyond a tile's edge that a tile repeats of its neighbours, in units of 1/4096.
    var buffer: Float = 64
    private(set) var lines: [Line] = []

    init(
        at origin: Coordinate = Coordinate(latitude: 50.004, longitude: 14.4), zoom: Int = 14,
        _ schema: Schema = .openMapTiles
    ) {
        plane = LocalPlane(origin: origin)
        (self.zoom, self.schema) = (zoom, schema)
    }

    /// Draws a road through points in metres, east and north.
    mutating func road(
        _ points: [(Double, Double)], _ word: String = "minor", name: String? = nil, oneway: Int = 0,
        bridge: Bool = false
    ) {
        var tags: [String: VectorTile.Value] = [:]
        switch schema {
        case .openMapTiles:
            tags["class"] = .text(word)
            if oneway != 0 { tags["oneway"] = .number(Double(oneway)) }
            if bridge { tags["brunnel"] = .text("bridge") }
        case .protomaps:
            tags["kind"] = .text("minor_road")
            tags["kind_detail"] = .text(word)
            if oneway != 0 { tags["oneway"] = .text("yes") }
            if bridge { tags["is_bridge"] = .number(1) }
        case .shortbread:
            tags["kind"] = .text(word)
            if oneway > 0 { tags["oneway"] = .number(1) }
            if oneway < 0 { tags["oneway_reverse"] = .number(1) }
            if bridge { tags["bridge"] = .number(1) }
        }
        if let name, schema == .protomaps { tags["name"] = .text(name) }
        lines.append(Line(points: points.map { SIMD2($0.0, $0.1) }, tags: tags, name: name))
    }

    /// The point on the map at metres from its middle.
    func coordinate(_ east: Double, _ north: Double) -> Coordinate {
        plane.coordinate(PlanePoint(east: east, north: north))
    }

    /// All tiles with roads.
    func tiles() -> [TileAddress: [UInt8]] {
        var parts: [TileAddress: [(layer: String, tags: [String: VectorTile.Value], points: [SIMD2<Float>])]] = [:]
        let side = Double(1 << zoom)
        for line in lines {
            let squares = line.points.map { UnitMercator(coordinate($0.x, $0.y)) }
            let xs = squares.map { Int($0.x * side) }
            let ys = squares.map { Int($0.y * side) }
            for x in (xs.min() ?? 0) - 1...(xs.max() ?? 0) + 1 {
                for y in (ys.min() ?? 0) - 1...(ys.max() ?? 0) + 1 {
                    guard let address = TileAddress(zoom: zoom, x: x, y: y) else { continue }
                    let local = squares.map { square in
                        (SIMD2(Float(square.x * side - Double(x)), Float(square.y * side - Double(y))) * 4_096)
                            .rounded(.toNearestOrAwayFromZero)
                    }
                    let clip = ShapeClip(
                        lower: SIMD2(repeating: -buffer), upper: SIMD2(repeating: 4_096 + buffer))
                    for part in clip.lines(local) {
                        let rounded = part.map { $0.rounded(.toNearestOrAwayFromZero) }
                        let layer =
                            schema == .openMapTiles ? "transportation" : schema == .protomaps ? "roads" : "streets"
                        parts[address, default: []].append((layer, line.tags, rounded))
                        guard let name = line.name, schema != .protomaps else { continue }
                        let labels = schema == .openMapTiles ? "transportation_name" : "street_labels"
                        parts[address, default: []].append((labels, ["name": .text(name)], rounded))
                    }
                }
            }
        }
        return parts.mapValues { parts in
            Set(parts.map(\.layer)).sorted().flatMap { layer in
                Protobuf.message(3, Self.layer(layer, parts.filter { $0.layer == layer }))
            }
        }
    }

    private static func layer(
        _ name: String, _ parts: [(layer: String, tags: [String: VectorTile.Value], points: [SIMD2<Float>])]
    ) -> [UInt8] {
        var keys: [String] = []
        var values: [VectorTile.Value] = []
        var features: [UInt8] = []
        for part in parts {
            var tags: [UInt64] = []
            for (key, value) in part.tags.sorted(by: { $0.key < $1.key }) {
                if !keys.contains(key) { keys.append(key) }
                if !values.contains(value) { values.append(value) }
                tags += [UInt64(keys.firstIndex(of: key) ?? 0), UInt64(values.firstIndex(of: value) ?? 0)]
            }
            var geometry: [UInt64] = []
            var last = SIMD2<Float>(0, 0)
            for (index, point) in part.points.enumerated() {
                if index == 0 { geometry.append(9) }
                if index == 1 { geometry.append(UInt64(part.points.count - 1) << 3 | 2) }
                geometry += [Protobuf.zigzag(Int(point.x - last.x)), Protobuf.zigzag(Int(point.y - last.y))]
                last = point
            }
            features += Protobuf.message(
                2,
                Protobuf.message(2, tags.flatMap(Protobuf.varint)) + [0x18, 2]
                    + Protobuf.message(4, geometry.flatMap(Protobuf.varint)))
        }
        let texts = values.flatMap { value -> [UInt8] in
            switch value {
            case .text(let text): Protobuf.message(4, Protobuf.message(1, Array(text.utf8)))
            case .number(let number): Protobuf.message(4, [0x30] + Protobuf.varint(Protobuf.zigzag(Int(number))))
            }
        }
        let words = keys.flatMap { Protobuf.message(3, Array($0.utf8)) }
        let extent: [UInt8] = [0x28] + Protobuf.varint(4_096)
        let version: [UInt8] = [0x78, 2]
        return [Protobuf.message(1, Array(name.utf8)), features, words, texts, extent, version].flatMap(\.self)
    }

    /// Matches a track to the map.
    func match(_ places: [TrackPlace], _ parameters: RoadMatcher.Parameters = .init()) throws -> RoadMatch {
        let tiles = tiles()
        return try RoadMatcher(parameters: parameters).match(places, zoomLevels: 0...zoom) { tiles[$0] }
    }
}

/// The encoding of protocol buffers, as far as vector tiles need it.
enum Protobuf {
    static func varint(_ number: UInt64) -> [UInt8] {
        var (number, bytes): (UInt64, [UInt8]) = (number, [])
        while number >= 0x80 {
            bytes.append(UInt8(number & 0x7F) | 0x80)
            number >>= 7
        }
        return bytes + [UInt8(number)]
    }

    static func zigzag(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number << 1 ^ number >> 63)) }

    static func message(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }
}
