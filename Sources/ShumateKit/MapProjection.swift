public import Geodesy
import Glibc

/// How the Mercator square lies on a map's widget: one affine for a whole frame.
public struct MapProjection: Sendable, Hashable {
    /// The point of the square at the widget's middle.
    public var center: UnitMercator
    /// Pixels per unit of the square.
    public var scale: Double
    /// The widget's width in pixels.
    public var width: Double
    /// The widget's height in pixels.
    public var height: Double

    /// Creates a projection of a widget whose size is in pixels; `scale` pixels are the width of the world.
    public init(center: UnitMercator, scale: Double, width: Double, height: Double) {
        self.center = center
        self.scale = scale
        self.width = width
        self.height = height
    }

    /// Returns where a point of the square lies, in pixels.
    public func pixel(_ point: UnitMercator) -> (x: Double, y: Double) {
        ((point.x - center.x) * scale + width / 2, (point.y - center.y) * scale + height / 2)
    }

    /// Returns where a coordinate lies, in pixels: of its copies around the world, the one nearest to the middle.
    public func pixel(of coordinate: Coordinate) -> (x: Double, y: Double) {
        var point = UnitMercator(coordinate)
        point.x += (center.x - point.x).rounded()
        return pixel(point)
    }

    /// Returns the point of the square at a pixel.
    public func point(x: Double, y: Double) -> UnitMercator {
        UnitMercator(x: (x - width / 2) / scale + center.x, y: (y - height / 2) / scale + center.y)
    }

    /// The zoom: the world is 256 x 2^zoom pixels wide.
    public var zoom: Double { log2(scale / 256) }
}
