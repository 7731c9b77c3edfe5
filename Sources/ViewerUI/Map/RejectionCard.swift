import GTKKit
import ViewerModel

/// The reason why a fix that the user clicked was rejected, with a button for the rule that decided.
@MainActor
final class RejectionCard {
    /// The card's widget; it lies over the map.
    let widget = Box(.vertical, spacing: 6)
    /// Called with the name of the parameter that the user wants to change.
    var onChangeRule: (String) -> Void = { _ in }
    private let headline = Label("", classes: ["headline"], aligned: .start)
    private let facts = Label("", classes: ["facts"], aligned: .start)
    private let rule = Label("", classes: ["caption"], aligned: .start)
    private let change = Button(label: localized("Change the Rule…"))
    private var parameter: String?

    /// The room in pixels that the card takes at most.
    private static let (width, height) = (300, 190)
    /// Pixels between the pointer and the card.
    private static let distance = 14

    init() {
        headline.expandsHorizontally = true
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Close"))
        close.onClick { [weak self] in self?.hide() }
        change.horizontalAlignment = .start
        change.onClick { [weak self] in
            guard let self, let parameter else { return }
            hide()
            onChangeRule(parameter)
        }
        rule.wrap(maximumCharacters: 38)
        let head = Box(.horizontal, spacing: 6, children: [headline, close])
        for child in [head, facts, rule, change] as [Widget] { widget.append(child) }
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .start
        widget.verticalAlignment = .start
        widget.isVisible = false
    }

    /// Shows the values of a rejected fix near a point of the map; hides the card for an accepted one.
    func show(_ detail: FixDetail, x: Double, y: Double, mapWidth: Int, mapHeight: Int) {
        guard detail.isRejected else {
            hide()
            return
        }
        headline.text = detail.title.localized
        facts.text = detail.lines.map(\.localized).joined(separator: "\n")
        parameter = detail.rule?.parameter
        rule.text =
            detail.rule.map { localized("Limit: {1} of {2}", localized($0.title, context: "parameter"), $0.limit) }
            ?? localized("No parameter decides this.")
        change.isVisible = parameter != nil
        let isLeft = x > Double(mapWidth) * 0.6
        let start = isLeft ? max(0, Int(x) - Self.width - Self.distance) : Int(x) + Self.distance
        widget.setMargins(top: min(max(0, Int(y) - 24), max(0, mapHeight - Self.height)), start: start)
        widget.isVisible = true
    }

    /// Hides the card.
    /// - Returns: False if it was hidden.
    @discardableResult
    func hide() -> Bool {
        guard widget.isVisible else { return false }
        widget.isVisible = false
        return true
    }
}
