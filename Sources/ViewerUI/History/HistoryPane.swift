import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A month of the library: steps, distance by activity or floors of each day; a click on a day opens it.
@MainActor
final class HistoryPane {
    let widget = Box(.vertical, spacing: 6)
    /// The name of the month that is shown.
    private(set) var name = ""
    private let appearance: Appearance
    private let replay: ReplayController
    private let total = FactRow(localized("Whole month"))
    private let list = ListBox(isSelectable: false)
    private var lines: [HistoryLine] = []
    private var month: CivilDate?
    private var shown: (month: CivilDate, days: [(date: CivilDate, history: HistoryDay)], total: HistoryDay)?
    private var quantity = HistoryQuantity.steps
    private var unit = DistanceUnit.metric
    private var isShown = false
    /// True if the user has gone to another month.
    private var isChosen = false
    private var reading: Task<Void, Never>?

    /// Creates an empty month.
    /// - Parameter open: Shows a day.
    init(appearance: Appearance, replay: ReplayController, open: @escaping (CivilDate) -> Void) {
        (self.appearance, self.replay) = (appearance, replay)
        let quantities = HistoryQuantity.allCases.map { quantity in
            let title = localized(quantity.title)
            return (tab: quantity, title: title, name: title, tooltip: title)
        }
        let switcher = TabBar(quantities) { [weak self] quantity in
            self?.quantity = quantity
            self?.showDays()
        }
        widget.append(switcher.widget)
        let sum = Box(.vertical, children: [total.widget])
        sum.addClasses("rows")
        list.addClasses("rows", "day-list")
        let column = Box(.vertical, spacing: 6, children: [sum, list])
        column.setMargins(bottom: 14)
        let scroller = ScrolledWindow(column)
        scroller.expandsVertically = true
        widget.append(scroller)
        widget.setMargins(start: 14, end: 14)
        list.onActivate { [weak self] index in
            if let self, let days = shown?.days, days.indices.contains(index) { open(days[index].date) }
        }
        appearance.onChange { [weak self] in self?.lines.forEach { $0.bar.canvas.queueDraw() } }
    }

    /// Shows the month of a day, and follows the library from now on.
    func show(_ date: CivilDate) {
        (isShown, isChosen) = (true, false)
        month = date.firstOfMonth
        refresh()
    }

    /// Shows the month of a day, unless the user has gone to another.
    func suggest(_ date: CivilDate?) {
        guard isShown, let date, !isChosen, date.firstOfMonth != month else { return }
        show(date)
    }

    /// Stops following the library.
    func leave() {
        isShown = false
        reading?.cancel()
    }

    /// Reads the month again if the library has changed.
    func handleLibrary() { if isShown { refresh() } }

    /// Shows distances in another unit.
    func show(_ unit: DistanceUnit) {
        guard unit != self.unit else { return }
        self.unit = unit
        showDays()
    }

    /// Shows the next or the previous month.
    func step(isForward: Bool) {
        guard let month else { return }
        isChosen = true
        self.month = isForward ? month.nextMonth : month.previousMonth
        refresh()
    }

    private func refresh() {
        guard let month else { return }
        name = "\(localized(month.monthName)) \(month.year)"
        if shown?.month != month {
            shown = nil
            showDays()
        }
        guard let read = replay.clients?.histories else { return }
        reading?.cancel()
        let days = month.daysOfMonth
        let spans = days.map(\.localSpan)
        guard let first = spans.first, let last = spans.last else { return }
        let whole = TimeSpan(start: first.start, end: last.end)
        reading = Task { [weak self, folder = replay.folder] in
            let histories = await read(folder, spans + [whole])
            guard let self, !Task.isCancelled, let sum = histories.last, histories.count == days.count + 1 else {
                return
            }
            shown = (month, zip(days, histories).map { (date: $0, history: $1) }, sum)
            showDays()
        }
    }

    private func showDays() {
        guard let shown else {
            lines = []
            list.removeAll()
            return total.show(localized("Loading…"))
        }
        let listed = HistoryMonth(shown.days, total: shown.total, quantity: quantity, unit: unit)
        total.show(listed.total.localized)
        if lines.count != listed.rows.count {
            list.removeAll()
            lines = listed.rows.map { _ in HistoryLine(appearance: appearance) }
            for line in lines { list.append(line.row) }
        }
        for (line, row) in zip(lines, listed.rows) { line.show(row) }
    }
}

/// One day of a month.
@MainActor
final class HistoryLine {
    let row: ListBox.Row
    let bar: HistoryBar
    private let date = Label("", classes: ["caption", "clock"], aligned: .start)
    private let amount = Label("", classes: ["caption", "reading"], aligned: .end)

    private static let (dateCharacters, amountCharacters) = (6, 13)

    init(appearance: Appearance) {
        bar = HistoryBar(appearance: appearance)
        date.reserve(characters: Self.dateCharacters)
        amount.reserve(characters: Self.amountCharacters)
        amount.ellipsize(askingFor: Self.amountCharacters)
        let box = Box(.horizontal, spacing: 8, children: [date, bar.canvas, amount])
        box.setMargins(top: 2, bottom: 2)
        row = ListBox.Row(box)
    }

    func show(_ day: HistoryMonth.Row) {
        let weekday = localized(day.date.weekdayName)
        date.text = "\(weekday.prefix(2)) \(day.date.day)"
        let text = day.text.localized
        // A dash, because a month of the same words hides the days that have something to show.
        amount.text = day.hasSessions ? text : missingText
        amount.setClass("dim", day.bar.isEmpty)
        bar.show(day.bar)
        row.isSensitive = day.hasSessions
        row.describe("\(day.date.localizedShortText), \(text)")
    }
}
