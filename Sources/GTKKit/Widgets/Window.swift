import CGTK

/// A top-level window.
open class Window: Widget {
    package override init(sinking raw: UnsafeMutableRawPointer) { super.init(sinking: raw) }

    /// Creates a window that does not belong to an application; for tests and dialogs.
    public init(title: String) {
        super.init(sinking: made(gtk_window_new()))
        setTitle(title)
    }

    /// Sets the title that the desktop shows.
    public func setTitle(_ title: String) { gtk_window_set_title(pointer.cast(), title) }

    /// Sets the content.
    public func setChild(_ child: Widget) { gtk_window_set_child(pointer.cast(), child.pointer.cast()) }

    /// Replaces the title bar.
    public func setTitlebar(_ bar: Widget) { gtk_window_set_titlebar(pointer.cast(), bar.pointer.cast()) }

    /// Sets the initial size.
    public func setDefaultSize(width: Int, height: Int) {
        gtk_window_set_default_size(pointer.cast(), Int32(width), Int32(height))
    }

    /// The size at which the window would open again.
    public var defaultSize: (width: Int, height: Int) {
        var width: Int32 = 0
        var height: Int32 = 0
        gtk_window_get_default_size(pointer.cast(), &width, &height)
        return (Int(width), Int(height))
    }

    /// Whether the window is maximized.
    public var isMaximized: Bool {
        get { gtk_window_is_maximized(pointer.cast()) != 0 }
        set { if newValue { gtk_window_maximize(pointer.cast()) } else { gtk_window_unmaximize(pointer.cast()) } }
    }

    /// Shows the window and brings it to the front.
    public func present() { gtk_window_present(pointer.cast()) }

    /// Requests that the window close, as its close button does.
    public func close() { gtk_window_close(pointer.cast()) }

    /// Closes the window without asking, and releases its widgets.
    public func destroy() { gtk_window_destroy(pointer.cast()) }

    /// Removes the keyboard focus from all widgets.
    public func clearFocus() { gtk_window_set_focus(pointer.cast(), nil) }

    /// Keeps the window on top of another one.
    public func setTransient(for parent: Window, isModal: Bool) {
        gtk_window_set_transient_for(pointer.cast(), parent.pointer.cast())
        gtk_window_set_modal(pointer.cast(), isModal ? 1 : 0)
    }

    /// Calls `body` before the window closes; the window stays open if it returns true.
    @discardableResult
    public func onCloseRequest(_ body: @escaping @MainActor () -> Bool) -> SignalConnection {
        connect(asking: "close-request") { body() }
    }
}

/// A window of an application, with its own named actions (`win.`).
open class ApplicationWindow: Window {
    /// Creates a window of an application.
    public init(_ application: Application) {
        super.init(sinking: made(gtk_application_window_new(application.pointer.cast())))
    }

    /// Adds actions under `win.`.
    public func add(_ action: Action) { g_action_map_add_action(pointer.cast(), action.pointer.cast()) }
}

/// The bar at the top of a window.
public final class HeaderBar: Widget {
    /// Creates an empty bar.
    public init() { super.init(sinking: made(gtk_header_bar_new())) }

    /// Adds a widget at the start.
    public func packStart(_ child: Widget) { gtk_header_bar_pack_start(pointer.cast(), child.pointer.cast()) }

    /// Adds a widget at the end.
    public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(pointer.cast(), child.pointer.cast()) }

    /// Replaces the title.
    public func setTitle(_ child: Widget) { gtk_header_bar_set_title_widget(pointer.cast(), child.pointer.cast()) }
}
