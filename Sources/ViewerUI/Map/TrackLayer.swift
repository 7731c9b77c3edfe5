import FusionCore
import GTKKit
import Geometry
import Localization
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

extension TrackKind {
    /// The name in the legend.
    var title: String {
        switch self {
        case .raw: localized("Raw")
        case .rejected: localized("Rejected")
        case .filtered: localized("Filtered")
        case .smoothed: localized("Smoothed")
        case .simplified: localized("Simplified")
        case .uncertainty: localized("Uncertainty")
        case .stops: localized("Stops")
        case .compared: localized("Set {1}", "A")
        case .roads: localized("Roads")
        }
    }

    /// The colours of the legend's swatch, from left to right.
    /// - Parameters:
    ///   - palette: The colours of the appearance.
    ///   - shown: The layers that are shown.
    func colors(_ palette: ActivityPalette, showing shown: Set<TrackKind>) -> [Color] {
        switch self {
        case .raw: [Color(palette.raw)]
        case .rejected: [Color(palette.rejected)]
        case .filtered: [Color(palette.filtered)]
        case .smoothed where TrackKind.colored(of: shown) == .simplified: [Color(palette.smoothed)]
        case .smoothed, .simplified:
            [palette.walking, palette.cycling, palette.running, palette.automotive].map { Color($0) }
        case .uncertainty: [Color(palette.accent, alpha: 0.35)]
        case .stops, .compared: [Color(palette.foreground)]
        case .roads: [Color(palette.road)]
        }
    }
}

/// The tracks of the session over the map. Each kind is a layer that can be switched off.
@MainActor
final class TrackLayer: MapLayerContent {
    private let appearance: Appearance
    private let replay: ReplayController
    private var selection = TrackSelection()
    private var marks = MarkSelection()
    private var raster = StrokeRaster()
    private var rings = StopRings(spacing: ringSpacing)
    private var circles = UncertaintyCircles(spacing: circleDistance)
    /// The tracks that are drawn.
    var tracks = SessionTracks() {
        didSet {
            rings = StopRings(tracks.stops, spacing: Self.ringSpacing)
            circles = UncertaintyCircles(tracks.positions, spacing: Self.circleDistance)
        }
    }
    /// The track drawn instead of the layer with the chosen colours; `nil` if that has them.
    var colored: ColoredTrack?
    /// The track of the other set of parameters; drawn only on its side of a curtain.
    var compared: ColoredTrack?
    private var curtain: MapCurtain? { replay.curtain }
    private var until: Instant? { replay.reached }
    private var chosen: Set<TrackKind> { replay.map.layers }
    /// The layers that are drawn.
    var shown: Set<TrackKind> { replay.visibleLayers }

    /// Returns the layers that are drawn at a column of the map.
    func shown(atX x: Double, width: Double) -> Set<TrackKind> {
        curtain?.shown(atX: x, width: width, chosen: chosen) ?? chosen
    }

    /// The layers that are made of lines, from the lowest to the highest.
    private static let lines: [TrackKind] = [.raw, .filtered, .smoothed, .simplified, .compared, .rejected]
    /// The width of the raw track if it is not under another one.
    private static let wideRaw = 2.0
    /// The opacity of the smoothed track, through which the raw one under it is visible.
    private static let clear = 0.8
    /// The opacity of the part of a track that the replay has not reached.
    private static let ahead = 0.28
    private static let (crossRadius, ignoredRadius, secondaryRadius) = (3.8, 2.2, 1.5)
    private static let stopRadius = 7.0
    /// The minimum distance between two rings along an axis, in pixels: closer ones are hard to distinguish.
    private static let ringSpacing = stopRadius - 1
    /// The maximum number of segments per frame for a line one pixel wide, before a coarser level is used; wider lines
    /// have fewer.
    private static let thinBudget = 30_000.0
    /// The minimum distance between two circles of uncertainty, in pixels.
    private static let circleDistance = 14.0

