import CGTK
public import GTKKit
public import Geometry
import Glibc
import SensorModel

/// A map that the user can drag and zoom.
public final class MapView: Widget {
    let viewport: ObjectRef
    private let source: ObjectRef

    /// The available zoom levels; libshumate 1.0 has no closer ones.
    public static let zoomLevels = 2.0...20.0

    /// Creates a map without layers.
    public init() {
        source = ObjectRef(owning: made(odo_plain_map_source_new(UInt32(Self.zoomLevels.upperBound))))
        let raw = made(shumate_map_new())
        viewport = ObjectRef(sinking: made(shumate_map_get_viewport(raw.cast())))
        super.init(sinking: raw)
        shumate_viewport_set_reference_map_source(viewport.pointer.cast(), source.pointer.cast())
        shumate_viewport_set_min_zoom_level(viewport.pointer.cast(), UInt32(Self.zoomLevels.lowerBound))
        shumate_viewport_set_max_zoom_level(viewport.pointer.cast(), UInt32(Self.zoomLevels.upperBound))
        shumate_map_set_zoom_on_double_click(pointer.cast(), 1)
    }

    /// Adds a layer above the existing ones.
    public func add(_ layer: MapLayer) { shumate_map_add_layer(pointer.cast(), layer.pointer.cast()) }

    /// The current projection.
    public var projection: MapProjection { projection(width: Double(width), height: Double(height)) }

    func projection(width: Double, height: Double) -> MapProjection {
        let zoom = zoomLevel
        let tile = shumate_map_source_get_tile_size_at_zoom(source.pointer.cast(), zoom)
        return MapProjection(
            center: UnitMercator(center), scale: tile * pow(2, zoom.rounded(.down)), width: width, height: height,
            rotation: rotation)
    }

    /// The coordinate at the middle. A longitude beyond the antimeridian stands for the same place on its other side.
    public var center: Coordinate {
        get {
            Coordinate(
                latitude: shumate_location_get_latitude(viewport.pointer.cast()),
                longitude: shumate_location_get_longitude(viewport.pointer.cast()))
        }
        set {
            // The viewport would stop at the antimeridian.
            shumate_location_set_location(
                viewport.pointer.cast(), newValue.latitude, remainder(newValue.longitude, 360))
        }
    }

    /// The zoom level; each doubles the scale.
    public var zoomLevel: Double {
        get { shumate_viewport_get_zoom_level(viewport.pointer.cast()) }
        set {
            let level = min(Self.zoomLevels.upperBound, max(Self.zoomLevels.lowerBound, newValue))
            shumate_viewport_set_zoom_level(viewport.pointer.cast(), level)
        }
    }

    /// The angle in radians by which the map is turned clockwise, -pi ... pi; 0 if north is up.
    ///
    /// The user can rotate the map with two fingers; close to north up, it snaps to it.
    public var rotation: Double {
        get { remainder(shumate_viewport_get_rotation(viewport.pointer.cast()), 2 * .pi) }
        set {
            guard newValue.isFinite else { return }
            let angle = remainder(newValue, 2 * .pi)
            shumate_viewport_set_rotation(viewport.pointer.cast(), angle < 0 ? angle + 2 * .pi : angle)
        }
    }

    /// Turns the map to an angle in radians. The place at a given pixel does not move.
    public func turn(to angle: Double, aboutX x: Double, y: Double) {
        let place = projection.point(x: x, y: y)
        rotation = angle
        let projection = projection
        let moved = projection.point(x: x, y: y)
        center =
            UnitMercator(x: projection.center.x + place.x - moved.x, y: projection.center.y + place.y - moved.y)
            .coordinate
    }

    /// Zooms by a number of levels about the middle.
    public func zoom(by levels: Double) { zoomLevel += levels }

    /// Calls back whenever the map moves or zooms.
    public func onMove(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        viewport.connect("notify") { body() }
    }
}
