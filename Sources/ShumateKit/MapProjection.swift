public import Geometry
import Glibc
import SensorModel

/// The projection of the Mercator square onto a map's widget: one affine transformation for a frame.
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
    public var rotation: Double = 0

    /// Returns the position of a point of the square, in pixels.
    public func pixel(_ point: UnitMercator) -> (x: Double, y: Double) {
        let east = (point.x - center.x) * scale
        let south = (point.y - center.y) * scale
        let (cosine, sine) = (cos(rotation), sin(rotation))
        return (east * cosine - south * sine + width / 2, east * sine + south * cosine + height / 2)
    }

    /// Returns the position of a coordinate, in pixels. If the world repeats, that is the copy nearest to the middle.
    public func pixel(of coordinate: Coordinate) -> (x: Double, y: Double) { pixel(nearest: UnitMercator(coordinate)) }

    /// Returns the position of a point of the square, in pixels. If the world repeats, that is the copy nearest to the
    /// middle.
    public func pixel(nearest point: UnitMercator) -> (x: Double, y: Double) {
        var point = point
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

    /// The same map with north up, in a widget just large enough for everything that the rotated one shows. It is the
    /// projection for drawing in `Drawing.upright(_:_:)`.
    public var upright: MapProjection {
        guard rotation != 0 else { return self }
        let (cosine, sine) = (abs(cos(rotation)), abs(sin(rotation)))
        return MapProjection(
            center: center, scale: scale, width: width * cosine + height * sine, height: width * sine + height * cosine)
    }
}
