import CGTK

/// A small window that points at a widget and closes when the user clicks elsewhere or presses Escape.
public final class Popover: Widget {
    private var parent: Widget?

    /// Creates a popover around a widget.
    public init(_ child: Widget) {
        super.init(sinking: made(gtk_popover_new()))
        gtk_popover_set_child(pointer.cast(), child.pointer.cast())
        connect("closed") { [weak self] in self?.leave() }
    }

    /// Opens the popover next to a widget, or next to a point of it.
    public func open(at parent: Widget, x: Double? = nil, y: Double? = nil) {
        leave()
        self.parent = parent
        gtk_widget_set_parent(pointer.cast(), parent.pointer.cast())
        if let x, let y {
            var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
            gtk_popover_set_pointing_to(pointer.cast(), &place)
        }
        gtk_popover_popup(pointer.cast())
    }

    /// Hides the popover; it can be opened again.
    public func close() { gtk_popover_popdown(pointer.cast()) }

    /// Detaches the popover from its widget, which must not be destroyed while it has a popover.
    public func leave() {
        guard parent != nil else { return }
        parent = nil
        gtk_widget_unparent(pointer.cast())
    }
}
