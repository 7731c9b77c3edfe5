import GTKKit
import Geometry
import ShumateKit
import Viewer
import ViewerModel

/// The lines of the library on the map: a picture that is larger than the map, painted in the background, and the line at
/// which the user points.
@MainActor
final class LibraryLayer: MapLayerContent {
    private let appearance: Appearance
    private let replay: ReplayController
    /// Called with the top of the scale of heat after a picture was painted; `nil` for lines.
    var report: (Int?) -> Void = { _ in }

    private struct Painted {
        var picture: TilePicture?
        var painting: LibraryPainting
        var revision: Int
    }

    private var painted: Painted?
    /// The picture that the last frame needed.
    private var wanted: Painted?
    private var isPainting = false
    private var selection = TrackSelection()
    private var raster = StrokeRaster()

    /// The width that a picture has in addition to the map at each edge, and the rest of it with which the next is painted,
    /// in pixels.
    private static let (margin, rest) = (240.0, 120.0)
    /// The widths of the line at which the user points and of its rim, in pixels.
    private static let (width, rim) = (3.5, 2.0)

    init(appearance: Appearance, replay: ReplayController) { (self.appearance, self.replay) = (appearance, replay) }

    /// Whether the last frame had a picture of all lines for its view.
    var isPainted: Bool { !replay.libraryMap.isOn || wanted.map { serves($0, rest: 0) } ?? false }

    func draw(in drawing: Drawing, projection: MapProjection) {
        let watch = replay.libraryMap
        let upright = projection.upright
        let viewport = MapViewport(
            centre: upright.center, zoom: upright.zoom, width: upright.width.rounded(.up),
            height: upright.height.rounded(.up))
        let wanted = Painted(
            painting: LibraryPainting(
                style: watch.isHeat ? .heat : .lines, viewport: viewport, scale: drawing.sharpness,
                isDark: appearance.isDark),
            revision: watch.revision)
        self.wanted = wanted
        drawing.upright(projection) { draw(in: drawing, $0) }
        drawPointed(in: drawing, projection.viewport)
        if !isPainting, !serves(wanted, rest: Self.rest) { paint(wanted) }
    }

    private func draw(in drawing: Drawing, _ upright: MapProjection) {
        guard let painted, let picture = painted.picture else { return }
        let view = painted.painting.viewport
        let stretch = upright.scale / view.worldSize
        let middle = upright.pixel(nearest: view.centre)
        picture.draw(
            in: drawing, x: middle.x - view.width / 2 * stretch, y: middle.y - view.height / 2 * stretch,
            stretch: abs(stretch - 1) < 1e-9 ? 1 : stretch)
    }

    /// Returns whether the picture has what a view needs, up to a distance in pixels beyond its edges.
    private func serves(_ wanted: Painted, rest: Double) -> Bool {
        guard let painted, painted.revision == wanted.revision else { return false }
        var (have, need) = (painted.painting, wanted.painting)
        guard abs(have.viewport.zoom - need.viewport.zoom) < 1e-9 else { return false }
        need.viewport.centre.x += (have.viewport.centre.x - need.viewport.centre.x).rounded()
        let (inner, outer) = (need.viewport.bounds(margin: rest), have.viewport.bounds())
        let isInside =
            inner.minimumX >= outer.minimumX && inner.maximumX <= outer.maximumX && inner.minimumY >= outer.minimumY
            && inner.maximumY <= outer.maximumY
        have.viewport = need.viewport
        return isInside && have == need
    }

    private func paint(_ wanted: Painted) {
        isPainting = true
        var next = wanted
        next.painting.viewport.width += 2 * Self.margin
        next.painting.viewport.height += 2 * Self.margin
        let (painting, lines) = (next.painting, replay.libraryMap.map.lines)
        Task { [weak self] in
            let (picture, top) = await Self.paint(painting, lines)
            guard let self else { return }
            next.picture = picture
            painted = next
            isPainting = false
            report(top)
        }
    }

    @concurrent
    private nonisolated static func paint(
        _ painting: LibraryPainting, _ lines: [LibraryLine]
    ) async -> (TilePicture?, top: Int?) {
        var top: Int?
        let picture = TilePicture(width: painting.pixelWidth, height: painting.pixelHeight, scale: painting.scale) {
            top = painting.paint(lines, into: $0, rowLength: $1)
        }
        return (picture, top)
    }

    /// Draws the line at which the user points, or that of the open session, over the others.
    private func drawPointed(in drawing: Drawing, _ viewport: MapViewport) {
        let watch = replay.libraryMap
        guard let line = (watch.pointed ?? replay.picture?.path).flatMap(watch.map.line) else { return }
        let (palette, colors) = (appearance.palette, TrackColors(activities: []))
        line.geometry.select(in: viewport, into: &selection)
        drawing.strokes(width: viewport.width, height: viewport.height, with: &raster) { target in
            for run in selection.runs {
                target.stroke(selection.vertices, run.range, width: Self.width + 2 * Self.rim)
            }
            target.blend(palette.background, alpha: 0.9)
            for run in selection.runs {
                target.stroke(
                    selection.vertices, run.range, width: Self.width, dash: run.style.isDashed ? (2, 6) : nil)
                target.blend(colors.color(of: run.style, palette), alpha: 1)
            }
        }
    }
}
