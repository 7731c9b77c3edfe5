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
    /// The angle in radians by which the map is turned clockwise; 0 if north is up.
    public var rotation: Double

    /// Creates a projection of a widget whose size is in pixels; `scale` pixels are the width of the world.
    public init(center: UnitMercator, scale: Double, width: Double, height: Double, rotation: Double = 0) {
        self.center = center
        self.scale = scale
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// Returns where a point of the square lies, in pixels.
    public func pixel(_ point: UnitMercator) -> (x: Double, y: Double) {
        let east = (point.x - center.x) * scale
        let south = (point.y - center.y) * scale
        let (cosine, sine) = (cos(rotation), sin(rotation))
        return (east * cosine - south * sine + width / 2, east * sine + south * cosine + height / 2)
    }

    /// Returns where a coordinate lies, in pixels: of its copies around the world, the one nearest to the middle.
    public func pixel(of coordinate: Coordinate) -> (x: Double, y: Double) {
        var point = UnitMercator(coordinate)
        point.x += (center.x - point.x).rounded()
        return pixel(point)
    }

    /// Returns the point of the square at a pixel.
    public func point(x: Double, y: Double) -> UnitMercator {
        let (right, down) = (x - width / 2, y - height / 2)
        let (cosine, sine) = (cos(rotation), sin(rotation))
        return UnitMercator(
            x: (right * cosine + down * sine) / scale + center.x,
            y: (down * cosine - right * sine) / scale + center.y)
    }

    /// The zoom: the world is 256 x 2^zoom pixels wide.
    public var zoom: Double { log2(scale / 256) }

    /// The same map with north up, in a widget just large enough to hold all that the turned one shows. What is drawn in
    /// `Drawing.upright(_:_:)` lies as this projection says.
    public var upright: MapProjection {
        guard rotation != 0 else { return self }
        let (cosine, sine) = (abs(cos(rotation)), abs(sin(rotation)))
        return MapProjection(
            center: center, scale: scale, width: width * cosine + height * sine, height: width * sine + height * cosine)
    }
}
