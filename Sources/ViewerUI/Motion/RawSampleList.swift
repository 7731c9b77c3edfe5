import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The raw samples of every motion sensor at the instant.
@MainActor
final class RawSampleList {
    let widget = Box(.vertical, spacing: 8)
    private var rows: [(device: DeviceID, stream: StreamKind, row: VectorRow)] = []
    private var shape: [String] = []

    /// Lists the streams of sources, and keeps those that are already listed.
    func list(_ sources: [SensorTally.Source]) {
        let shape = sources.flatMap { source in source.streams.map { "\(source.name) \($0.kind)" } }
        guard shape != self.shape else { return }
        self.shape = shape
        rows = []
        widget.removeAll()
        guard !sources.isEmpty else { return }
        let heading = Label(localized("Raw samples, in the sensors' axes"), classes: ["group-title"], aligned: .start)
        heading.wrap(maximumCharacters: 24)
        widget.append(heading)
        for source in sources { widget.append(card(of: source)) }
    }

    private func card(of source: SensorTally.Source) -> Box {
        let card = Box(.vertical)
        card.addClasses("rows", "sensor")
        let name = Label(source.name.visible, classes: ["strong"], aligned: .start)
        name.ellipsize(askingFor: 16)
        name.expandsHorizontally = true
        name.tooltip = source.name.visible
        card.append(Box(.horizontal, children: [name]))
        for stream in source.streams {
            let hasAxes = [.acceleration, .rotation, .magneticField].contains(stream.kind)
            let row = VectorRow(
                SensorWords.name(of: stream.kind), unit: SensorWords.unit(of: stream.kind), hasAxes: hasAxes)
            rows.append((source.device, stream.kind, row))
            card.append(Separator(.horizontal))
            card.append(row.widget)
        }
        return card
    }

    func show(_ samples: RawSamples, at instant: Instant) {
        for (device, stream, row) in rows {
            row.show(samples.sample(of: stream, from: device, at: instant)?.values ?? [])
        }
    }
}
