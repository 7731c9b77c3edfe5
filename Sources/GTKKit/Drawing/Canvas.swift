package import CGTK

/// The content of a ``Canvas``, which it draws.
@MainActor
public protocol CanvasContent: AnyObject {
    /// Draws the content into an area of `width` by `height` pixels.
    func draw(in drawing: Drawing, width: Double, height: Double)
}

/// A widget whose content Swift draws with cairo, in a render node.
public final class Canvas: Widget {
    private let peer: CanvasPeer

    /// The role that a canvas reports to assistive technology.
    public enum Role: Sendable {
        /// Content that a description can replace, such as a chart.
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
        let peer = CanvasPeer(content)
        self.peer = peer
        let box = CallbackBox(peer)
        let raw = odo_snapshot_widget_new(
            { @Sendable data, widget, snapshot in
                guard let data, let widget, let snapshot else { return }
                onMainThread(data, widget, snapshot) { data, widget, snapshot in
                    guard let content = CallbackBox<CanvasPeer>.value(of: data).content else { return }
                    snapshotByDrawing(widget: widget, snapshot: snapshot, content.draw)
                }
            },
            { @Sendable data, isVertical, _, minimum, natural in
                guard let data, let minimum, let natural else { return }
                onMainThread(data, minimum, natural) { data, minimum, natural in
                    let pixels = CallbackBox<CanvasPeer>.value(of: data).room(isVertical: isVertical != 0)
                    minimum.pointee = pixels
                    natural.pointee = pixels
                }
            },
            role.native, box.retained(),
            { @Sendable data in if let data { CallbackBox<CanvasPeer>.release(data) } })
        super.init(sinking: made(raw))
        peer.widget = pointer
    }

    /// Requests room that grows with the desktop's text size, even while the widget is displayed.
    /// - Parameters:
    ///   - width: The minimum width for text of the usual size, in pixels; `nil` for none.
    ///   - height: The minimum height for text of the usual size, in pixels; `nil` for none.
    public func requestTextRoom(width: Int? = nil, height: Int? = nil) {
        guard peer.textRoom != (width ?? 0, height ?? 0) else { return }
        peer.textRoom = (width ?? 0, height ?? 0)
        gtk_widget_queue_resize(pointer.cast())
    }

    /// Reports a reading to assistive technology, or clears it if `value` is `nil`.
    public func announce(value: Double?, in range: ClosedRange<Double>, text: String) {
        odo_accessible_set_value(pointer.cast(), range.lowerBound, range.upperBound, value ?? range.lowerBound, text)
        if value == nil { gtk_accessible_reset_property(pointer.cast(), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW) }
    }
}

/// The state for C callbacks of a canvas: a weak reference to its content, and the room that it requests.
package final class CanvasPeer: @unchecked Sendable {
    package weak var content: (any CanvasContent)?
    /// The room for text of the usual size, in pixels.
    var textRoom = (width: 0, height: 0)
    /// The widget, which owns this object.
    var widget: UnsafeMutableRawPointer?

    package init(_ content: any CanvasContent) { self.content = content }

    /// Returns the room for text of the desktop's size, in pixels.
    func room(isVertical: Bool) -> Int32 {
        let usual = isVertical ? textRoom.height : textRoom.width
        guard usual > 0, let widget else { return 0 }
        let pango = gtk_widget_get_pango_context(widget.cast()).map { UnsafeMutableRawPointer($0) }
        return Int32(clamping: Int((Double(usual) * TextScale.factor(of: pango)).rounded(.up)))
    }
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
