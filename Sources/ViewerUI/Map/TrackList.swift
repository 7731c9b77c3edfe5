import GTKKit
import Localization
import Viewer
import ViewerModel

/// The button over the map that names the shown layers, and the list of all layers that it opens.
@MainActor
final class TrackList {
    let widget = Box(.vertical, spacing: 6)

    private let appearance: Appearance
    private let replay: ReplayController
    private let names = Box(.horizontal, spacing: 6)
    private let opener: ToggleButton
    private let card = Box(.vertical, spacing: 4)
    private let list = Box(.vertical)
    private let details: LayerDetails
    private var rows: [Row] = []
    private var swatches: [LayerSwatch] = []
    /// The layer whose details are open; `nil` for none.
    private var chosen: TrackKind?
    private var isNarrow = false
    private var isShowing = false
    private var isStale = true

    /// The greatest number of layers that the button names on a wide map; it shows the colours of more.
    private static let mostNames = 6
    /// The greatest number of letters of a name on the button.
    private static let longestName = 14

    /// A row of the list.
    private struct Row {
        let kind: TrackKind
        let title: String
        let shows: ToggleButton
        let swatch: LayerSwatch
        let opens: ToggleButton
    }

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
        opener = ToggleButton(child: names, describedAs: localized("Tracks (Ctrl+T)"))
        details = LayerDetails(appearance: appearance, replay: replay)
        opener.addClasses("map-chip")
        opener.horizontalAlignment = .start
        opener.setAction("win.tracks")
        card.addClasses("comparison", "track-list")
        card.horizontalAlignment = .start
        card.append(list)
        let table = ToggleButton(label: localized("Table"))
        table.tooltip = localized("Show the figures of the tracks on the map")
        let buttons = ["add-track", "compare-with", "add-filter"].map { name in
            Button(label: WindowAction.all.first { $0.name == name }?.title ?? name).setAction("win.\(name)")
        }
        for row in [Array(buttons[..<2]), [buttons[2], table.setAction("win.track-table")]] {
            let box = Box(.horizontal, spacing: 4, children: row)
            box.setHomogeneous(true)
            card.append(box)
        }
        widget.append(opener)
        widget.append(card)
    }

    /// The width that the list takes in pixels; 0 while it is closed.
    var openWidth: Int { card.isVisible ? card.naturalWidth : 0 }

    /// The parts that labels of the map must not overlap.
    var parts: [Widget] { [opener, card] }

    /// Leaves out the names of the layers on a narrow map.
    func setNarrow(_ isNarrow: Bool) {
        guard isNarrow != self.isNarrow || isStale else { return }
        self.isNarrow = isNarrow
        show()
    }

    /// Shows the layers and the user's choices for them.
    func show() {
        isStale = false
        isShowing = true
        defer { isShowing = false }
        let layers = replay.offeredLayers
        let shown = replay.visibleLayers
        showNames(layers.filter { shown.contains($0.kind) && !isEmpty($0.kind) })
        card.isVisible = replay.map.showsList
        guard card.isVisible else { return }
        if chosen.map({ kind in !layers.contains { $0.kind == kind } }) ?? false { chosen = nil }
        let titles = layers.map { title($0) }
        if rows.map(\.kind) != layers.map(\.kind) || rows.map(\.title) != titles {
            build(layers, titles)
        }
        for row in rows {
            let isDecided = replay.curtain?.decides(row.kind) ?? false
            row.shows.isSensitive = !isDecided
            row.shows.isActive = isDecided ? shown.contains(row.kind) : replay.map.layers.contains(row.kind)
            row.opens.isActive = row.kind == chosen
            row.swatch.canvas.queueDraw()
        }
        if let layer = layers.first(where: { $0.kind == chosen }) { details.show(layer) }
    }

    /// Whether there is none of the marks that a layer draws, so that the map needs no legend for them.
    private func isEmpty(_ kind: TrackKind) -> Bool {
        switch kind {
        case .rejected: replay.picture?.tracks.rejected.times.isEmpty ?? true
        case .stops: replay.picture?.tracks.stops.isEmpty ?? true
        default: false
        }
    }

    private func title(_ layer: MapTracks.Layer) -> String {
        let title = layer.title(replay.sets)
        return layer.kind == .roads && replay.roads.isWorking ? "\(title)…" : title
    }

    private func showNames(_ layers: [MapTracks.Layer]) {
        names.removeAll()
        names.append(Label(localized("Tracks")))
        // A canvas does not own what it shows.
        swatches = layers.map { swatch(of: $0.kind) }
        let hasNames = !isNarrow && layers.count <= Self.mostNames
        for (layer, swatch) in zip(layers, swatches) {
            names.append(swatch.canvas)
            guard hasNames else { continue }
            let title = layer.title(replay.sets)
            let isLong = title.count > Self.longestName
            names.append(Label(isLong ? title.prefix(Self.longestName) + "…" : title, classes: ["layer"]))
        }
        names.append(Icon("pan-down-symbolic"))
        let all = layers.map { $0.title(replay.sets) }.joined(separator: ", ")
        opener.describe(localized("Tracks (Ctrl+T)"), detail: all)
    }

    private func swatch(of kind: TrackKind) -> LayerSwatch {
        LayerSwatch(appearance: appearance) { [replay] palette in
            replay.map.tracks[kind]?.colors(palette, showing: replay.visibleLayers) ?? []
        }
    }

    private func build(_ layers: [MapTracks.Layer], _ titles: [String]) {
        list.removeAll()
        rows = zip(layers, titles).map { layer, title in
            let kind = layer.kind
            let swatch = swatch(of: kind)
            let name = Label(title, aligned: .start)
            name.ellipsize(askingFor: 22)
            let shows = ToggleButton(
                child: Box(.horizontal, spacing: 8, children: [swatch.canvas, name]),
                describedAs: kind == .roads ? roadsTooltip : localized("Show {1}", title))
            shows.expandsHorizontally = true
            shows.addClasses("layer")
            shows.onToggle { [weak self] isOn in
                guard let self, !isShowing else { return }
                replay.edit(kind) { $0.isShown = isOn }
            }
            let opens = ToggleButton(icon: "pan-down-symbolic", describedAs: localized("Change {1}", title))
            opens.onToggle { [weak self] isOn in
                guard let self, !isShowing else { return }
                chosen = isOn ? kind : nil
                rows = []
                MainLoop.after(milliseconds: 0) { [weak self] in self?.show() }
            }
            list.append(Box(.horizontal, spacing: 2, children: [shows, opens]))
            if kind == chosen { list.append(details.widget) }
            return Row(kind: kind, title: title, shows: shows, swatch: swatch, opens: opens)
        }
    }

    private var roadsTooltip: String {
        guard let roads = replay.roads.roads, let share = roads.share, let deviation = roads.medianDeviation else {
            return localized("Show the roads of your map that the track followed")
        }
        return localized(
            "{1} of the track is on roads, at a median distance of {2} from their lines. The parts off the roads are dashed.",
            "\(decimalText(share * 100)) %", replay.unit.distanceUnit.smallText(of: deviation, decimals: 1))
    }
}
