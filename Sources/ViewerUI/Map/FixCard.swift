import GTKKit
import ViewerModel

/// The values of a fix under the pointer, and the reason if it was rejected.
@MainActor
final class FixCard {
    /// The card's widget; it lies over the map.
    let widget: Box
    private let headline = Label("", classes: ["headline"], aligned: .start)
    private let facts = Label("", classes: ["facts"], aligned: .start)

    /// The room in pixels that a card takes at most.
    private static let width = 300
    private static let height = 110

    init() {
        widget = Box(.vertical, spacing: 3, children: [headline, facts])
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .start
        widget.verticalAlignment = .start
        widget.canTarget = false
        widget.isVisible = false
    }

    /// Shows a fix beside a point of the map, or nothing.
    func show(_ detail: FixDetail?, x: Double, y: Double, mapWidth: Int, mapHeight: Int) {
        guard let detail else {
            widget.isVisible = false
            return
        }
        headline.text = detail.title.localized
        facts.text = (detail.lines.map(\.localized) + [localized("Click to go there")]).joined(separator: "\n")
        let isLeft = x > Double(mapWidth) * 0.6
        let top = min(max(0, Int(y) - 24), max(0, mapHeight - Self.height))
        widget.setMargins(top: top, start: isLeft ? max(0, Int(x) - Self.width) : Int(x) + 14)
        widget.isVisible = true
    }
}
