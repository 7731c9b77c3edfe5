import CGTK
public import GTKKit

/// An object that draws itself over a map.
@MainActor
public protocol MapLayerContent: AnyObject {
    /// Draws itself for one frame.
    func draw(in drawing: Drawing, projection: MapProjection)
}

/// A layer of a map that is drawn in Swift, and redrawn whenever the map moves.
public final class MapLayer: Widget {
    /// Creates a layer. It holds its content weakly, because the content owns the layer.
    public init(on map: MapView, content: any MapLayerContent) {
        let box = CallbackBox(LayerPeer(content: content, map: map))
        let raw = odo_snapshot_layer_new(
            map.viewport.pointer.cast(),
            { @Sendable data, widget, snapshot in
                guard let data, let widget, let snapshot else { return }
                onMainThread(data, widget, snapshot) { data, widget, snapshot in
                    let peer = CallbackBox<LayerPeer>.value(of: data)
                    guard let content = peer.content, let map = peer.map else { return }
                    snapshotByDrawing(widget: widget, snapshot: snapshot) { drawing, width, height in
                        content.draw(in: drawing, projection: map.projection(width: width, height: height))
                    }
                }
            },
            box.retained(), { @Sendable data in if let data { CallbackBox<LayerPeer>.release(data) } })
        super.init(sinking: made(raw))
        canTarget = false
    }
}

/// Refers to a layer's content and map without keeping them alive.
private final class LayerPeer: @unchecked Sendable {
    weak var content: (any MapLayerContent)?
    weak var map: MapView?

    init(content: any MapLayerContent, map: MapView) {
        self.content = content
        self.map = map
    }
}
