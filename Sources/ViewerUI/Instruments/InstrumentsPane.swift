import FusionCore
import GTKKit

/// The gauge and live values over the tabs.
@MainActor
final class InstrumentsPane {
    /// The pane's widget.
    let widget = Box(.vertical, spacing: 10)

    static let width = 360

    init(appearance: Appearance) {
        widget.addClasses("instruments")
        widget.requestSize(width: Self.width)
    }
}
