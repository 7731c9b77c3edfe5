import CGTK

/// A bar that shows the progress of some work.
public final class ProgressBar: Widget {
    /// Creates an empty bar with a description of the work, for a screen reader.
    public init(describedAs description: String) {
        super.init(sinking: made(gtk_progress_bar_new()))
        describe(description)
    }

    /// The fraction of the work that is done, 0 ... 1.
    public var share: Double {
        get { gtk_progress_bar_get_fraction(pointer.cast()) }
        set { gtk_progress_bar_set_fraction(pointer.cast(), min(max(newValue, 0), 1)) }
    }
}
