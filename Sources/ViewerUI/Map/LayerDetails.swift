import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The choices for a layer of the map: its opacity, colour and place in the order; for an added track also its clock, and whether
/// it is the truth.
@MainActor
final class LayerDetails {
    let widget = Box(.vertical, spacing: 4)

    private let replay: ReplayController
    private let opacity = Scale(MapTracks.opacities, step: 0.05)
    private let swatches: [LayerSwatch]
    private let colors: [ToggleButton]
    private let up = Button(label: "↑", describedAs: localized("Move Up"), tooltip: localized("Draw over the next"))
    private let down = Button(
        label: "↓", describedAs: localized("Move Down"), tooltip: localized("Draw under the next"))
    private let offset = TextField()
    private let truth = ToggleButton(label: localized("Truth"))
    private let remove = Button(label: localized("Remove"))
    private let ofAdded: [Box]
    private var layer: MapTracks.Layer?
    private var isShowing = false

    init(appearance: Appearance, replay: ReplayController) {
        self.replay = replay
        let row = FlowBox(atMost: 10, spacing: 0)
        swatches = ActivityPalette.layerColors.indices.map { number in
            LayerSwatch(appearance: appearance) { [$0.layerColor(number)] }
        }
        colors = swatches.enumerated().map { number, swatch in
            ToggleButton(child: swatch.canvas, describedAs: localized("Colour {1}", "\(number + 1)"))
        }
        for button in colors { row.append(button) }
        let find = Button(
            label: localized("Find"), describedAs: localized("Find the clock"),
            tooltip: localized("Find the seconds that bring the tracks closest together"))
        let clock = Label(localized("Clock ahead by"), aligned: .start)
        clock.expandsHorizontally = true
        offset.reserve(characters: 7)
        offset.alignEnd()
        offset.describe(localized("Clock ahead by, in seconds"))
        truth.tooltip = localized("Measure the other tracks against this one")
        ofAdded = [
            Box(.horizontal, spacing: 4, children: [clock, offset, Label("s"), find]),
            Box(.horizontal, spacing: 4, children: [truth, remove]),
        ]
        opacity.describe(localized("Opacity"))
        opacity.tooltip = localized("Opacity")
        opacity.expandsHorizontally = true
        widget.append(Box(.horizontal, spacing: 4, children: [opacity, up, down]))
        widget.append(row)
        for box in ofAdded { widget.append(box) }
        widget.addClasses("layer-details")
        opacity.onChange { [weak self] value in self?.edit { $0.opacity = value } }
        for (up, button) in [(true, up), (false, down)] {
            button.onClick { [weak self] in if let self, let layer { replay.move(layer.kind, up: up) } }
        }
        offset.onComplete { [weak self] text in
            guard let self, let layer, text != Self.text(layer.offset) else { return }
            guard let seconds = ParameterScale.number(parsing: text) else {
                return offset.text = Self.text(layer.offset)
            }
            replay.setOffset(of: layer.kind, to: seconds)
        }
        find.onClick { [weak self] in if let self, let layer { replay.setOffset(of: layer.kind, to: nil) } }
        truth.onToggle { [weak self] isOn in
            guard let self, !isShowing, let layer else { return }
            replay.setTruth(isOn ? layer.kind : nil)
        }
        remove.onClick { [weak self] in if let self, let layer { replay.removeTrack(layer.kind) } }
        for (number, button) in colors.enumerated() {
            button.onToggle { [weak self] isOn in
                // A second click gives the layer its own colours back.
                self?.edit { if isOn || !$0.kind.isAdded { $0.color = isOn ? number : nil } }
            }
        }
    }

    private static func text(_ offset: Double) -> String { decimalText(offset, decimals: 2, isGrouped: false) }

    private func edit(_ body: (inout MapTracks.Layer) -> Void) {
        guard !isShowing, let layer else { return }
        replay.edit(layer.kind, body)
    }

    /// Shows the choices for a layer.
    func show(_ layer: MapTracks.Layer) {
        isShowing = true
        defer { isShowing = false }
        self.layer = layer
        opacity.value = layer.opacity
        opacity.describeValue("\(Int(nearest: layer.opacity * 100)) %")
        let offered = Set(replay.offeredLayers.map(\.kind))
        for (up, button) in [(true, up), (false, down)] {
            button.isVisible = layer.kind.isLine
            button.isSensitive = replay.map.tracks.canMove(layer.kind, up: up, among: offered)
        }
        for box in ofAdded { box.isVisible = layer.kind.isAdded }
        truth.isActive = replay.map.tracks.truth == layer.kind
        if !offset.holdsFocus { offset.text = Self.text(layer.offset) }
        remove.describe(localized("Remove {1}", layer.title(replay.sets)))
        for (number, button) in colors.enumerated() {
            button.isVisible = layer.kind.isLine
            button.isActive = number == layer.color
        }
    }
}
