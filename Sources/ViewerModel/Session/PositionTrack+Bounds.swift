public import FusionCore
import Geometry
public import SensorModel

extension PositionTrack {
    /// Returns the box around the points within a stretch of time; empty if there are none.
    ///
    /// Like a drawn track, the box continues beyond 0 ... 1 if the track crosses the antimeridian. O(n).
    public func mercatorBounds(in range: ClosedRange<Instant>? = nil) -> MercatorBounds {
        var south = Double.infinity
        var north = -Double.infinity
        var bounds = MercatorBounds.empty
        forEachPlace { index, x, latitude in
            guard range?.contains(time(of: index)) ?? true else { return }
            bounds.minimumX = Swift.min(bounds.minimumX, x)
            bounds.maximumX = Swift.max(bounds.maximumX, x)
            south = Swift.min(south, latitude)
            north = Swift.max(north, latitude)
        }
        guard !bounds.isEmpty else { return bounds }
        // The square's rows follow the latitude, so that only two of them are computed.
        bounds.minimumY = UnitMercator(Coordinate(latitude: north, longitude: 0)).y
        bounds.maximumY = UnitMercator(Coordinate(latitude: south, longitude: 0)).y
        return bounds
    }

    /// Returns the time from the first to the last position that is visible in a view of the map, which may be rotated;
    /// `nil` if none is visible. O(n).
    public func range(in view: MapViewport) -> ClosedRange<Instant>? {
        guard view.rotation != 0 else { return range(in: view.bounds()) }
        return range(in: view.bounds()) { x, latitude in
            let y = UnitMercator(Coordinate(latitude: latitude, longitude: 0)).y
            let point = view.screenPoint(of: UnitMercator(x: x, y: y))
            return (0...view.width).contains(point.x) && (0...view.height).contains(point.y)
        }
    }

    /// Returns the time from the first to the last position within a box, which may be any number of worlds away from 0
    /// ... 1; `nil` if there is none. O(n).
    /// - Parameters:
    ///   - box: The box.
    ///   - isInside: Returns whether a place in the box counts, given its distance to the east in the Mercator square
    ///     and its latitude.
    func range(
        in box: MercatorBounds, where isInside: (_ x: Double, _ latitude: Double) -> Bool = { _, _ in true }
    ) -> ClosedRange<Instant>? {
        guard !box.isEmpty else { return nil }
        let north = UnitMercator(x: 0, y: box.minimumY).coordinate.latitude
        let south = UnitMercator(x: 0, y: box.maximumY).coordinate.latitude
        let middle = (box.minimumX + box.maximumX) / 2
        var range: ClosedRange<Instant>?
        forEachPlace { index, x, latitude in
            let x = x + (middle - x).rounded()
            guard x >= box.minimumX, x <= box.maximumX, latitude >= south - Self.slack, latitude <= north + Self.slack
            else { return }
            if latitude < south + Self.slack || latitude > north - Self.slack {
                // On the edge, only the projection itself is exact enough.
                let y = UnitMercator(Coordinate(latitude: latitude, longitude: 0)).y
                guard y >= box.minimumY, y <= box.maximumY else { return }
            }
            guard isInside(x, latitude) else { return }
            let time = time(of: index)
            range = (range?.lowerBound ?? time)...Swift.max(range?.lowerBound ?? time, time)
        }
        return range
    }

    /// The distance from an edge, in degrees, within which rounding can move a place to its other side.
    private static let slack = 1e-9

    /// Calls a closure with each place: its distance to the east in the Mercator square, and its latitude. An invalid
    /// place counts as the previous one.
    private func forEachPlace(_ body: (_ index: Int, _ x: Double, _ latitude: Double) -> Void) {
        guard let first = indices.first(where: { coordinate(of: $0).isValid }) else { return }
        var latitude = coordinate(of: first).latitude
        var x = UnitMercator.x(of: coordinate(of: first))
        for index in indices {
            let coordinate = coordinate(of: index)
            if coordinate.isValid {
                let here = UnitMercator.x(of: coordinate)
                x = here + (x - here).rounded()
                latitude = coordinate.latitude
            }
            body(index, x, latitude)
        }
    }
}

extension UnitMercator {
    /// A coordinate's distance to the east in the square.
    fileprivate static func x(of coordinate: Coordinate) -> Double { (coordinate.longitude + 180) / 360 }
}
