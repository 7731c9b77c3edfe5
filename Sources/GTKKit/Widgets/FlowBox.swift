import CGTK

/// Children in a row that breaks where the room ends.
public final class FlowBox: Widget {
    /// Makes an empty box.
    public init(spacing: Int) {
        super.init(sinking: made(gtk_flow_box_new()))
        gtk_flow_box_set_selection_mode(pointer.cast(), GTK_SELECTION_NONE)
        gtk_flow_box_set_column_spacing(pointer.cast(), UInt32(spacing))
        gtk_flow_box_set_row_spacing(pointer.cast(), UInt32(spacing))
        gtk_flow_box_set_max_children_per_line(pointer.cast(), 16)
    }

    /// Adds a child at the end.
    public func append(_ child: Widget) {
        let holder = made(gtk_flow_box_child_new())
        gtk_flow_box_child_set_child(holder.cast(), child.pointer.cast())
        // The child is what the keyboard is to reach, not the holder around it.
        gtk_widget_set_focusable(holder.cast(), 0)
        gtk_flow_box_append(pointer.cast(), holder.cast())
    }
}
