import GTKKit
import Localization
import Viewer
import ViewerModel

/// One line of the day: its start, title and duration, and a button that explains it.
@MainActor
final class DayRow {
    /// The line's widget.
    let line: ListBox.Row
    /// The line to its left.
    let rail: DayRail
    private let clock = Label("", classes: ["dim", "caption", "clock"], aligned: .end)
    private let title: Label
    private let detail = Label("", classes: ["dim", "caption"], aligned: .start)
    private let duration = Label("", classes: ["value"], aligned: .end)
    private let more: Button
    private var shown: Clocked<DayList.Row>?

    /// A row must not widen the pane, because that would move the map.
    private static let askedCharacters = 12

    /// Creates a line.
    /// - Parameters:
    ///   - rail: The line to its left, of the row's kind.
    ///   - ask: Called when the user asks for the reason, with a widget and the point in it; without a point for the
    ///     whole widget.
    init(_ kind: DayList.Row.Kind, rail: DayRail, ask: @escaping (Widget, _ point: (x: Double, y: Double)?) -> Void) {
        self.rail = rail
        title = Label("", classes: [kind == .gap ? "dim" : "strong"], aligned: .start)
        title.ellipsize(askingFor: Self.askedCharacters)
        // The rest of a truncated number would look like a different number.
        detail.wrap(maximumCharacters: Self.askedCharacters)
        for label in [clock, duration] { label.verticalAlignment = .center }
        let texts = Box(.vertical, spacing: 1, children: [title, detail])
        texts.expandsHorizontally = true
        texts.verticalAlignment = .center
        texts.setMargins(top: 7, bottom: 7)
        more = Button(icon: "view-more-symbolic", describedAs: localized("Reasons and Corrections"))
        more.addClasses("flat")
        more.verticalAlignment = .center
        // No box: it would ask the wrapped text for its width at many heights, two milliseconds for each row.
        let parts = Grid(columnSpacing: 8)
        for (column, part) in [clock, rail.canvas, texts, duration, more].enumerated() {
            parts.attach(part, column: column, row: 0)
        }
        line = ListBox.Row(parts)
        more.onClick { [weak line] in if let line { ask(line, nil) } }
        line.install(ClickGesture(.secondary) { [weak line] _, x, y in if let line { ask(line, (x, y)) } })
    }

    /// Shows a row of the kind that it was made for.
    func show(_ clocked: Clocked<DayList.Row>, crossesMidnight: Bool) {
        guard clocked != shown else { return }
        shown = clocked
        let row = clocked.item
        let start = clocked.clock.time(row.start)
        clock.text = start.minuteText
        title.text = localized(row.title)
        let confidence = row.confidence.map(ActivityWords.confidence)
        let parts = [row.detail.localized, confidence].compactMap(\.self)
        detail.text = unbrokenNumbers(parts.joined(separator: " · "))
        duration.text = durationText(row.duration)
        let day = crossesMidnight ? "\(start.date.localizedShortText), " : ""
        let span = "\(day)\(start.secondText) – \(clocked.clock.time(row.end).secondText)"
        // No tooltip, because it would cover the card of a right click or take the pointer from it.
        more.describe("\(localized("Reasons and Corrections")), \(title.text), \(start.minuteText)")
        line.describe("\(span), \(title.text), \(duration.text), \(detail.text)")
    }
}
