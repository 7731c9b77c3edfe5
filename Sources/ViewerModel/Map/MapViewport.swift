public import Geometry
import Glibc
import SensorModel

/// A point in a widget, in pixels from its upper left corner.
public struct ScreenPoint: Sendable, Hashable {
    /// The distance from the left edge, in pixels.
    public var x: Double
    /// The distance from the top edge, in pixels.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A box of the unit Mercator square; its x may lie beyond 0 ... 1 if a track crosses the antimeridian.
public struct MercatorBounds: Sendable, Hashable {
    /// The western edge.
    public var minimumX: Double
    /// The northern edge.
    public var minimumY: Double
    /// The eastern edge.
    public var maximumX: Double
    /// The southern edge.
    public var maximumY: Double

    /// Creates a box from its edges.
    public init(minimumX: Double, minimumY: Double, maximumX: Double, maximumY: Double) {
        self.minimumX = minimumX
        self.minimumY = minimumY
        self.maximumX = maximumX
        self.maximumY = maximumY
    }

    /// Creates the box around points; `nil` without a point. O(n).
    public init?(around points: some Sequence<UnitMercator>) {
        var bounds = Self.empty
        for point in points { bounds.include(x: point.x, y: point.y) }
        guard !bounds.isEmpty else { return nil }
        self = bounds
    }

    /// An empty box, which grows with ``include(x:y:)``.
    static let empty = MercatorBounds(
        minimumX: .infinity, minimumY: .infinity, maximumX: -.infinity, maximumY: -.infinity)

    /// True for an empty box.
    public var isEmpty: Bool { minimumX > maximumX }
    /// The middle.
    public var centre: UnitMercator { UnitMercator(x: (minimumX + maximumX) / 2, y: (minimumY + maximumY) / 2) }

    /// Extends the box to contain a point.
    mutating func include(x: Double, y: Double) {
        minimumX = min(minimumX, x)
        minimumY = min(minimumY, y)
        maximumX = max(maximumX, x)
        maximumY = max(maximumY, y)
    }

    /// Returns whether another box lies wholly in this one.
    func contains(_ other: MercatorBounds) -> Bool {
        other.minimumX >= minimumX && other.maximumX <= maximumX && other.minimumY >= minimumY
            && other.maximumY <= maximumY
    }

    /// Returns whether two boxes have a point in common.
    @inline(__always)
    func intersects(_ other: MercatorBounds) -> Bool {
        minimumX <= other.maximumX && maximumX >= other.minimumX && minimumY <= other.maximumY
            && maximumY >= other.minimumY
    }

    /// Returns the box moved to the east by a number of worlds.
    func moved(x offset: Double) -> MercatorBounds {
        MercatorBounds(
            minimumX: minimumX + offset, minimumY: minimumY, maximumX: maximumX + offset, maximumY: maximumY)
    }
}

/// The view of a map widget: centre, zoom, size, and rotation.
public struct MapViewport: Sendable, Hashable {
    /// The point in the widget's middle.
    public var centre: UnitMercator
    /// The zoom: the world is 256 x 2^zoom pixels wide.
    public var zoom: Double
    /// The widget's width in pixels.
    public var width: Double
    /// The widget's height in pixels.
    public var height: Double
    /// The clockwise rotation of the map, in radians.
    public var rotation: Double

    /// The width of the world at zoom 0, in pixels.
    public static let tileSize = 256.0
    /// The zooms that ``fitting(_:width:height:margins:)`` chooses from, and its zoom for a single point.
    private static let (zooms, pointZoom) = (0.0...20.0, 17.0)
    /// The minimum size of a box that is not a point, as a part of the world: a decimetre.
    private static let pointSize = 2.5e-9

