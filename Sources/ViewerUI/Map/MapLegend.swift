import GTKKit
import Localization
import Viewer
import ViewerModel

/// The chips over the map that name its layers and switch them on and off.
@MainActor
final class MapLegend {
    let widget = Box(.horizontal)

    /// The minimum widths of the map, in pixels, for a legend in a row, and for a column with all chips; in an even
    /// narrower map, a button shows them.
    static let (narrowestMap, smallestMap) = (730, 480)

    private let appearance: Appearance
    private let replay: ReplayController
    private var shown: Set<TrackKind> { replay.map.layers }
    private var chips: [ToggleButton] = []
    private var swatches: [LegendSwatch] = []
    private let comparedName = Label("")
    private var isShowing = false
    private let roadsName = Label("")
    private let opener = ToggleButton(
        child: Box(.horizontal, spacing: 6, children: [Label(localized("Layers")), Icon("pan-down-symbolic")]),
        describedAs: localized("Show all layers of the map"))
    private var isFolding = false
    /// Whether the session has rejected fixes, whose chip is always shown: it names the crosses on the map.
    var hasRejected = false { didSet { if hasRejected != oldValue { showChips() } } }

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
        widget.addClasses("map-legend")
        widget.horizontalAlignment = .start
        opener.addClasses("map-chip", "opener")
        opener.onToggle { [weak self] _ in self?.showChips() }
        widget.append(opener)
        for kind in TrackKind.allCases {
            let chip = chip(for: kind)
            if !Self.occasional.contains(kind) { widget.append(chip) }
        }
        showChips()
        setComparing(nil)
        button(of: .roads)?.isVisible = false
    }

    private static let occasional: [TrackKind] = [.roads, .compared]

    /// The optional chips: of the roads, and of the other set of parameters.
    var occasionalChips: [Widget] { Self.occasional.compactMap(button) }

    private func button(of kind: TrackKind) -> ToggleButton? {
        TrackKind.allCases.firstIndex(of: kind).map { chips[$0] }
    }

    /// Shows the chip of the roads, with the fraction of the track on them.
    func show(_ watch: RoadWatch, unit: DistanceUnit) {
        guard let chip = button(of: .roads) else { return }
        chip.isVisible = watch.isOffered
        roadsName.text = watch.isWorking ? localized("Roads…") : localized("Roads")
        var text = localized("Show the roads of your map that the track followed")
        if let share = watch.roads?.share, let deviation = watch.roads?.medianDeviation {
            text = localized(
                "{1} of the track is on roads, at a median distance of {2} from their lines. The parts off the roads are dashed.",
                "\(decimalText(share * 100)) %", unit.smallText(of: deviation, decimals: 1))
        }
        chip.describe(text)
        chip.tooltip = text
    }

    /// Uses a column on a narrow map, and a button that shows its chips on an even narrower one.
    func setUpright(_ isUpright: Bool, isFolding: Bool) {
        widget.setOrientation(isUpright ? .vertical : .horizontal)
        widget.setClass("upright", isUpright)
        self.isFolding = isFolding
        showChips()
    }

    private func showChips() {
        opener.isVisible = isFolding
        for (chip, kind) in zip(chips, TrackKind.allCases) where !Self.occasional.contains(kind) {
            chip.isVisible = !isFolding || opener.isActive || kind == .rejected && hasRejected
        }
    }

    /// Shows the chip of the other set of parameters; `nil` for none.
    func setComparing(_ name: ParameterSets.Name?) {
        guard let place = TrackKind.allCases.firstIndex(of: .compared) else { return }
        chips[place].isVisible = name != nil
        guard let name else { return }
        comparedName.text = localized("Set {1}", name.rawValue)
        chips[place].describe(localized("Show set {1}", name.rawValue))
    }

    /// Toggles a layer by its position. Does nothing for a layer that is not offered, or one that the divider controls.
    func toggle(_ index: Int) {
        guard chips.indices.contains(index), chips[index].isSensitive,
            chips[index].isVisible || !Self.occasional.contains(TrackKind.allCases[index])
        else { return }
        chips[index].isActive.toggle()
    }

    /// Shows the layers that the divider switches on or off; `nil` for none.
    func show(_ curtain: MapCurtain?) {
        isShowing = true
        defer { isShowing = false }
        for (chip, kind) in zip(chips, TrackKind.allCases) {
            let isDecided = curtain?.decides(kind) ?? false
            chip.isSensitive = !isDecided
            let visible = isDecided ? curtain?.shown(chosen: shown) : nil
            chip.isActive = (visible ?? shown).contains(kind)
        }
    }

    private func chip(for kind: TrackKind) -> Widget {
        let swatch = LegendSwatch(appearance: appearance) { [weak self] palette in
            kind.colors(palette, showing: self?.shown ?? [])
        }
        let content = Box(
            .horizontal, spacing: 7,
            children: [
                swatch.canvas, kind == .compared ? comparedName : kind == .roads ? roadsName : Label(kind.title),
            ])
        let button = ToggleButton(child: content, describedAs: localized("Show {1}", kind.title.lowercased()))
        swatches.append(swatch)
        chips.append(button)
        button.addClasses("map-chip")
        button.isActive = shown.contains(kind)
        button.onToggle { [weak self] isOn in
            guard let self, !isShowing else { return }
            replay.change { if isOn { $0.map.layers.insert(kind) } else { $0.map.layers.remove(kind) } }
            swatches.forEach { $0.canvas.queueDraw() }
        }
        return button
    }
}

/// The dash of colour on a legend chip.
@MainActor
final class LegendSwatch: CanvasContent {
    private let appearance: Appearance
    private let colors: (ActivityPalette) -> [Color]
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)

    init(appearance: Appearance, colors: @escaping (ActivityPalette) -> [Color]) {
        self.appearance = appearance
        self.colors = colors
        canvas.requestSize(width: 14, height: 6)
        canvas.verticalAlignment = .center
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        drawing.rectangle(x: 0, y: 0, width: width, height: height, radius: 3)
        drawing.clip()
        let colors = colors(appearance.palette)
        let part = width / Double(max(1, colors.count))
        for (index, color) in colors.enumerated() {
            drawing.rectangle(x: Double(index) * part, y: 0, width: part + 0.5, height: height)
            drawing.setColor(color)
            drawing.fill()
        }
    }
}