    init(appearance: Appearance, replay: ReplayController) {
        (self.appearance, self.replay) = (appearance, replay)
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        let viewport = projection.viewport
        let shown = shown
        drawing.setTolerance(0.4)
        if shown.contains(.uncertainty) {
            drawing.within(columns(of: .uncertainty, viewport), height: viewport.height) {
                drawUncertainty(in: drawing, viewport)
            }
        }
        drawing.strokes(width: viewport.width, height: viewport.height, with: &raster) { target in
            for kind in Self.lines where shown.contains(kind) {
                target.restrict(to: columns(of: kind, viewport))
                draw(kind, in: &target, viewport)
            }
            guard shown.contains(.stops) else { return }
            target.restrict(to: columns(of: .stops, viewport))
            drawPauses(in: &target, viewport)
            drawRings(in: &target, projection)
        }
        guard shown.contains(.stops) else { return }
        drawing.within(columns(of: .stops, viewport), height: viewport.height) {
            drawNames(in: drawing, projection)
        }
    }

    private func columns(of kind: TrackKind, _ viewport: MapViewport) -> Range<Double>? {
        curtain?.columns(of: kind, chosen: chosen, width: viewport.width)
    }

    private func draw(_ kind: TrackKind, in target: inout StrokeTarget, _ viewport: MapViewport) {
        let palette = appearance.palette
        switch kind {
        case .raw:
            draw(tracks.raw, in: &target, viewport, width: curtain == nil ? 1 : Self.wideRaw) { _ in palette.raw }
            drawCrosses(tracks.secondary, radius: Self.secondaryRadius, width: 1, palette.raw, in: &target, viewport)
        case .filtered: draw(tracks.filtered, in: &target, viewport, width: 2.5) { _ in palette.filtered }
        case .smoothed where TrackKind.colored(of: shown) == .simplified:
            draw(tracks.smoothed, in: &target, viewport, width: 2.5) { _ in palette.smoothed }
        case .smoothed, .simplified:
            let colors = colored?.colors ?? TrackColors(activities: [])
            let track = colored?.track ?? (kind == .smoothed ? tracks.coloredSmoothed : tracks.simplified)
            let (width, alpha) = kind == .smoothed ? (3, Self.clear) : (4.2, 1)
            draw(track, in: &target, viewport, width: width, alpha: alpha) { colors.color(of: $0, palette) }
        case .compared:
            guard curtain != nil, let compared else { return }
            let (width, alpha) = TrackKind.colored(of: shown) == .smoothed ? (3, Self.clear) : (4.2, 1)
            draw(compared.track, in: &target, viewport, width: width, alpha: alpha) {
                compared.colors.color(of: $0, palette)
            }
        case .rejected: drawDoubted(in: &target, viewport)
        case .uncertainty, .stops, .roads: break
        }
    }

    private func draw(
        _ track: TimedTrack, in target: inout StrokeTarget, _ viewport: MapViewport, width: Double, alpha: Double = 1,
        color: (TrackStyle) -> RGB
    ) {
        let limit = until.map(track.limit(at:))
        var options = TrackGeometry.Options()
        options.segmentBudget = Int(Self.thinBudget / max(1, width.squareRoot()))
        track.geometry.select(in: viewport, dividedAt: limit, options: options, into: &selection)
        // The part ahead does not lie under the reached one, because that would be drawn twice.
        stroke(selection.ahead, in: &target, width: width, alpha: Self.ahead, color: color)
        stroke(selection.reached, in: &target, width: width, alpha: alpha, color: color)
    }

    private func stroke(
        _ runs: ArraySlice<TrackSelection.Run>, in target: inout StrokeTarget, width: Double, alpha: Double,
        color: (TrackStyle) -> RGB
    ) {
        for run in runs {
            target.stroke(
                selection.vertices, run.range, width: width,
                dash: run.style.isDashed ? (width * 0.6, width * 1.9) : nil)
            target.blend(color(run.style), alpha: alpha)
        }
    }

