import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A card about one source: its state, its streams with their newest samples, its sky, and advice if something is
/// wrong.
@MainActor
final class SensorCard {
    let widget = Box(.vertical)
    private let dot = Label("●")
    private let state = Label("", classes: ["dim", "caption"], aligned: .start)
    private var rows: [StreamRow] = []
    private var plot: SkyPlot?
    private var standing: SensorList.Standing?

    init(_ card: SensorList.Card, appearance: Appearance) {
        widget.addClasses("rows", "sensor")
        let name = Label(card.name.visible, classes: ["strong"], aligned: .start)
        name.ellipsize()
        name.tooltip = card.name.visible
        state.wrap(maximumCharacters: 40)
        let texts = Box(.vertical, spacing: 1, children: [name, state])
        texts.expandsHorizontally = true
        dot.verticalAlignment = .start
        widget.append(Box(.horizontal, spacing: 8, children: [dot, texts]))
        for finding in card.findings { append(finding) }
        if let sky = card.sky {
            let plot = SkyPlot(appearance: appearance, sky: SkyView(sky))
            widget.append(plot.widget)
            self.plot = plot
        }
        for stream in card.streams {
            let row = StreamRow(stream, appearance: appearance)
            rows.append(row)
            widget.append(Separator(.horizontal))
            widget.append(row.widget)
        }
        show(card, withText: true)
    }

    private func append(_ finding: SensorReading.Finding) {
        let problem = Label(finding.problem.localized.visible, classes: ["finding"], aligned: .start)
        problem.wrap(maximumCharacters: 40)
        let advice = Label(localized(finding.advice).visible, classes: ["caption"], aligned: .start)
        advice.wrap(maximumCharacters: 44)
        // Selectable, so that a command in it can be copied.
        advice.makeSelectable()
        let box = Box(.vertical, spacing: 2, children: [problem, advice])
        widget.append(box)
    }

    /// Shows a newer reading with the same streams.
    /// - Parameter withText: Whether to update the numbers as well.
    func show(_ card: SensorList.Card, withText: Bool) {
        for (row, stream) in zip(rows, card.streams) { row.show(stream, withText: withText) }
        guard withText else { return }
        if let sky = card.sky { plot?.show(SkyView(sky)) }
        state.text = text(for: card)
        state.isVisible = !state.text.isEmpty
        guard card.standing != standing else { return }
        if let standing { dot.setClass("quality-\(standing.rawValue)", false) }
        dot.setClass("quality-\(card.standing.rawValue)", true)
        standing = card.standing
    }

    private func text(for card: SensorList.Card) -> String {
        if card.isReceiver, card.standing == .good { return SensorWords.facts(of: card.fix) }
        if let detail = card.detail { return detail.visible }
        return card.state.map(SensorWords.state) ?? ""
    }
}

/// One stream of a source.
@MainActor
private final class StreamRow {
    let widget: Box
    private let rate = Label("", classes: ["value"], aligned: .end)
    private let remarks = Label("", classes: ["finding", "caption"], aligned: .start)
    private var lines: [SparklineView] = []
    private let head: Box

    init(_ stream: SensorList.Stream, appearance: Appearance) {
        let name = Label(SensorWords.name(of: stream.kind), aligned: .start)
        name.expandsHorizontally = true
        head = Box(.horizontal, spacing: 8, children: [name, rate])
        widget = Box(.vertical, spacing: 4, children: [head, remarks])
        guard !stream.lines.isEmpty else { return }
        let axes = Box(.horizontal, spacing: 8)
        axes.setHomogeneous(true)
        let names = stream.lines.count == 3 ? ["x", "y", "z"] : [""]
        for (name, line) in zip(names, stream.lines) {
            let view = SparklineView(
                appearance: appearance, name: name, unit: SensorWords.unit(of: stream.kind), line: line)
            lines.append(view)
            axes.append(view.widget)
        }
        widget.append(axes)
    }

    func show(_ stream: SensorList.Stream, withText: Bool) {
        for (view, line) in zip(lines, stream.lines) { view.show(line, withValue: withText) }
        guard withText else { return }
        rate.text = SensorWords.rate(stream)
        head.tooltip = SensorWords.details(stream)
        remarks.text = SensorWords.remarks(stream)
        remarks.isVisible = !remarks.text.isEmpty
    }
}
