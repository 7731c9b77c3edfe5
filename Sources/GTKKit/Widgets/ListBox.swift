import CGTK

/// A list of rows, of which one can be selected.
public final class ListBox: Widget {
    private var rows: [Row] = []

    /// A widget in the list that the user can select or activate.
    public final class Row: Widget {
        /// Creates a row around a widget.
        /// - Parameters:
        ///   - child: The content of the row.
        ///   - isActivatable: Whether a click activates the row.
        public init(_ child: Widget, isActivatable: Bool = true) {
            super.init(sinking: made(gtk_list_box_row_new()))
            gtk_list_box_row_set_child(pointer.cast(), child.pointer.cast())
            gtk_list_box_row_set_activatable(pointer.cast(), isActivatable ? 1 : 0)
            gtk_list_box_row_set_selectable(pointer.cast(), isActivatable ? 1 : 0)
            isFocusable = isActivatable
        }
    }

    /// Creates an empty list.
    public init(isSelectable: Bool = true) {
        super.init(sinking: made(gtk_list_box_new()))
        gtk_list_box_set_selection_mode(pointer.cast(), isSelectable ? GTK_SELECTION_SINGLE : GTK_SELECTION_NONE)
    }

    /// Adds a row.
    public func append(_ row: Row) {
        gtk_list_box_append(pointer.cast(), row.pointer.cast())
        rows.append(row)
    }

    /// Removes all rows.
    public func removeAll() {
        for row in rows { gtk_list_box_remove(pointer.cast(), row.pointer.cast()) }
        rows.removeAll()
    }

    /// Selects a row, or none.
    public func select(_ index: Int?) {
        guard let index, rows.indices.contains(index) else { return gtk_list_box_unselect_all(pointer.cast()) }
        gtk_list_box_select_row(pointer.cast(), rows[index].pointer.cast())
    }

    /// Calls `body` with the index of a row that the user activates.
    @discardableResult
    public func onActivate(_ body: @escaping @MainActor (Int) -> Void) -> SignalConnection {
        connect(Signal<BorrowedObject>("row-activated")) { [weak self] row in
            guard let self, let index = rows.firstIndex(where: { $0.pointer == row.pointer }) else { return }
            body(index)
        }
    }
}