    private func drawUncertainty(in drawing: Drawing, _ viewport: MapViewport) {
        drawing.setColor(Color(appearance.palette.accent, alpha: 0.13))
        for circle in circles.circles(in: viewport) {
            if let until, circle.time > until { break }
            let point = viewport.screenPoint(of: circle.place)
            let radius = max(2, circle.radius / viewport.metresPerPixel)
            guard point.x > -radius, point.y > -radius, point.x < viewport.width + radius,
                point.y < viewport.height + radius
            else { continue }
            drawing.circle(x: point.x, y: point.y, radius: radius)
            drawing.fill()
        }
    }

    private func drawRings(in target: inout StrokeTarget, _ projection: MapProjection) {
        let palette = appearance.palette
        for ring in rings.rings(atScale: projection.scale) {
            let pixel = projection.pixel(nearest: ring.place)
            let centre = ScreenPoint(x: pixel.x, y: pixel.y)
            let alpha = until.map { ring.start > $0 } ?? false ? 0.45 : 1
            target.stroke([centre], 0..<1, width: 2 * Self.stopRadius)
            target.blend(palette.background, alpha: alpha)
            target.ring(at: centre, radius: Self.stopRadius, width: Drawing.ringWidth)
            target.blend(palette.foreground, alpha: alpha)
        }
    }

    /// Draws two bars, as on the button that pauses, at the pauses that the device states.
    private func drawPauses(in target: inout StrokeTarget, _ viewport: MapViewport) {
        tracks.pauses.select(in: viewport, margin: Self.stopRadius * 2, until: until, into: &marks)
        let (half, apart) = (0.6 * Self.stopRadius, 0.4 * Self.stopRadius)
        for (points, alpha) in [(marks.ahead, 0.45), (marks.reached, 1)] {
            for (width, color) in [(5.5, appearance.palette.background), (2.5, appearance.palette.foreground)] {
                for point in points {
                    for x in [point.x - apart, point.x + apart] {
                        let bar = [ScreenPoint(x: x, y: point.y - half), ScreenPoint(x: x, y: point.y + half)]
                        target.stroke(bar, 0..<2, width: width)
                    }
                }
                target.blend(color, alpha: alpha)
            }
        }
    }

    private func drawNames(in drawing: Drawing, _ projection: MapProjection) {
        for ring in rings.rings(atScale: projection.scale) {
            guard let name = ring.name else { continue }
            let (x, y) = projection.pixel(nearest: ring.place)
            guard x > -200, y > -20, x < projection.width + 20, y < projection.height + 20 else { continue }
            let style = TextStyle(size: 12, weight: .semibold)
            drawing.chip(name, x: x + Self.stopRadius + 14, y: y, style, appearance.palette)
        }
    }

    /// Draws crosses at the rejected fixes, and smaller ones at those that hardly counted.
    private func drawDoubted(in target: inout StrokeTarget, _ viewport: MapViewport) {
        let color = appearance.palette.rejected
        drawCrosses(tracks.ignored, radius: Self.ignoredRadius, width: 1.2, color, in: &target, viewport)
        drawCrosses(tracks.rejected, radius: Self.crossRadius, width: 1.9, color, in: &target, viewport)
    }

    private func drawCrosses(
        _ fixes: MarkedPoints, radius: Double, width: Double, _ color: RGB, in target: inout StrokeTarget,
        _ viewport: MapViewport
    ) {
        fixes.select(in: viewport, margin: radius * 2, until: until, into: &marks)
        for (points, alpha) in [(marks.ahead, Self.ahead), (marks.reached, 1)] {
            target.crosses(at: points, radius: radius, width: width)
            target.blend(color, alpha: alpha)
        }
    }
}

extension MapProjection {
    /// The same as the viewer model has it.
    var viewport: MapViewport {
        MapViewport(centre: center, zoom: zoom, width: width, height: height, rotation: rotation)
    }
}
