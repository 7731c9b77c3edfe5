import GTKKit
import Viewer

/// A part of the window. It shows slices of the session's state, changes them by actions, and knows no other part.
@MainActor
protocol Pane: AnyObject {
    /// Shows what has changed.
    func show(_ change: FaceChange)
    /// Shows the same with other settings of the user.
    func handlePreferences()
}

extension Pane {
    func handlePreferences() {}
}
