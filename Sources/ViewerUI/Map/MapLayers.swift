import GTKKit
import ShumateKit

/// The layers of the map by name, from the lowest to the highest.
@MainActor
struct MapLayers {
    /// The name of a layer.
    enum Name: Hashable {
        case ground, graticule, names
        case features, library, whiskers, tracks, marks, flags, marker
        case tools
    }

    private let layers: [(name: Name, layer: MapLayer, content: any MapLayerContent)]

    /// The layers that depend only on the map and not on the session, except that names must not overlap its marks.
    private static let ofMap: Set<Name> = [.ground, .graticule, .names]

    /// Adds layers to a map, the lowest one first.
    init(on map: MapView, _ contents: KeyValuePairs<Name, any MapLayerContent>) {
        layers = contents.map { name, content in
            let layer = MapLayer(on: map, content: content)
            map.add(layer)
            return (name, layer, content)
        }
    }

    /// Shows the library instead of the session, or the session.
    func show(library isOn: Bool) {
        for (name, layer, _) in layers where !Self.ofMap.contains(name) && name != .tools {
            layer.isVisible = (name == .library) == isOn
        }
    }

    func redraw(_ names: Name...) {
        for (name, layer, _) in layers where names.contains(name) { layer.queueDraw() }
    }

    /// Draws all layers except some.
    func draw(in drawing: Drawing, projection: MapProjection, without left: Set<Name>) {
        for (name, layer, content) in layers where !left.contains(name) && layer.isVisible {
            content.draw(in: drawing, projection: projection)
        }
    }

    /// Redraws the map with its lines and names.
    func redrawGround() {
        for (name, layer, _) in layers where Self.ofMap.contains(name) { layer.queueDraw() }
    }

    /// Redraws the layers that depend on the session.
    func redrawSession() {
        for (name, layer, _) in layers where !Self.ofMap.contains(name) { layer.queueDraw() }
    }

    func redrawAll() {
        for (_, layer, _) in layers { layer.queueDraw() }
    }
}
