import CGTK

/// A check box with a text that wraps.
public final class CheckButton: Widget {
    /// Creates a check box that is off.
    public init(_ text: String) {
        super.init(sinking: made(gtk_check_button_new()))
        let label = Label(text, aligned: .start)
        label.wrap()
        gtk_check_button_set_child(pointer.cast(), label.pointer.cast())
        describe(text)
    }

    /// Calls `body` whenever the user switches the check box on or off.
    @discardableResult
    public func onToggle(_ body: @escaping @MainActor (Bool) -> Void) -> SignalConnection {
        connect("toggled") { [pointer] in body(gtk_check_button_get_active(pointer.cast()) != 0) }
    }
}
