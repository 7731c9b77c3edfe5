import FusionCore
import GTKKit
import SensorModel
import ViewerModel

/// The day as a timeline: stops, moves and gaps one below the other; a click shows their beginning.
@MainActor
final class DayPane {
    /// The pane's widget.
    let widget: ScrolledWindow
    private let appearance: Appearance
    private let replay: ReplayController
    private let column = Box(.vertical, spacing: 6)
    private var rails: [DayRail] = []
    private var list = ListBox()
    private var shown: DayList?
    private var selected: Int?

    init(appearance: Appearance, replay: ReplayController) {
        self.appearance = appearance
        self.replay = replay
        widget = ScrolledWindow(column)
        widget.expandsVertically = true
        column.setMargins(bottom: 14, start: 14, end: 14)
        appearance.onChange { [weak self] in self?.rails.forEach { $0.canvas.queueDraw() } }
        showEmpty(hasSession: false)
    }

    /// Shows the day of a session; a day that is shown already is left alone.
    func show(_ picture: SessionPicture?, unit: DistanceUnit) {
        let day = DayList(picture?.day?.items ?? [], unit: unit)
        guard let picture, !day.rows.isEmpty else { return showEmpty(hasSession: picture != nil) }
        guard day != shown else { return }
        shown = day
        column.removeAll()
        appendTotals(of: day, unit: unit)
        appendList(of: day, crossesMidnight: picture.end - picture.start > 86_400)
        showInstant()
    }

    /// Marks the row of the instant that is shown.
    func showInstant() {
        let index = replay.instant.flatMap { shown?.index(at: $0) }
        guard index != selected else { return }
        selected = index
        list.select(index)
    }

    private func showEmpty(hasSession: Bool) {
        shown = nil
        selected = nil
        rails = []
        column.removeAll()
        column.append(
            EmptyState(
                icon: "odograph-track-symbolic",
                headline: hasSession ? localized("No day to tell") : localized("No session"),
                hint: hasSession
                    ? localized("Stops and ways need positions, and there are none.")
                    : localized("Open or record one to see its day.")
            ).widget)
    }

    private func appendTotals(of day: DayList, unit: DistanceUnit) {
        let grid = Grid(rowSpacing: 6, columnSpacing: 8)
        grid.setColumnsHomogeneous(true)
        for (index, total) in day.totals.enumerated() {
            let card = ValueCard(total.title)
            card.value = DayList.text(of: total.distance, estimated: 0, unit: unit)
            if total.distance != nil {
                let whole = DayList.text(of: total.distance, estimated: total.estimatedDistance, unit: unit)
                card.widget.tooltip = localized("{1} in {2}", whole, durationText(total.duration))
                if total.estimatedDistance >= 1 {
                    card.name = localized("{1} +{2} est.", total.title, unit.text(of: total.estimatedDistance))
                }
            }
            grid.attach(card.widget, column: index % 2, row: index / 2)
        }
        let steps = ValueCard(localized("Steps"))
        steps.value = day.steps.map { "\($0)" } ?? missingText
        grid.attach(steps.widget, column: 1, row: 1)
        column.append(grid)
    }

    private func appendList(of day: DayList, crossesMidnight: Bool) {
        list = ListBox()
        selected = nil
        rails = []
        list.addClasses("rows", "day-list")
        for (index, row) in day.rows.enumerated() {
            let rail = DayRail(
                appearance: appearance, kind: row.kind, isFirst: index == 0, isLast: index == day.rows.count - 1)
            rails.append(rail)
            list.append(widget(of: row, rail: rail, crossesMidnight: crossesMidnight))
        }
        let starts = day.rows.map(\.start)
        list.onActivate { [weak self] index in self?.replay.handle(.seek(starts[index])) }
        column.append(list)
    }

    private func widget(of row: DayList.Row, rail: DayRail, crossesMidnight: Bool) -> ListBox.Row {
        let start = ClockTime.local(row.start)
        let clock = Label(start.minuteText, classes: ["dim", "caption", "clock"], aligned: .end)
        clock.verticalAlignment = .center
        let title = Label(row.title, classes: [row.kind == .gap ? "dim" : "strong"], aligned: .start)
        title.ellipsize()
        let detail = Label(row.detail, classes: ["dim", "caption"], aligned: .start)
        detail.ellipsize()
        let texts = Box(.vertical, spacing: 1, children: [title, detail])
        texts.expandsHorizontally = true
        texts.verticalAlignment = .center
        texts.setMargins(top: 7, bottom: 7)
        let duration = Label(durationText(row.duration), classes: ["value"], aligned: .end)
        duration.verticalAlignment = .center
        let line = ListBox.Row(Box(.horizontal, spacing: 8, children: [clock, rail.canvas, texts, duration]))
        line.describe("\(start.minuteText), \(row.title), \(durationText(row.duration)), \(row.detail)")
        let day = crossesMidnight ? "\(start.date.shortText), " : ""
        let span = "\(day)\(start.secondText) – \(ClockTime.local(row.end).secondText)"
        line.tooltip = "\(span)\n\(row.detail)"
        return line
    }
}
