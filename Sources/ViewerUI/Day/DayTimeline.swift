import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// A day's totals and its rows.
@MainActor
final class DayTimeline {
    let widget: ScrolledWindow
    private let replay: ReplayController
    private let handle: @MainActor (DayCard.Request) -> Void
    private let answer: @MainActor (Instant, DayUnits) async -> Phrase?
    private let appearance: Appearance
    private let column = Box(.vertical, spacing: 6)
    private let totals = Box(.vertical)
    private let workouts: SeekList<Clocked<WorkoutRow>>
    private let laps: SeekList<LapRow>
    private let lapRule = MenuButton(
        label: localized("Laps"), menu: lapMenu, describedAs: localized("What divides the session into laps"))
    private let lapAbsence = Label("", classes: ["caption", "dim"], aligned: .start)
    private let marks: SeekList<Clocked<SessionMark>>
    private var rows: [DayRow] = []
    private var list = ListBox()
    private var day: Day?
    private var unit = SpeedUnit.kilometresPerHour
    private var clock = SessionClock.local
    private var canCorrect = false
    private var shown: DayList?
    private var selected: Int?
    private var card: DayCard?

    /// Creates an empty timeline.
    /// - Parameters:
    ///   - handle: Handles the user's requests.
    ///   - answer: Returns why there is or is not a stop at an instant, with the numbers; `nil` if there is no answer.
    init(
        appearance: Appearance, replay: ReplayController, handle: @escaping @MainActor (DayCard.Request) -> Void,
        answer: @escaping @MainActor (Instant, DayUnits) async -> Phrase?
    ) {
        (self.appearance, self.replay, self.handle, self.answer) = (appearance, replay, handle, answer)
        let seek: @MainActor (Instant) -> Void = { handle(.seek($0)) }
        workouts = SeekList(start: \.item.start, line: WorkoutLine.row, seek: seek)
        laps = SeekList(start: \.start, line: LapLine.row, seek: seek)
        marks = SeekList(start: \.item.time, line: MarkLine.row, seek: seek)
        widget = ScrolledWindow(column)
        widget.expandsVertically = true
        lapAbsence.wrap()
        column.setMargins(bottom: 14, start: 14, end: 14)
        appearance.onChange { [weak self] in self?.rows.forEach { $0.rail.canvas.queueDraw() } }
        showEmpty()
    }

    /// Shows a day. Does nothing if it is already shown; keeps the rows if the day has only grown.
    /// - Parameters:
    ///   - spans: The user's marks among what the device states.
    ///   - table: The laps; `nil` for a day of several sessions.
    ///   - clock: The clock that times are read from.
    ///   - canCorrect: Whether any part of it can be corrected.
    func show(
        _ day: Day, _ spans: [SensorEvent], _ table: LapTable?, unit: SpeedUnit, clock: SessionClock, canCorrect: Bool
    ) {
        let list = DayList(day.items, unit: unit.distanceUnit)
        guard !list.rows.isEmpty else { return showEmpty() }
        let isNew = list != shown || clock != self.clock
        self.clock = clock
        workouts.show(
            day.workouts.map { Clocked(item: WorkoutRow($0, unit: unit), clock: clock) }, title: localized("Workouts"))
        let spread = table.flatMap(LapRow.spread)?.localized
        laps.show(
            table.map { LapRow.rows(of: $0, unit: unit) } ?? [],
            title: spread.map { localized("Laps: {1}", $0) } ?? localized("Laps"))
        lapRule.isVisible = table != nil
        lapAbsence.text = table.flatMap(LapRow.absence)?.localized ?? ""
        lapAbsence.isVisible = !lapAbsence.text.isEmpty
        marks.show(SessionMark.all(in: spans).map { Clocked(item: $0, clock: clock) }, title: localized("Marks"))
        self.day = day
        self.unit = unit
        self.canCorrect = canCorrect
        guard isNew else { return }
        if shown?.rows.map(\.kind) != list.rows.map(\.kind) {
            clear()
            column.append(totals)
            appendList(of: list)
            column.append(workouts.widget)
            column.append(lapRule)
            column.append(lapAbsence)
            column.append(laps.widget)
            column.append(marks.widget)
        }
        shown = list
        showTotals(of: list, unit: unit.distanceUnit)
        showRows(of: list)
        showInstant()
    }

