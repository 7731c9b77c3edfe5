import FusionCore
import GTKKit
import Geometry
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// The tracks over the map: those of the session, and those that were added. Each kind is a layer.
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
    /// The track of the other set of parameters, in its colours for its side of a curtain.
    var compared: ColoredTrack?
    /// The roads that the track followed; `nil` without any.
    var roads: TimedTrack?
    /// The tracks that were added, whose parts are all equally opaque, however far the replay is.
    var added: [TrackKind: TimedTrack] = [:] { didSet { cache = [] } }
    /// The pictures of the added tracks, which are the same while the replay moves.
    private var cache: [(key: CacheKey, image: PixelImage)] = []

    /// The state that a picture of added tracks depends on.
    private struct CacheKey: Equatable {
        let layers: [MapTracks.Layer]
        let viewport: MapViewport
        let palette: ActivityPalette
        let sharpness: Double
    }

    private var curtain: MapCurtain? { replay.curtain }
    private var until: Instant? { replay.reached }
    private var chosen: Set<TrackKind> { replay.map.layers }
    /// The layers that are drawn.
    var shown: Set<TrackKind> { replay.visibleLayers }

    /// Returns the layers that are drawn at a column of the map.
    func shown(atX x: Double, width: Double) -> Set<TrackKind> {
        curtain?.shown(atX: x, width: width, chosen: chosen) ?? chosen
    }

    /// The width of the raw track if it is not under another one.
    private static let wideRaw = 2.0
    /// The opacity of the smoothed track, through which the raw one under it is visible.
    private static let clear = 0.8
    /// The opacity of the part of a track that the replay has not reached, and that of a thin line's.
    private static let (ahead, thinAhead) = (0.28, 0.35)
    /// The width of a thin line and of its rims: together narrower than the track below, whose colours remain visible.
    private static let (thin, rim) = (1.5, 0.5)
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
        let groups = groups(of: shown)
        // Each change of a layer is another group: a picture that is not drawn any more is not kept.
        cache.removeAll { !groups.contains($0.key.layers) }
        for group in groups {
            guard group[0].kind.isAdded else {
                drawing.strokes(width: viewport.width, height: viewport.height, with: &raster) {
                    draw(group, in: &$0, projection)
                }
                continue
            }
            let key = CacheKey(
                layers: group, viewport: viewport, palette: appearance.palette, sharpness: drawing.sharpness)
            if let known = cache.first(where: { $0.key == key }) {
                known.image.draw(in: drawing)
                continue
            }
            let image = drawing.strokeImage(width: viewport.width, height: viewport.height, with: &raster) {
                draw(group, in: &$0, projection)
            }
            image?.draw(in: drawing)
            cache.removeAll { $0.key.layers == group }
            if let image { cache.append((key, image)) }
        }
        guard shown.contains(.stops) else { return }
        drawing.within(columns(of: .stops, viewport), height: viewport.height) {
            drawNames(in: drawing, projection)
        }
    }

    private func columns(of kind: TrackKind, _ viewport: MapViewport) -> Range<Double>? {
        curtain?.columns(of: kind, chosen: chosen, width: viewport.width)
    }

    /// Returns the layers to draw, the lowest first, divided where added tracks begin or end.
    private func groups(of shown: Set<TrackKind>) -> [[MapTracks.Layer]] {
        var groups: [[MapTracks.Layer]] = []
        for layer in replay.map.tracks.layers.reversed() where layer.kind != .uncertainty && shown.contains(layer.kind)
        {
            if groups.last?.last?.kind.isAdded == layer.kind.isAdded {
                groups[groups.count - 1].append(layer)
            } else {
                groups.append([layer])
            }
        }
        return groups
    }

    private func draw(_ layers: [MapTracks.Layer], in target: inout StrokeTarget, _ projection: MapProjection) {
        let viewport = projection.viewport
        for layer in layers {
            target.restrict(to: columns(of: layer.kind, viewport))
            target.opacity = layer.opacity
            draw(layer, in: &target, viewport)
            if layer.kind == .stops { drawRings(in: &target, projection) }
        }
    }

    private func draw(_ layer: MapTracks.Layer, in target: inout StrokeTarget, _ viewport: MapViewport) {
        let palette = appearance.palette
        let own = layer.color.map(palette.layerColor)
        switch layer.kind {
        case .raw:
            let color = own ?? palette.raw
            draw(tracks.raw, in: &target, viewport, width: curtain == nil ? 1 : Self.wideRaw) { _ in color }
            drawCrosses(tracks.secondary, radius: Self.secondaryRadius, width: 1, color, in: &target, viewport)
        case .filtered: draw(tracks.filtered, in: &target, viewport, width: 2.5) { _ in own ?? palette.filtered }
        case .smoothed where TrackKind.colored(of: shown) == .simplified:
            draw(tracks.smoothed, in: &target, viewport, width: 2.5) { _ in own ?? palette.smoothed }
        case .smoothed, .simplified:
            let colors = colored?.colors ?? TrackColors(activities: [])
            let (width, alpha) = layer.kind == .smoothed ? (3, Self.clear) : (4.2, 1)
            draw(refined(layer.kind), in: &target, viewport, width: width, alpha: alpha) {
                own ?? colors.color(of: $0, palette)
            }
        case .compared:
            guard let compared else { return }
            // On its side of the divider, the other track is drawn like the shown one.
            guard curtain != nil else {
                return drawThin(compared.track, own ?? palette.foreground, in: &target, viewport)
            }
            let (width, alpha) = TrackKind.colored(of: shown) == .smoothed ? (3, Self.clear) : (4.2, 1)
            draw(compared.track, in: &target, viewport, width: width, alpha: alpha) {
                own ?? compared.colors.color(of: $0, palette)
            }
        case .roads: if let roads { drawThin(roads, own ?? palette.road, in: &target, viewport) }
        case .added:
            if let track = added[layer.kind] {
                drawThin(track, own ?? palette.foreground, in: &target, viewport, isWhole: true)
            }
        case .rejected:
            // Those that hardly counted are accepted, and so have neither the size nor the colour of rejected ones.
            drawCrosses(
                tracks.ignored, radius: Self.ignoredRadius, width: 1.2, own ?? palette.estimated, in: &target, viewport)
            drawCrosses(
                tracks.rejected, radius: Self.crossRadius, width: 1.9, own ?? palette.rejected, in: &target, viewport)
        case .stops: drawPauses(in: &target, viewport)
        case .uncertainty: break
        }
    }

    /// Returns the track with the chosen colours.
    private func refined(_ kind: TrackKind) -> TimedTrack {
        colored?.track ?? (kind == .smoothed ? tracks.coloredSmoothed : tracks.simplified)
    }

    /// The places of the shown lines at an instant, with their colours.
    func places(at instant: Instant) -> [(place: UnitMercator, color: RGB)] {
        let palette = appearance.palette
        return replay.map.tracks.layers.reversed().compactMap { layer in
            let track: TimedTrack? =
                switch layer.kind {
                case .raw: tracks.raw
                case .filtered: tracks.filtered
                case .smoothed, .simplified: refined(layer.kind)
                case .compared: compared?.track
                case .roads: roads
                case .added: added[layer.kind]
                case .rejected, .uncertainty, .stops: nil
                }
            guard shown.contains(layer.kind), let place = track?.point(at: instant) else { return nil }
            return (place, layer.colors(palette, showing: shown).first ?? palette.foreground)
        }
    }

    /// A light rim separates the line from a background of any colour.
    private func drawThin(
        _ track: TimedTrack, _ color: RGB, in target: inout StrokeTarget, _ viewport: MapViewport, isWhole: Bool = false
    ) {
        let limit = isWhole ? nil : until.map(track.limit(at:))
        var options = TrackGeometry.Options()
        // The details of many long tracks over each other are invisible.
        if isWhole { options.segmentBudget /= max(1, added.count) }
        track.geometry.select(in: viewport, dividedAt: limit, options: options, into: &selection)
        for (runs, alpha) in [(selection.ahead, Self.thinAhead), (selection.reached, 1)] where !runs.isEmpty {
            for (color, alpha, width) in [
                (appearance.palette.background, 0.8 * alpha, Self.thin + 2 * Self.rim), (color, alpha, Self.thin),
            ] {
                for run in runs {
                    target.stroke(
                        selection.vertices, run.range, width: width, dash: run.style.isDashed ? (width * 0.6, 6) : nil)
                }
                target.blend(color, alpha: alpha)
            }
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
        let opacity = replay.map.tracks[.uncertainty]?.opacity ?? 1
        drawing.setColor(Color(appearance.palette.accent, alpha: 0.13 * opacity))
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
        let margin = Self.stopRadius * 2
        tracks.pauses.select(in: viewport, margin: margin, until: until, spot: margin, into: &marks)
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
