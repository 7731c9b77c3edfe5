import Geodesy
import Glibc

/// The drawing of a vector tile: its shapes in painting order, and its names.
public struct MapDrawing: Sendable {
    /// Lines or rings that are painted in the same way.
    public struct Shape: Sendable {
        /// The style.
        public let paint: MapPaint
        /// The points, in fractions of the tile's side from its upper left corner.
        public let parts: [[SIMD2<Float>]]
        /// The corners of the bounding box of all points.
        public let lower, upper: SIMD2<Float>
    }

    /// The tile.
    public let address: TileAddress
    /// The shapes, lowest first.
    public let shapes: [Shape]
    /// The names.
    public let labels: [MapLabel]
    /// The number of points of all shapes.
    public let pointCount: Int

    /// Interprets a tile. O(n log n).
    public init(_ tile: VectorTile, at address: TileAddress) {
        self.address = address
        var shapes: [Shape] = []
        var labels: [MapLabel] = []
        for layer in tile.layers {
            let purpose = MapSchema.purpose(ofLayer: layer.name)
            guard purpose != .other else { continue }
            for feature in layer.features {
                if let paint = MapSchema.paint(feature, in: layer, purpose) {
                    shapes.append(Shape(paint, feature.parts))
                }
                if let label = Self.label(feature, in: layer, purpose, address) { labels.append(label) }
            }
        }
        // The order is stable, so that the first shapes of a tile are lowest.
        let order = shapes.indices.sorted {
            (shapes[$0].paint.rawValue, $0) < (shapes[$1].paint.rawValue, $1)
        }
        self.shapes = order.map { shapes[$0] }
        self.labels = labels
        pointCount = shapes.reduce(0) { $0 + $1.parts.reduce(0) { $0 + $1.count } }
    }

    private static func label(
        _ feature: VectorTile.Feature, in layer: VectorTile.Layer, _ purpose: MapSchema.Purpose,
        _ address: TileAddress
    ) -> MapLabel? {
        switch (purpose, feature.kind) {
        case (.places, .point):
            guard let name = MapSchema.name(feature, in: layer), let place = MapSchema.place(feature, in: layer),
                let point = feature.parts.first?.first, isInside(point)
            else { return nil }
            return MapLabel(
                text: name, kind: place.kind, place: position(point, address), angle: 0, room: .infinity,
                lowestZoom: place.zoom, rank: place.rank)
        case (.roadNames, .line), (.roads, .line):
            guard let name = MapSchema.name(feature, in: layer) else { return nil }
            return road(name, feature.parts, address)
        default: return nil
        }
    }

    /// A name beyond the tile's edge belongs to its neighbour.
    private static func isInside(_ point: SIMD2<Float>) -> Bool {
        (0..<1).contains(point.x) && (0..<1).contains(point.y)
    }

    private static func position(_ point: SIMD2<Float>, _ address: TileAddress) -> UnitMercator {
        let side = Double(1 << address.zoom)
        return UnitMercator(
            x: (Double(address.x) + Double(point.x)) / side, y: (Double(address.y) + Double(point.y)) / side)
    }

    /// A road is named at the middle of its longest part that is nearly straight.
    private static func road(_ name: String, _ parts: [[SIMD2<Float>]], _ address: TileAddress) -> MapLabel? {
        var best: (length: Float, from: SIMD2<Float>, to: SIMD2<Float>)?
        for part in parts {
            var start = 0
            for end in part.indices.dropFirst() {
                let chord = length(part[end] - part[start])
                var bend: Float = 0
                for index in (start + 1)..<max(start + 1, end) {
                    let along = part[end] - part[start]
                    let off = part[index] - part[start]
                    bend = max(bend, abs(along.x * off.y - along.y * off.x) / max(chord, 1e-6))
                }
                if bend > max(0.004, chord * 0.04) || end - start > 40 {
                    start = end - 1
                } else if isInside((part[start] + part[end]) / 2), chord > best?.length ?? 0 {
                    best = (chord, part[start], part[end])
                }
            }
        }
        guard let best, best.length > 0 else { return nil }
        var angle = Double(atan2(best.to.y - best.from.y, best.to.x - best.from.x))
        if angle > .pi / 2 { angle -= .pi } else if angle < -.pi / 2 { angle += .pi }
        return MapLabel(
            text: name, kind: .road, place: position((best.from + best.to) / 2, address), angle: angle,
            room: Double(best.length) / Double(1 << address.zoom), lowestZoom: 13,
            rank: 200 - Double(best.length) * 20)
    }

    private static func length(_ vector: SIMD2<Float>) -> Float {
        (vector.x * vector.x + vector.y * vector.y).squareRoot()
    }
}

extension MapDrawing.Shape {
    init(_ paint: MapPaint, _ parts: [[SIMD2<Float>]]) {
        self.paint = paint
        self.parts = parts
        var lower = SIMD2<Float>(repeating: .infinity)
        var upper = SIMD2<Float>(repeating: -.infinity)
        for part in parts {
            for point in part {
                lower = pointwiseMin(lower, point)
                upper = pointwiseMax(upper, point)
            }
        }
        (self.lower, self.upper) = (lower, upper)
    }
}
