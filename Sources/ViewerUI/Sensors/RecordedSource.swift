import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A card about one source of a recorded session: the data that it delivered, and its last state.
@MainActor
struct RecordedSource {
    let widget = Box(.vertical)

    init(_ source: SensorTally.Source) {
        widget.addClasses("rows", "sensor")
        let name = Label(source.name.visible, classes: ["strong"], aligned: .start)
        name.ellipsize()
        name.tooltip = source.name.visible
        widget.append(Box(.horizontal, children: [name]))
        if let report = source.report { widget.append(Self.state(report)) }
        for stream in source.streams {
            widget.append(Separator(.horizontal))
            widget.append(Self.row(stream, nominal: source.report?.nominalRate))
        }
    }

    private static func state(_ report: SourceReport) -> Box {
        let quality =
            switch report.state {
            case .connected: report.trouble == nil ? "good" : "fair"
            case .connecting, .silent: "fair"
            case .noDevice, .lost, .notPermitted, .missing: "poor"
            }
        let dot = Label("●", classes: ["quality-\(quality)"])
        dot.verticalAlignment = .start
        let text = Label(
            report.detail?.visible ?? localized("At the end: {1}", SensorWords.state(report.state)),
            classes: ["caption"],
            aligned: .start)
        text.expandsHorizontally = true
        text.wrap(maximumCharacters: 40)
        return Box(.horizontal, spacing: 8, children: [dot, text])
    }

    private static func row(_ stream: SensorTally.Stream, nominal: Double?) -> Box {
        let name = Label(SensorWords.name(of: stream.kind), aligned: .start)
        name.expandsHorizontally = true
        let count = localizedCount("{1} sample", "{1} samples", stream.count)
        let value = Label(
            stream.rate.map { localized("{1} Hz", significantText($0)) } ?? count, classes: ["value"])
        let head = Box(.horizontal, spacing: 8, children: [name, value])
        head.tooltip =
            nominal.map { localized("{1}; the nominal rate is {2} Hz", count, significantText($0)) } ?? count
        guard stream.lost > 0 else { return head }
        let lost = Label(
            localizedCount("{1} lost", "{1} lost", stream.lost), classes: ["finding", "caption"], aligned: .start)
        return Box(.vertical, spacing: 2, children: [head, lost])
    }
}
