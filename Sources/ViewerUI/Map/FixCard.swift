import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A card over the map with the values of the fix under the pointer; for one that the user clicked also with the rule that
/// decided, and buttons to decide otherwise.
@MainActor
final class FixCard {
    let widget = Box(.vertical, spacing: 4)
    /// Whether the fix was clicked, so that the card stays.
    private(set) var isPinned = false
    private let headline = Label("", classes: ["headline"], aligned: .start)
    private let facts = Label("", classes: ["facts"], aligned: .start)
    private let close = Button(icon: "window-close-symbolic", describedAs: localized("Close"))
    private let rule = Label("", classes: ["caption"], aligned: .start)
    private let verdict: Box
    private let change = Button(label: localized("Change the Rule…"))
    private let decide = Button(label: "")
    private let decideAll = Button(label: "")
    private var detail: FixDetail?
    private var such: [FixRuling.Identity] = []

    init(replay: ReplayController) {
        headline.expandsHorizontally = true
        facts.wrap(maximumCharacters: 40)
        rule.wrap(maximumCharacters: 38)
        change.horizontalAlignment = .start
        let decisions = Box(.horizontal, spacing: 6, children: [decide, decideAll])
        verdict = Box(.vertical, spacing: 6, children: [rule, decisions, change])
        let head = Box(.horizontal, spacing: 6, children: [headline, close])
        for child in [head, facts, verdict] as [Widget] { widget.append(child) }
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .start
        widget.verticalAlignment = .start
        widget.isVisible = false
        close.onClick { [weak self] in self?.unpin() }
        change.onClick { [weak self] in
            guard let parameter = self?.detail?.rule?.parameter else { return }
            self?.unpin()
            replay.show(.tab(.tune), parameter: parameter)
        }
        decide.onClick { [weak self] in
            guard let self, let detail else { return }
            unpin()
            replay.decide([detail.fix], isAccepted: detail.canBeAccepted)
        }
        decideAll.onClick { [weak self] in
            guard let self else { return }
            unpin()
            replay.decide(such, isAccepted: true)
        }
    }

    /// Shows the fix under the pointer next to a point of the map; hides the card for `nil`. A card that stays is unchanged.
    func show(_ detail: FixDetail?, x: Double, y: Double, on map: Widget) {
        guard !isPinned else { return }
        guard let detail else { return widget.isVisible = false }
        show(detail, [localized("Click to go there")], x: x, y: y, on: map)
    }

    /// Shows something else under the pointer next to a point of the map.
    func show(_ title: String, _ lines: [String], x: Double, y: Double, on map: Widget) {
        headline.text = title
        facts.text = lines.joined(separator: "\n")
        for part in [close, verdict] as [Widget] { part.isVisible = isPinned }
        widget.canTarget = isPinned
        // Only a visible widget has a size, which includes the margins.
        widget.isVisible = true
        widget.setMargins()
        let place = CardPlace(
            pointX: x, pointY: y, card: (width: widget.naturalWidth, height: widget.naturalHeight),
            map: (width: map.width, height: map.height))
        widget.setMargins(top: place.y, start: place.x)
    }

    /// Shows a fix that the user clicked.
    /// - Parameter such: All fixes that the same rule rejected.
    func pin(_ detail: FixDetail, like such: [FixRuling.Identity], x: Double, y: Double, on map: Widget) {
        isPinned = true
        (self.detail, self.such) = (detail, such)
        rule.text =
            detail.rule.map { localized("Limit: {1} of {2}", localized($0.title, context: "parameter"), $0.limit) }
            ?? localized("No parameter decides this.")
        rule.isVisible = detail.rejection != nil && detail.rejection != .byHand
        change.isVisible = detail.rule != nil
        decide.setLabel(detail.canBeRejected ? localized("Reject This") : localized("Accept This"))
        decide.isVisible = detail.canBeRejected || detail.canBeAccepted
        decideAll.setLabel(localized("Accept All Such ({1})", countText(such.count)))
        decideAll.isVisible = detail.canBeAccepted && such.count > 1
        show(detail, [], x: x, y: y, on: map)
    }

    private func show(_ detail: FixDetail, _ more: [String], x: Double, y: Double, on map: Widget) {
        show(detail.title.localized, detail.lines.map(\.localized) + more, x: x, y: y, on: map)
    }

    /// Hides a fix that the user clicked.
    /// - Returns: False if there is none.
    @discardableResult
    func unpin() -> Bool {
        guard isPinned else { return false }
        isPinned = false
        widget.isVisible = false
        return true
    }
}
