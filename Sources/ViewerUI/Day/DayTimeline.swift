import FusionCore
import GTKKit
import SensorModel
import ViewerModel

/// A day's totals and its rows.
@MainActor
final class DayTimeline {
    /// The timeline's widget.
    let widget: ScrolledWindow
    /// Called with an instant that a person wants to see.
    var onSeek: (Instant) -> Void = { _ in }
    /// Called with what a person puts right.
    var onCorrect: (Correction, StorylineItem.Stop?) -> Void = { _, _ in }
    /// The instant of the replay.
    var instant: () -> Instant? = { nil }

    /// A pane that grew with what a row says would push the map aside.
    private static let askedCharacters = 12
    private let appearance: Appearance
    private let column = Box(.vertical, spacing: 6)
    private var rails: [DayRail] = []
    private var lines: [ListBox.Row] = []
    private var list = ListBox()
    private var day: Day?
    private var shown: DayList?
    private var selected: Int?
    private var card: DayCard?

    init(appearance: Appearance) {
        self.appearance = appearance
        widget = ScrolledWindow(column)
        widget.expandsVertically = true
        column.setMargins(bottom: 14, start: 14, end: 14)
        appearance.onChange { [weak self] in self?.rails.forEach { $0.canvas.queueDraw() } }
        showEmpty(hasSession: false)
    }

    /// Shows a day; one that is shown already is left alone.
    func show(_ day: Day, unit: DistanceUnit, hasSession: Bool) {
        let list = DayList(day.items, unit: unit)
        guard !list.rows.isEmpty else { return showEmpty(hasSession: hasSession) }
        let isNew = list != shown
        self.day = day
        guard isNew else { return }
        clear()
        shown = list
        appendTotals(of: list, unit: unit)
        appendList(of: list)
        showInstant()
    }

    /// Says that there is no day to tell.
    func showEmpty(hasSession: Bool) {
        show(
            headline: hasSession ? localized("No day to tell") : localized("No session"),
            hint: hasSession
                ? localized("Stops and ways need positions, and there are none.")
                : localized("Open or record one to see its day."))
    }

    /// Says that a day is being read.
    func showWaiting() { show(headline: localized("One moment"), hint: localized("The day is being told…")) }

    /// Marks the row of the instant that is shown.
    func showInstant() {
        let index = instant().flatMap { shown?.index(at: $0) }
        guard index != selected else { return }
        selected = index
        list.select(index)
    }

    private func show(headline: String, hint: String) {
        clear()
        day = nil
        column.append(EmptyState(icon: "odograph-track-symbolic", headline: headline, hint: hint).widget)
    }

    private func clear() {
        card?.leave()
        card = nil
        shown = nil
        selected = nil
        rails = []
        lines = []
        column.removeAll()
    }

    private func appendTotals(of day: DayList, unit: DistanceUnit) {
        let grid = Grid(rowSpacing: 6, columnSpacing: 8)
        grid.setColumnsHomogeneous(true)
        var cards = day.totals.map { total in
            let card = ValueCard(localized(total.title))
            card.value = DayList.text(of: total.distance, estimated: 0, unit: unit).localized
            if total.distance != nil {
                let whole =
                    DayList.text(of: total.distance, estimated: total.estimatedDistance, unit: unit).localized
                card.widget.tooltip = localized("{1} in {2}", whole, durationText(total.duration))
                if total.estimatedDistance >= 1 {
                    card.name = localized(
                        "{1} +{2} est.", localized(total.title), unit.text(of: total.estimatedDistance))
                }
            }
            return card
        }
        cards.append(ValueCard(localized("Steps")))
        cards[cards.count - 1].value = day.steps.map { "\($0)" } ?? missingText
        if let floors = DayList.floorsText(up: day.floorsUp, down: day.floorsDown) {
            cards.append(ValueCard(localized("Floors")))
            cards[cards.count - 1].value = floors.localized
            cards.append(ValueCard(localized("At stops")))
            cards[cards.count - 1].value = durationText(day.stopDuration)
        }
        for (index, card) in cards.enumerated() { grid.attach(card.widget, column: index % 2, row: index / 2) }
        column.append(grid)
    }

    private func appendList(of day: DayList) {
        list = ListBox()
        list.addClasses("rows", "day-list")
        let crossesMidnight = (day.rows.last?.end).map { $0 - day.rows[0].start > 86_400 } ?? false
        for (index, row) in day.rows.enumerated() {
            let rail = DayRail(
                appearance: appearance, kind: row.kind, isFirst: index == 0, isLast: index == day.rows.count - 1)
            rails.append(rail)
            let line = widget(of: row, index: index, rail: rail, crossesMidnight: crossesMidnight)
            line.install(
                ClickGesture(.secondary) { [weak self, weak line] _, x, y in
                    if let line { self?.ask(index, at: line, x: x, y: y) }
                })
            lines.append(line)
            list.append(line)
        }
        let starts = day.rows.map(\.start)
        list.onActivate { [weak self] index in self?.onSeek(starts[index]) }
        column.append(list)
    }

    private func widget(
        of row: DayList.Row, index: Int, rail: DayRail, crossesMidnight: Bool
    ) -> ListBox.Row {
        let start = ClockTime.local(row.start)
        let clock = Label(start.minuteText, classes: ["dim", "caption", "clock"], aligned: .end)
        clock.verticalAlignment = .center
        let title = Label(localized(row.title), classes: [row.kind == .gap ? "dim" : "strong"], aligned: .start)
        title.ellipsize(askingFor: Self.askedCharacters)
        let detail = Label(row.detail.localized, classes: ["dim", "caption"], aligned: .start)
        detail.ellipsize(askingFor: Self.askedCharacters)
        let texts = Box(.vertical, spacing: 1, children: [title, detail])
        texts.expandsHorizontally = true
        texts.verticalAlignment = .center
        texts.setMargins(top: 7, bottom: 7)
        let duration = Label(durationText(row.duration), classes: ["value"], aligned: .end)
        duration.verticalAlignment = .center
        let more = Button(icon: "view-more-symbolic", describedAs: localized("Why so, and put right"))
        more.addClasses("flat")
        more.verticalAlignment = .center
        more.onClick { [weak self] in
            if let self, lines.indices.contains(index) { ask(index, at: lines[index]) }
        }
        let line = ListBox.Row(Box(.horizontal, spacing: 8, children: [clock, rail.canvas, texts, duration, more]))
        let day = crossesMidnight ? "\(start.date.localizedShortText), " : ""
        let span = "\(day)\(start.secondText) – \(ClockTime.local(row.end).secondText)"
        // No tooltip: it would lie over the answer to a right click, or take the pointer from it.
        line.describe(
            "\(span), \(localized(row.title)), \(durationText(row.duration)), \(row.detail.localized)")
        return line
    }

    /// Tells why a row is so, at the instant that is shown where it lies in it.
    private func ask(_ index: Int, at widget: Widget, x: Double? = nil, y: Double? = nil) {
        guard let day, day.items.indices.contains(index) else { return }
        let item = day.items[index]
        let middle = item.start + (item.end - item.start) / 2
        let now = instant().flatMap { item.start < $0 && $0 < item.end ? $0 : nil }
        card?.leave()
        card = DayCard(of: item, in: day, at: now ?? middle) { [weak self] request in
            switch request {
            case .seek(let instant): self?.onSeek(instant)
            case .correct(let correction, let stop): self?.onCorrect(correction, stop)
            }
        }
        card?.open(at: widget, x: x, y: y)
    }
}
