import GTKKit
import ShumateKit

/// The layers of the map by name, from the ground up.
@MainActor
struct MapLayers {
    /// The name of a layer.
    enum Name: Hashable {
        case ground, graticule, names
        case features, whiskers, tracks, roads, reference, comparison, marks, photos, marker
        case tools
    }

    private let layers: [(name: Name, layer: MapLayer)]

    /// The layers that depend on the map alone, and not on the session; the names keep clear of its marks.
    private static let ofMap: Set<Name> = [.ground, .graticule, .names]

    /// Adds layers to a map, the lowest one first.
    init(on map: MapView, _ contents: KeyValuePairs<Name, any MapLayerContent>) {
        layers = contents.map { name, content in
            let layer = MapLayer(on: map, content: content)
            map.add(layer)
            return (name, layer)
        }
    }

    /// Draws layers again.
    func redraw(_ names: Name...) {
        for (name, layer) in layers where names.contains(name) { layer.queueDraw() }
    }

    /// Draws the ground again, with its lines and its names.
    func redrawGround() {
        for (name, layer) in layers where Self.ofMap.contains(name) { layer.queueDraw() }
    }

    /// Draws again what depends on the session.
    func redrawSession() {
        for (name, layer) in layers where !Self.ofMap.contains(name) { layer.queueDraw() }
    }

    /// Draws all layers again.
    func redrawAll() {
        for (_, layer) in layers { layer.queueDraw() }
    }
}
