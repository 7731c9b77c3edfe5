import CGTK

/// A box that is checked or not, with a text next to it that wraps.
public final class CheckButton: Widget {
    /// Creates a box that is not checked.
    public init(_ text: String) {
        super.init(sinking: made(gtk_check_button_new()))
        let label = Label(text, aligned: .start)
        label.wrap()
        gtk_check_button_set_child(pointer.cast(), label.pointer.cast())
        describe(text)
    }

    /// Calls `body` whenever it is checked or not checked any more.
    @discardableResult
    public func onToggle(_ body: @escaping @MainActor (Bool) -> Void) -> SignalConnection {
        connect("toggled") { [pointer] in body(gtk_check_button_get_active(pointer.cast()) != 0) }
    }
}
