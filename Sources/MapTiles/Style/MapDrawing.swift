import Geometry
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
    /// Whether one of the tile's layers belongs to a known schema; `nil` if the tile has no layers.
    public let hasKnownLayers: Bool?
    /// The number of points of all shapes.
    public let pointCount: Int

    /// Interprets a tile. O(n log n).
    public init(_ tile: VectorTile, at address: TileAddress) {
        self.address = address
        hasKnownLayers = tile.layers.isEmpty ? nil : tile.layers.contains { MapSchema.isKnown(layer: $0.name) }
        var shapes: [Shape] = []
        var labels: [MapLabel] = []
        for layer in tile.layers {
            let purpose = MapSchema.purpose(ofLayer: layer.name)
            guard purpose != .other else { continue }
            for feature in layer.features {
                if let paint = MapSchema.paint(feature, in: layer, purpose) {
                    shapes.append(Shape(paint, feature.parts))
                }
                labels += Self.labels(feature, in: layer, purpose, address)
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

    private static func labels(
        _ feature: VectorTile.Feature, in layer: VectorTile.Layer, _ purpose: MapSchema.Purpose,
        _ address: TileAddress
    ) -> [MapLabel] {
        switch (purpose, feature.kind) {
        case (.places, .point):
            guard let name = MapSchema.name(feature, in: layer), let place = MapSchema.place(feature, in: layer),
                let point = feature.parts.first?.first, MapRoadName.isInside(point)
            else { return [] }
            let label = MapLabel(
                text: name, kind: place.kind, place: address.place(of: point), angle: 0, room: .infinity,
                lowestZoom: place.zoom, rank: place.rank)
            return [label]
        case (.roadNames, .line), (.roads, .line):
            guard let name = MapSchema.name(feature, in: layer) else { return [] }
            return MapRoadName.labels(name, along: feature.parts, in: address)
        default: return []
        }
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
