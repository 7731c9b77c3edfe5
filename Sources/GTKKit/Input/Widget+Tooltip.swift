import CGTK

extension Widget {
    /// Returns the tooltip at a point of the widget, and the frame of the descendant that it belongs to; `nil` if there
    /// is none, or if a field or a slider is there, where a finger that rests has another meaning.
    public func tooltip(atX x: Double, y: Double) -> (text: String, frame: Frame)? {
        var found = gtk_widget_pick(pointer.cast(), x, y, GTK_PICK_INSENSITIVE)
        let handles = [gtk_text_get_type(), gtk_text_view_get_type(), gtk_range_get_type()]
        while let widget = found, UnsafeMutableRawPointer(widget) != pointer {
            let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
            if handles.contains(where: { g_type_check_instance_is_a(instance, $0) != 0 }) { return nil }
            if let text = gtk_widget_get_tooltip_text(widget) {
                var bounds = graphene_rect_t()
                guard gtk_widget_compute_bounds(widget, pointer.cast(), &bounds) != 0 else { return nil }
                return (String(cString: text), Frame(bounds))
            }
            found = gtk_widget_get_parent(widget)
        }
        return nil
    }
}
