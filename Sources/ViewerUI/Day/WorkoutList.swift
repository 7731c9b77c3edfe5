import GTKKit
import SensorModel
import ViewerModel

/// The workouts of a day; a click shows the start of one.
@MainActor
final class WorkoutList {
    /// The list's widget.
    let widget = Box(.vertical, spacing: 6)
    /// Called with the start of a workout that the user wants to see.
    var onSeek: (Instant) -> Void = { _ in }
    private var rows: [WorkoutRow] = []

    /// Shows workouts. Does nothing if they are already shown.
    func show(_ rows: [WorkoutRow]) {
        guard rows != self.rows else { return }
        self.rows = rows
        widget.removeAll()
        guard !rows.isEmpty else { return }
        widget.append(Label(localized("Workouts"), classes: ["group-title"], aligned: .start))
        let list = ListBox(isSelectable: false)
        list.addClasses("rows", "day-list")
        for row in rows { list.append(Self.line(row)) }
        list.onActivate { [weak self] index in
            if let self, self.rows.indices.contains(index) { onSeek(self.rows[index].start) }
        }
        widget.append(list)
    }

    /// A row must not widen the pane, because that would move the map.
    private static let askedCharacters = 24

    private static func line(_ row: WorkoutRow) -> ListBox.Row {
        let name = ActivityWords.name(of: row.activity)
        let title = Label(name, classes: ["strong"], aligned: .start)
        title.expandsHorizontally = true
        title.ellipsize(askingFor: 10)
        let pace = Label(row.averagePace, classes: ["value"], aligned: .end)
        let begin = ClockTime.local(row.start).minuteText
        let confidence = row.confidence.map(ActivityWords.confidence) ?? localized("stated by the file")
        var texts = ["\(begin) – \(ClockTime.local(row.end).minuteText) · \(confidence)", row.facts.localized]
        if let moving = row.movingPace { texts.append(localized("{1} without rests", moving)) }
        if !row.splits.isEmpty {
            let splits = row.splits.enumerated().map { "\($0.offset + 1)\u{a0}\($0.element)" }
            texts.append(localized("Splits per {1}: {2}", row.splitSymbol, splits.joined(separator: "   ")))
        }
        let column = Box(.vertical, spacing: 1, children: [Box(.horizontal, spacing: 8, children: [title, pace])])
        column.setMargins(top: 7, bottom: 7)
        for text in texts {
            let label = Label(text, classes: ["dim", "caption", "reading"], aligned: .start)
            label.wrap(maximumCharacters: askedCharacters)
            column.append(label)
        }
        let line = ListBox.Row(column)
        line.describe(([name, row.averagePace] + texts).joined(separator: ", "))
        return line
    }
}
