import GTKKit
import SensorModel
import ViewerModel

/// Each source of the session: what it delivered, how often, what was lost and how it fares.
@MainActor
final class SensorsPane {
    /// The pane's widget.
    let widget: ScrolledWindow
    private let column = Box(.vertical, spacing: 6)

    init() {
        widget = ScrolledWindow(column)
        widget.expandsVertically = true
        column.setMargins(bottom: 14, start: 14, end: 14)
        show(nil)
    }

    /// Shows the sources of a session.
    func show(_ tally: SensorTally?) {
        column.removeAll()
        guard let tally, !tally.sources.isEmpty else {
            column.append(
                EmptyState(
                    icon: "network-wireless-symbolic", headline: tally == nil ? "No session" : "No sensors",
                    hint: tally == nil ? "Open or record one to see its sensors." : "The session names no source."
                ).widget)
            return
        }
        for source in tally.sources { append(source) }
    }

    private func append(_ source: SensorTally.Source) {
        let title = Label(source.name, classes: ["group-title"], aligned: .start)
        title.setMargins(top: 4, start: 4)
        title.ellipsize()
        column.append(title)
        let rows = Box(.vertical)
        rows.addClasses("rows")
        if let report = source.report { rows.append(stateRow(report)) }
        for stream in source.streams {
            rows.append(Separator(.horizontal))
            rows.append(streamRow(stream, nominal: source.report?.nominalRate))
        }
        column.append(rows)
    }

    private func stateRow(_ report: SourceReport) -> Box {
        let (word, quality): (String, String) =
            switch report.state {
            case .connected: ("delivers", "good")
            case .connecting: ("is being reached", "fair")
            case .silent: ("is silent", "fair")
            case .noDevice: ("has no device", "poor")
            case .lost: ("is gone", "poor")
            case .notPermitted: ("may not be read", "poor")
            case .missing: ("is not there", "poor")
            }
        let dot = Label("●", classes: ["quality-\(quality)"])
        let text = Label(report.detail ?? "\(report.name) \(word)", aligned: .start)
        text.expandsHorizontally = true
        text.wrap(maximumCharacters: 34)
        return Box(.horizontal, spacing: 8, children: [dot, text])
    }

    private func streamRow(_ stream: SensorTally.Stream, nominal: Double?) -> Box {
        let name = Label(Self.name(of: stream.kind), aligned: .start)
        name.expandsHorizontally = true
        var facts = stream.rate.map { "\(significantText($0)) Hz" } ?? "\(stream.count)"
        if stream.lost > 0 { facts += ", \(stream.lost) lost" }
        let value = Label(facts, classes: ["value"])
        let row = Box(.horizontal, spacing: 8, children: [name, value])
        row.tooltip =
            "\(stream.count) samples" + (nominal.map { "; the source promises \(significantText($0)) Hz" } ?? "")
        return row
    }

    private static func name(of kind: StreamKind) -> String {
        switch kind {
        case .fix: "Fixes"
        case .sky: "Satellites"
        case .acceleration: "Acceleration"
        case .rotation: "Rotation"
        case .magneticField: "Magnetic field"
        case .pressure: "Air pressure"
        case .temperature: "Temperature"
        }
    }
}

/// Says why a pane is empty, and what would fill it.
@MainActor
final class EmptyState {
    /// The state's widget.
    let widget: Box

    init(icon: String, headline: String, hint: String) {
        let text = Label(hint, classes: ["dim"])
        text.wrap(maximumCharacters: 28)
        widget = Box(
            .vertical, spacing: 8, children: [Icon(icon, size: 36), Label(headline, classes: ["headline"]), text])
        widget.addClasses("empty-state")
        widget.setMargins(top: 40, start: 16, end: 16)
    }
}
