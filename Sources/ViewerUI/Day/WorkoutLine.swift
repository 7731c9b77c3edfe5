import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The row of a workout in a list of the day.
@MainActor
enum WorkoutLine {
    /// A row must not widen the pane, because that would move the map.
    private static let askedCharacters = 24

    static func row(_ clocked: Clocked<WorkoutRow>) -> ListBox.Row {
        let (row, clock) = (clocked.item, clocked.clock)
        let name = ActivityWords.name(of: row.activity)
        let title = Label(name, classes: ["strong"], aligned: .start)
        title.expandsHorizontally = true
        title.ellipsize(askingFor: 10)
        let pace = Label(row.averagePace, classes: ["value"], aligned: .end)
        let begin = clock.time(row.start).minuteText
        let confidence = row.confidence.map(ActivityWords.confidence) ?? localized("stated by the file")
        var texts = ["\(begin) – \(clock.time(row.end).minuteText) · \(confidence)", row.facts.localized]
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