    /// Creates a viewport.
    public init(centre: UnitMercator, zoom: Double, width: Double, height: Double, rotation: Double = 0) {
        self.centre = centre
        self.zoom = zoom
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// Returns the viewport that shows a whole box, north up; an empty box shows the world.
    /// - Parameters:
    ///   - bounds: The box to show.
    ///   - width: The widget's width in pixels.
    ///   - height: The widget's height in pixels.
    ///   - margins: The margins at the edges, in pixels.
    public static func fitting(
        _ bounds: MercatorBounds, width: Double, height: Double, margins: MapMargins = MapMargins(40)
    ) -> MapViewport {
        guard !bounds.isEmpty else {
            return MapViewport(centre: UnitMercator(x: 0.5, y: 0.5), zoom: 1, width: width, height: height)
        }
        let across = max(50, width - margins.start - margins.end) / max(bounds.maximumX - bounds.minimumX, 1e-12)
        let down = max(50, height - margins.top - margins.bottom) / max(bounds.maximumY - bounds.minimumY, 1e-12)
        let isPoint = max(bounds.maximumX - bounds.minimumX, bounds.maximumY - bounds.minimumY) < pointSize
        let zoom =
            isPoint ? pointZoom : min(zooms.upperBound, max(zooms.lowerBound, log2(min(across, down) / tileSize)))
        var viewport = MapViewport(centre: bounds.centre, zoom: zoom, width: width, height: height)
        viewport.centre.x -= (margins.start - margins.end) / 2 / viewport.worldSize
        viewport.centre.y -= (margins.top - margins.bottom) / 2 / viewport.worldSize
        return viewport
    }

    /// The world's width in pixels.
    public var worldSize: Double { Self.worldSize(zoom: zoom) }
    /// Returns the width of the world in pixels at a zoom.
    static func worldSize(zoom: Double) -> Double { tileSize * exp2(zoom) }
    /// The latitude in the middle, degrees.
    public var latitude: Double { centre.coordinate.latitude }
    /// The size of a pixel in the middle, in metres on the ground.
    public var metresPerPixel: Double { UnitMercator.metresPerUnit(atLatitude: latitude) / worldSize }

    /// The affine transformation from the unit square to the widget: x' = xx x + xy y + x0, y' = yx x + yy y + y0.
    public var affine: (xx: Double, xy: Double, x0: Double, yx: Double, yy: Double, y0: Double) {
        let scaledCosine = worldSize * cos(rotation)
        let scaledSine = worldSize * sin(rotation)
        return (
            scaledCosine, -scaledSine, width / 2 - scaledCosine * centre.x + scaledSine * centre.y,
            scaledSine, scaledCosine, height / 2 - scaledSine * centre.x - scaledCosine * centre.y
        )
    }

    /// Returns the position of a point of the world in the widget.
    public func screenPoint(of point: UnitMercator) -> ScreenPoint {
        // Differences are computed first, because the square's coordinates times a deep zoom would lose digits.
        let east = (point.x - centre.x) * worldSize
        let south = (point.y - centre.y) * worldSize
        return ScreenPoint(
            x: width / 2 + east * cos(rotation) - south * sin(rotation),
            y: height / 2 + east * sin(rotation) + south * cos(rotation))
    }

    /// Returns the position of a coordinate in the widget. If the world repeats, that is the copy nearest to the
    /// middle.
    public func screenPoint(of coordinate: Coordinate) -> ScreenPoint {
        var point = UnitMercator(coordinate)
        point.x += (centre.x - point.x).rounded()
        return screenPoint(of: point)
    }

    /// Returns the point of the world that is drawn at a point of the widget.
    public func mercator(at point: ScreenPoint) -> UnitMercator {
        let right = point.x - width / 2
        let down = point.y - height / 2
        return UnitMercator(
            x: centre.x + (right * cos(rotation) + down * sin(rotation)) / worldSize,
            y: centre.y + (down * cos(rotation) - right * sin(rotation)) / worldSize)
    }

    /// Returns whether a part of a box is visible, in any copy of the world.
    public func shows(_ box: MercatorBounds) -> Bool {
        let seen = bounds()
        return box.moved(x: (seen.centre.x - box.centre.x).rounded()).intersects(seen)
    }

    /// Returns the bounding box of the visible part, with a margin in pixels.
    public func bounds(margin: Double = 0) -> MercatorBounds {
        let halfWidth = width / 2 + margin
        let halfHeight = height / 2 + margin
        let across = (halfWidth * abs(cos(rotation)) + halfHeight * abs(sin(rotation))) / worldSize
        let down = (halfWidth * abs(sin(rotation)) + halfHeight * abs(cos(rotation))) / worldSize
        return MercatorBounds(
            minimumX: centre.x - across, minimumY: centre.y - down, maximumX: centre.x + across,
            maximumY: centre.y + down)
    }
}

/// The margins of a map, in pixels, that are covered by other widgets.
public struct MapMargins: Sendable, Hashable {
    /// At the upper edge.
    public var top: Double
    /// At the lower edge.
    public var bottom: Double
    /// At the left edge.
    public var start: Double
    /// At the right edge.
    public var end: Double

    /// Creates margins.
    public init(top: Double, bottom: Double, start: Double, end: Double) {
        self.top = top
        self.bottom = bottom
        self.start = start
        self.end = end
    }

    /// Creates margins that are the same at every edge.
    public init(_ all: Double) { self.init(top: all, bottom: all, start: all, end: all) }

    /// The minimum side, in pixels, of the room that a card leaves to a track.
    private static let leastRoom = 120.0
    /// The distance of a track from a card, in pixels.
    private static let cardDistance = 20.0

    /// Returns how large a track is between the margins, relative to other margins of the same map; zero if they leave
    /// too little room.
    /// - Parameters:
    ///   - bounds: The box around the track.
    ///   - width: The map's width in pixels.
    ///   - height: The map's height in pixels.
    public func scale(showing bounds: MercatorBounds, width: Double, height: Double) -> Double {
        let (across, down) = (width - start - end, height - top - bottom)
        guard min(across, down) >= Self.leastRoom else { return 0 }
        return min(
            across / max(bounds.maximumX - bounds.minimumX, 1e-12),
            down / max(bounds.maximumY - bounds.minimumY, 1e-12))
    }

    /// Returns margins that keep a track clear of a card in the lower right corner, too: next to the card or above it,
    /// whichever leaves the track larger; unchanged if neither has room.
    /// - Parameters:
    ///   - card: The card's left and upper edge, in pixels.
    ///   - bounds: The box around the track.
    ///   - width: The map's width in pixels.
    ///   - height: The map's height in pixels.
    public func clear(
        of card: (left: Double, top: Double), showing bounds: MercatorBounds, width: Double, height: Double
    ) -> MapMargins {
        var (beside, above) = (self, self)
        beside.end = max(end, width - card.left + Self.cardDistance)
        above.bottom = max(bottom, height - card.top + Self.cardDistance)
        func scale(_ margins: MapMargins) -> Double { margins.scale(showing: bounds, width: width, height: height) }
        guard max(scale(beside), scale(above)) > 0 else { return self }
        return scale(beside) > scale(above) ? beside : above
    }
}