    // Shared by all windows, as is the menu of the header.
    private static let lapMenu = Menu(items: [
        localized("As the Device States"): "win.laps::",
        localized("Each Kilometre or Mile"): "win.laps::1", localized("Each Five"): "win.laps::5",
        localized("At a Gate on the Map…"): "win.laps::gate",
        localized("At a Gate Here"): "win.laps::here",
    ])

    /// Shows a message that there is no day.
    func showEmpty() {
        let hasSession = replay.picture != nil
        show(
            headline: hasSession ? localized("No day to show") : localized("No session"),
            hint: hasSession
                ? localized("There are too few positions for stops and moves.")
                : localized("Open or record one to see its day."))
    }

    /// Shows a message that the day is being read.
    func showWaiting() {
        show(headline: localized("Loading…"), hint: localized("The day is being divided into stops and moves…"))
    }

    /// Marks the row of the instant that is shown.
    func showInstant() {
        let index = replay.instant.flatMap { shown?.index(at: $0) }
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
        rows = []
        column.removeAll()
    }

    private func showTotals(of day: DayList, unit: DistanceUnit) {
        let grid = Grid(rowSpacing: 6, columnSpacing: 8)
        grid.setColumnsHomogeneous(true)
        var cards = day.totals.map { total in
            let card = ValueCard(
                localized(total.title),
                value: DayList.text(of: total.distance, estimated: 0, unit: unit).localized)
            if total.distance != nil {
                let whole =
                    DayList.text(of: total.distance, estimated: total.estimatedDistance, unit: unit).localized
                card.widget.tooltip = localized("{1} in {2}", whole, durationText(total.duration))
                if total.estimatedDistance >= 1 {
                    card.note = localized("+{1} estimated", unit.text(of: total.estimatedDistance))
                }
            }
            return card
        }
        if let steps = day.steps { cards.append(ValueCard(localized("Steps"), value: countText(steps))) }
        if let floors = DayList.floorsText(up: day.floorsUp, down: day.floorsDown) {
            cards.append(ValueCard(localized("Floors"), value: floors.localized))
            cards.append(ValueCard(localized("At stops"), value: durationText(day.stopDuration)))
        }
        for (index, card) in cards.enumerated() { grid.attach(card.widget, column: index % 2, row: index / 2) }
        totals.removeAll()
        totals.append(grid)
    }

    private func appendList(of day: DayList) {
        list = ListBox()
        list.addClasses("rows", "day-list")
        for (index, row) in day.rows.enumerated() {
            let rail = DayRail(
                appearance: appearance, kind: row.kind, isFirst: index == 0, isLast: index == day.rows.count - 1)
            let shown = DayRow(row.kind, rail: rail) { [weak self] widget, point in
                self?.ask(index, at: widget, x: point?.x, y: point?.y)
            }
            rows.append(shown)
            list.append(shown.line)
        }
        list.onActivate { [weak self] index in
            if let self, let rows = self.shown?.rows, rows.indices.contains(index) { handle(.seek(rows[index].start)) }
        }
        column.append(list)
    }

    private func showRows(of day: DayList) {
        let crossesMidnight = (day.rows.last?.end).map { $0 - day.rows[0].start > 86_400 } ?? false
        for (shown, row) in zip(rows, day.rows) {
            shown.show(Clocked(item: row, clock: clock), crossesMidnight: crossesMidnight)
        }
    }

    /// Explains a row, at the shown instant if the row contains it.
    private func ask(_ index: Int, at widget: Widget, x: Double? = nil, y: Double? = nil) {
        guard let day, day.items.indices.contains(index) else { return }
        let item = day.items[index]
        let middle = item.start + (item.end - item.start) / 2
        let now = replay.instant.flatMap { item.start < $0 && $0 < item.end ? $0 : nil }
        card?.leave()
        card = DayCard(
            of: item, in: day, at: now ?? middle, unit: unit, clock: clock, canCorrect: canCorrect,
            answer: answer, handle: handle)
        card?.open(at: widget, x: x, y: y)
    }
}
