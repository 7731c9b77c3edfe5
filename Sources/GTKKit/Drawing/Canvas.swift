package import CGTK

/// The content of a ``Canvas``, which it draws.
@MainActor
public protocol CanvasContent: AnyObject {
    /// Draws the content into an area of `width` by `height` pixels.
    func draw(in drawing: Drawing, width: Double, height: Double)
}

/// A widget whose content Swift draws with cairo, in a render node.
public final class Canvas: Widget {
    /// The role that a canvas reports to assistive technology.
    public enum Role: Sendable {
        /// A picture.
        case picture
        /// A reading between a minimum and a maximum.
        case meter
        /// A decoration that conveys no information; screen readers skip it.
        case decoration

        var native: GtkAccessibleRole {
            switch self {
            case .picture: GTK_ACCESSIBLE_ROLE_IMG
            case .meter: GTK_ACCESSIBLE_ROLE_METER
            case .decoration: GTK_ACCESSIBLE_ROLE_PRESENTATION
            }
        }
    }

    /// Creates a canvas. It holds its content weakly, because the content is usually the view that owns the canvas.
    public init(role: Role, content: any CanvasContent) {
        let box = CallbackBox(CanvasPeer(content))
        let raw = odo_snapshot_widget_new(
            { @Sendable data, widget, snapshot in
                guard let data, let widget, let snapshot else { return }
                onMainThread(data, widget, snapshot) { data, widget, snapshot in
                    guard let content = CallbackBox<CanvasPeer>.value(of: data).content else { return }
                    snapshotByDrawing(widget: widget, snapshot: snapshot, content.draw)
                }
            },
            nil, role.native, box.retained(),
            { @Sendable data in if let data { CallbackBox<CanvasPeer>.release(data) } })
        super.init(sinking: made(raw))
    }

    /// Reports a reading to assistive technology, or clears it if `value` is `nil`.
    public func announce(value: Double?, in range: ClosedRange<Double>, text: String) {
        odo_accessible_set_value(pointer.cast(), range.lowerBound, range.upperBound, value ?? range.lowerBound, text)
        if value == nil { gtk_accessible_reset_property(pointer.cast(), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW) }
    }
}

/// A weak reference to a canvas's content, for use by C callbacks.
package final class CanvasPeer: @unchecked Sendable {
    package weak var content: (any CanvasContent)?
    package init(_ content: any CanvasContent) { self.content = content }
}

/// Appends one cairo node of the widget's size, and calls `draw` to fill it.
@MainActor
package func snapshotByDrawing(
    widget: UnsafeMutablePointer<GtkWidget>, snapshot: OpaquePointer,
    _ draw: (_ drawing: Drawing, _ width: Double, _ height: Double) -> Void
) {
    let width = Float(gtk_widget_get_width(widget))
    let height = Float(gtk_widget_get_height(widget))
    guard width > 0, height > 0 else { return }
    var bounds = graphene_rect_t(
        origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: width, height: height))
    guard let context = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    let pango = gtk_widget_get_pango_context(widget)
    let scale = Int(gtk_widget_get_scale_factor(widget))
    draw(Drawing(context: context, pango: pango, scale: scale), Double(width), Double(height))
    cairo_destroy(context)
}
