import CGTK

/// Shows the tooltip of a widget on which a finger rests, in all windows and dialogs of the program, because GTK shows
/// none on a touchscreen.
///
/// A popover grabs the input and keeps its touches to itself, so that its controls show none and should need none.
@MainActor
public final class HeldTooltips {
    private let windows = WindowList()
    private let card: Widget
    private let label = Label("", aligned: .start)
    /// The window that the card is attached to, and the handler for when it disappears.
    private var place: (window: ObjectRef, leaving: SignalConnection)?
    private var generation = 0

    /// The time in milliseconds for which a text stays after the finger has come to rest.
    private static let stay = 8_000
    /// The maximum length of a line, in characters.
    private static let lineLength = 40

    /// Starts to watch the windows of the program, also those that open later. The display must be open.
    public init() {
        card = Widget(sinking: made(gtk_popover_new()))
        gtk_popover_set_child(card.pointer.cast(), label.pointer.cast())
        // It must not take events or the keyboard focus from what it explains.
        gtk_popover_set_autohide(card.pointer.cast(), 0)
        gtk_popover_set_has_arrow(card.pointer.cast(), 0)
        card.canTarget = false
        card.addClasses("held-tooltip")
        label.wrap(maximumCharacters: Self.lineLength)
        watch(windows, from: 0, count: windows.count)
        windows.connect(Signal<UInt32, UInt32, UInt32>("items-changed")) { [weak self] first, _, added in
            if let self { watch(windows, from: first, count: added) }
        }
    }

    private func watch(_ windows: WindowList, from first: UInt32, count: UInt32) {
        for index in first..<first + count { watch(windows[index]) }
    }

    private func watch(_ window: Widget?) {
        guard let window else { return }
        let touch = PressGesture(
            begin: { [weak self] _ in
                self?.hide()
                return false
            }, end: { _, _ in })
        window.install(touch)
        window.install(LongPressGesture(withWidget: { [weak self] in self?.show(in: $0, atX: $1, y: $2) ?? false }))
    }

    /// Shows the tooltip at a finger.
    /// - Returns: False if there is none.
    private func show(in window: Widget, atX x: Double, y: Double) -> Bool {
        guard let found = window.tooltip(atX: x, y: y) else { return false }
        hide()
        label.text = found.text
        place = (window, window.connect("unmap") { [weak self] in self?.hide() })
        gtk_widget_set_parent(card.pointer.cast(), window.pointer.cast())
        var frame = GdkRectangle(
            x: Int32(found.frame.x), y: Int32(found.frame.y), width: Int32(found.frame.width),
            height: Int32(found.frame.height))
        gtk_popover_set_pointing_to(card.pointer.cast(), &frame)
        gtk_popover_popup(card.pointer.cast())
        generation += 1
        let shown = generation
        MainLoop.after(milliseconds: Self.stay) { [weak self] in if self?.generation == shown { self?.hide() } }
        return true
    }

    private func hide() {
        guard let place else { return }
        self.place = nil
        place.leaving.disconnect()
        gtk_popover_popdown(card.pointer.cast())
        gtk_widget_unparent(card.pointer.cast())
    }
}

/// The list of the program's windows, dialogs among them.
private final class WindowList: ObjectRef {
    init() { super.init(sinking: UnsafeMutableRawPointer(gtk_window_get_toplevels())) }

    var count: UInt32 { g_list_model_get_n_items(pointer.cast()) }

    subscript(index: UInt32) -> Widget? {
        g_list_model_get_item(pointer.cast(), index).map { Widget(owning: $0) }
    }
}
