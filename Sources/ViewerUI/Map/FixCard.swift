import FusionCore
import GTKKit
import ViewerModel

/// What is known of a fix under the pointer: when, and why it was not taken.
@MainActor
final class FixCard {
    /// The card's widget; it lies over the map.
    let widget: Box
    private let headline = Label("", classes: ["headline"], aligned: .start)
    private let facts = Label("", classes: ["facts"], aligned: .start)

    init() {
        widget = Box(.vertical, spacing: 3, children: [headline, facts])
        widget.addClasses("map-hover")
        widget.horizontalAlignment = .start
        widget.verticalAlignment = .start
        widget.canTarget = false
        widget.isVisible = false
    }

    /// Shows a fix beside a point of the map, or nothing.
    func show(_ fix: ShownFix?, x: Double, y: Double, mapWidth: Int, unit: SpeedUnit) {
        guard let fix, let reason = fix.rejection else {
            widget.isVisible = false
            return
        }
        headline.text = "Fix rejected: \(Self.sentence(of: reason))"
        var parts = [ClockTime.local(fix.time).secondText]
        if let accuracy = fix.accuracy { parts.append("±\(decimalText(accuracy)) m") }
        if let speed = fix.speed { parts.append(unit.text(of: speed)) }
        facts.text = parts.joined(separator: " · ")
        let isLeft = x > Double(mapWidth) * 0.6
        widget.setMargins(top: max(0, Int(y) - 24), start: isLeft ? max(0, Int(x) - 300) : Int(x) + 14)
        widget.isVisible = true
    }

    /// Returns a reason as a person says it.
    static func sentence(of reason: FixVerdict.Rejection) -> String {
        switch reason {
        case .noFix: "no fix"
        case .warmUp: "receiver just started"
        case .stale: "too old on arrival"
        case .accuracy: "accuracy too poor"
        case .implausibleSpeed: "implausible speed at start"
        case .duplicate: "repeats the one before"
        case .outOfOrder: "older than one already taken"
        case .innovation: "far from where it was expected"
        case .impliedSpeed: "impossible speed to get there"
        case .invalidCoordinate: "not on Earth"
        case .otherReceiver: "another receiver leads"
        }
    }
}
