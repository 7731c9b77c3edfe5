import FusionCore
import GTKKit
import Geodesy
import SensorModel
import ShumateKit
import ViewerModel

/// The map with its layers, legend and controls.
@MainActor
final class MapPane {
    /// The pane's widget.
    let widget: Overlay
    private let appearance: Appearance
    private let map: MapView
    private let graticule: GraticuleLayer
    private let tracks: TrackLayer
    private let marker: MarkerLayer
    private var layers: [MapLayer] = []
    private let legend = Box(.horizontal, spacing: 8)
    private let scaleBar: ScaleBar
    private var mapMoves: SignalConnection?
    private var pendingFit: (UnitMercator, UnitMercator)?

    init(appearance: Appearance) {
        self.appearance = appearance
        // Drawn by the graticule layer; the source only says how the world lies.
        map = MapView(reference: MapSource(id: "plain") { _, _, _, _, _ in })
        graticule = GraticuleLayer(appearance: appearance)
        tracks = TrackLayer(appearance: appearance)
        marker = MarkerLayer(appearance: appearance)
        scaleBar = ScaleBar(appearance: appearance)
        widget = Overlay(map)
        widget.expandsHorizontally = true
        widget.expandsVertically = true
        map.describe("Map")
        for content in [graticule, tracks, marker] as [any MapLayerContent] {
            let layer = MapLayer(on: map, content: content)
            layers.append(layer)
            map.add(layer)
        }
        addControls()
        mapMoves = map.onMove { [weak self] in self?.handleMove() }
        appearance.onChange { [weak self] in self?.redraw() }
    }

    private func addControls() {
        legend.horizontalAlignment = .start
        legend.verticalAlignment = .start
        legend.setMargins(top: 14, start: 16)
        for kind in TrackKind.allCases { legend.append(chip(for: kind)) }
        widget.add(legend)
        let zoom = Box(.vertical)
        zoom.addClasses("map-control")
        zoom.horizontalAlignment = .end
        zoom.verticalAlignment = .start
        zoom.setMargins(top: 14, end: 14)
        let zoomIn = Button(label: "+")
        zoomIn.describe("Zoom in")
        zoomIn.tooltip = "Zoom in (Ctrl +)"
        zoomIn.setAction("win.zoom-in")
        let zoomOut = Button(label: "−")
        zoomOut.describe("Zoom out")
        zoomOut.tooltip = "Zoom out (Ctrl −)"
        zoomOut.setAction("win.zoom-out")
        zoom.append(zoomIn)
        zoom.append(zoomOut)
        widget.add(zoom)
        scaleBar.canvas.horizontalAlignment = .start
        scaleBar.canvas.verticalAlignment = .end
        scaleBar.canvas.setMargins(bottom: 14, start: 14)
        scaleBar.canvas.canTarget = false
        widget.add(scaleBar.canvas)
    }

    private func chip(for kind: TrackKind) -> Widget {
        let swatch = LegendSwatch(appearance: appearance) { kind.color($0) }
        let content = Box(.horizontal, spacing: 7, children: [swatch.canvas, Label(kind.rawValue)])
        let button = ToggleButton(child: content, describedAs: "Show \(kind.rawValue.lowercased())")
        swatches.append(swatch)
        button.addClasses("map-chip")
        button.isActive = tracks.shown.contains(kind)
        button.onToggle { [weak self] isOn in
            guard let self else { return }
            if isOn { tracks.shown.insert(kind) } else { tracks.shown.remove(kind) }
            redraw()
        }
        return button
    }

    private var swatches: [LegendSwatch] = []

    /// Shows another session, whole.
    func show(_ session: LoadedSession) {
        tracks.tracks = session.tracks
        pendingFit = session.tracks.bounds
        fitIfPossible()
        redraw()
    }

    /// Shows an instant.
    func show(_ latest: Latest, at instant: Instant) {
        tracks.until = instant
        marker.position = latest.position
        redraw()
    }

    /// Shows the whole track.
    func fit() {
        pendingFit = tracks.tracks.bounds
        fitIfPossible()
    }

    /// Zooms about the middle.
    func zoom(by levels: Double) { map.zoom(by: levels) }

    /// Called when the room for the map is known or has changed.
    func handleResize() { fitIfPossible() }

    private func fitIfPossible() {
        guard let bounds = pendingFit, map.width > 0, map.height > 0 else { return }
        pendingFit = nil
        map.fit(bounds.0, bounds.1, margin: 70)
    }

    private func handleMove() {
        let scale = map.projection.metresPerPixel
        scaleBar.show(metresPerPixel: scale)
    }

    private func redraw() {
        for layer in layers { layer.queueDraw() }
        scaleBar.canvas.queueDraw()
    }
}

/// The dash of colour on a legend chip.
@MainActor
final class LegendSwatch: CanvasContent {
    private let appearance: Appearance
    private let color: (ActivityPalette) -> Color
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)

    init(appearance: Appearance, color: @escaping (ActivityPalette) -> Color) {
        self.appearance = appearance
        self.color = color
        canvas.requestSize(width: 14, height: 6)
        canvas.verticalAlignment = .center
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        drawing.rectangle(x: 0, y: 0, width: width, height: height, radius: 3)
        drawing.setColor(color(appearance.palette))
        drawing.fill()
    }
}
