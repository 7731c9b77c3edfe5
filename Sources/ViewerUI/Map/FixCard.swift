import GTKKit
import Localization
import ViewerModel

/// A card with the values of the fix under the pointer, and the reason if it was rejected.
@MainActor
final class FixCard {
    /// The card's widget, over the map.
    let widget: Box
    private let headline = Label("", classes: ["headline"], aligned: .start)
    private let facts = Label("", classes: ["facts"], aligned: .start)

    init() {
        widget = Box(.vertical, spacing: 3, children: [headline, facts])
        facts.wrap(maximumCharacters: 40)
        widget.makeHoverCard()
    }

    /// Shows a fix next to a point of the map; hides the card for `nil`.
    func show(_ detail: FixDetail?, x: Double, y: Double, mapWidth: Int, mapHeight: Int) {
        guard let detail else {
            widget.isVisible = false
            return
        }
        headline.text = detail.title.localized
        facts.text = (detail.lines.map(\.localized) + [localized("Click to go there")]).joined(separator: "\n")
        widget.showCard(besideX: x, y: y, mapWidth: mapWidth, mapHeight: mapHeight)
    }
}

extension Widget {
    /// Turns the widget into a card that ``showCard(besideX:y:mapWidth:mapHeight:)`` shows and that the pointer does not notice.
    func makeHoverCard() {
        addClasses("map-hover")
        horizontalAlignment = .start
        verticalAlignment = .start
        canTarget = false
        isVisible = false
    }

    /// Shows a card over the map next to a point, all in pixels of the map.
    func showCard(besideX x: Double, y: Double, mapWidth: Int, mapHeight: Int) {
        // Only a visible widget has a size, which includes the margins.
        isVisible = true
        setMargins()
        let place = CardPlace(
            pointX: x, pointY: y, card: (width: naturalWidth, height: naturalHeight),
            map: (width: mapWidth, height: mapHeight))
        setMargins(top: place.y, start: place.x)
    }
}
