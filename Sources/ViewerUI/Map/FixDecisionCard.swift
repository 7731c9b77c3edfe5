import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The verdict on a fix that the user clicked: the reason and the rule that decided, and buttons to decide otherwise.
@MainActor
final class FixDecisionCard {
    /// The card's widget, over the map.
    let widget = Box(.vertical, spacing: 6)
    private let headline = Label("", classes: ["headline"], aligned: .start)
    private let facts = Label("", classes: ["facts"], aligned: .start)
    private let rule = Label("", classes: ["caption"], aligned: .start)
    private let change = Button(label: localized("Change the Rule…"))
    private let decide = Button(label: localized("Accept This"))
    private let decideAll = Button(label: "")
    private var parameter: String?
    private var detail: FixDetail?
    private var such: [FixRuling.Identity] = []

    init(replay: ReplayController) {
        headline.expandsHorizontally = true
        let close = Button(icon: "window-close-symbolic", describedAs: localized("Close"))
        close.onClick { [weak self] in self?.hide() }
        change.horizontalAlignment = .start
        change.onClick { [weak self] in
            guard let self, let parameter else { return }
            hide()
            replay.show(.tab(.tune), parameter: parameter)
        }
        decide.onClick { [weak self] in
            guard let self, let detail else { return }
            hide()
            replay.decide([detail.fix], isAccepted: detail.canBeAccepted)
        }
        decideAll.onClick { [weak self] in
            guard let self else { return }
            hide()
            replay.decide(such, isAccepted: true)
        }
        facts.wrap(maximumCharacters: 40)
        rule.wrap(maximumCharacters: 38)
        let head = Box(.horizontal, spacing: 6, children: [headline, close])
        let decisions = Box(.horizontal, spacing: 6, children: [decide, decideAll])
        for child in [head, facts, rule, decisions, change] as [Widget] { widget.append(child) }
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .start
        widget.verticalAlignment = .start
        widget.isVisible = false
    }

    /// Shows a fix near a point of the map.
    /// - Parameters:
    ///   - detail: The values of the fix and the verdict on it.
    ///   - such: All fixes that the same rule rejected.
    ///   - x: The point's x in pixels of the map.
    ///   - y: The point's y in pixels of the map.
    ///   - mapWidth: The map's width in pixels.
    ///   - mapHeight: The map's height in pixels.
    func show(
        _ detail: FixDetail, like such: [FixRuling.Identity], x: Double, y: Double, mapWidth: Int, mapHeight: Int
    ) {
        self.detail = detail
        self.such = such
        headline.text = detail.title.localized
        facts.text = detail.lines.map(\.localized).joined(separator: "\n")
        parameter = detail.rule?.parameter
        rule.text =
            detail.rule.map { localized("Limit: {1} of {2}", localized($0.title, context: "parameter"), $0.limit) }
            ?? localized("No parameter decides this.")
        rule.isVisible = detail.rejection != nil && detail.rejection != .byHand
        change.isVisible = parameter != nil
        decide.setLabel(detail.canBeRejected ? localized("Reject This") : localized("Accept This"))
        decide.isVisible = detail.canBeRejected || detail.canBeAccepted
        decideAll.setLabel(localized("Accept All Such ({1})", countText(such.count)))
        decideAll.isVisible = detail.canBeAccepted && such.count > 1
        widget.showCard(besideX: x, y: y, mapWidth: mapWidth, mapHeight: mapHeight)
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
