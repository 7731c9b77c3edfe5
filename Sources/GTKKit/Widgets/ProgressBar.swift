import CGTK

/// A bar that shows how much is done.
public final class ProgressBar: Widget {
    /// Creates an empty bar.
    public init() { super.init(sinking: made(gtk_progress_bar_new())) }

    /// The finished share, 0 ... 1.
    public var share: Double {
        get { gtk_progress_bar_get_fraction(pointer.cast()) }
        set { gtk_progress_bar_set_fraction(pointer.cast(), min(1, max(0, newValue))) }
    }
}
