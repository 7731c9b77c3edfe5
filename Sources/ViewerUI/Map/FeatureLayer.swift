import GTKKit
import Geometry
import SensorModel
import ShumateKit
import ViewerModel

/// The routes, lines without times and waypoints of imported files, under the tracks.
@MainActor
final class FeatureLayer: MapLayerContent {
    private let appearance: Appearance
    /// The lines on the Mercator square, with their kinds.
    private var lines: [(kind: MapFeature.Kind, points: [UnitMercator])] = []
    private var waypoints: [(point: UnitMercator, name: String?)] = []

    /// The features that are drawn.
    var features: [MapFeature] = [] {
        didSet {
            lines = features.filter { $0.kind != .waypoint }.map { feature in
                (feature.kind, feature.places.map { UnitMercator($0.coordinate) })
            }
            waypoints = features.filter { $0.kind == .waypoint }.compactMap { feature in
                feature.places.first.map { (UnitMercator($0.coordinate), feature.name) }
            }
        }
    }

    /// The box around all of them; `nil` if there are none.
    var bounds: MercatorBounds? {
        MercatorBounds(around: lines.lazy.flatMap(\.points) + waypoints.map(\.point))
    }

    private static let width = 3.0
    private static let rim = 1.2
    private static let dash = [8.0, 6.0]
    private static let radius = 5.0
    /// The minimum zoom at which names are drawn; farther out, they would overlap.
    private static let zoomOfNames = 13.0
    /// Points closer together than this, in pixels, are drawn as one.
    private static let step = 1.5
    /// The maximum number of visible names, so that a file with thousands stays readable and fast.
    private static let mostNames = 100

    init(appearance: Appearance) { self.appearance = appearance }

    func draw(in drawing: Drawing, projection: MapProjection) {
        for line in lines { draw(line.points, line.kind, in: drawing, projection) }
        var names = 0
        for waypoint in waypoints {
            let (x, y) = projection.pixel(waypoint.point)
            guard -Self.radius...(projection.width + Self.radius) ~= x,
                -Self.radius...(projection.height + Self.radius) ~= y
            else { continue }
            drawWaypoint(in: drawing, x: x, y: y)
            guard projection.zoom >= Self.zoomOfNames, names < Self.mostNames, let name = waypoint.name else {
                continue
            }
            names += 1
            let style = TextStyle(size: 11, weight: .semibold)
            drawing.chip(name, x: x + Self.radius + 9, y: y, style, appearance.palette, alpha: 0.8)
        }
    }

    private func draw(
        _ points: [UnitMercator], _ kind: MapFeature.Kind, in drawing: Drawing, _ projection: MapProjection
    ) {
        var pixels: [(x: Double, y: Double)] = []
        for point in points {
            let pixel = projection.pixel(point)
            if let last = pixels.last, abs(pixel.x - last.x) + abs(pixel.y - last.y) < Self.step { continue }
            pixels.append(pixel)
        }
        // The rim keeps the line visible on any background.
        let strokes = [
            (Color(appearance.palette.background).with(alpha: 0.7), Self.width + 2 * Self.rim, [Double]()),
            (lineColor, Self.width, kind == .route ? Self.dash : []),
        ]
        for (color, width, dash) in strokes {
            drawing.newPath()
            for pixel in pixels { drawing.line(pixel.x, pixel.y) }
            drawing.setLine(width: width, dash: dash)
            drawing.setColor(color)
            drawing.stroke()
        }
    }

    /// The colour of plans and lines, which no activity has.
    private var lineColor: Color { Color(appearance.palette.foreground).with(alpha: 0.65) }

    /// A diamond, to distinguish it from the round marks of fixes.
    private func drawWaypoint(in drawing: Drawing, x: Double, y: Double) {
        drawing.newPath()
        drawing.move(x, y - Self.radius)
        drawing.line(x + Self.radius, y)
        drawing.line(x, y + Self.radius)
        drawing.line(x - Self.radius, y)
        drawing.closePath()
        drawing.setColor(Color(appearance.palette.background))
        drawing.fillPreserving()
        drawing.setLine(width: 2)
        drawing.setColor(Color(appearance.palette.accent))
        drawing.stroke()
    }
}
