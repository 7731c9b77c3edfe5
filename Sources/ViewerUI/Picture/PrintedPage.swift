import GTKKit
import Localization
import ShumateKit
import ViewerModel

/// A session on one page: its title, the map, the charts and its figures, in light colours.
@MainActor
struct PrintedPage {
    let title: String
    let subtitle: String
    let figures: [SessionOverview.Row]
    let map: MapPane
    let charts: ChartStack
    let appearance: Appearance

    /// The margin of the page, and the space between its parts, in pixels.
    private static let (margin, space) = (48.0, 12.0)
    /// The figures in a line, and the height of a line in pixels, with text of the usual size.
    private static let (columns, lineHeight) = (4, 36.0)
    private static let headHeight = 52.0
    private static let lowestMap = 240.0

    private var width: Double { Page.a4.width - 2 * Self.margin }

    /// The heights of the parts, in pixels.
    private func heights(_ scale: Double) -> (head: Double, map: Double, charts: Double) {
        let lines = Double((figures.count + Self.columns - 1) / Self.columns)
        let (head, charts) = (Self.headHeight * scale, charts.pageHeight * scale)
        let rest =
            Page.a4.height - 2 * Self.margin - head - charts - lines * Self.lineHeight * scale - 2 * Self.space
        return (head, max(Self.lowestMap, rest), charts)
    }

    /// The map around the same middle at the same scale, in the shape of its place on the page.
    private func projection(_ scale: Double) -> MapProjection {
        var projection = map.map.projection
        let height = heights(scale).map
        // What is visible in the window is visible on the page.
        projection.scale *= min(width / projection.width, height / projection.height)
        (projection.width, projection.height) = (width, height)
        return projection
    }

    /// The page, once everything on it has been painted.
    func page() async -> Page {
        let page = Page(width: Page.a4.width, height: Page.a4.height, like: map.map) { drawing in
            appearance.onPaper { draw(in: drawing) }
        }
        await map.prepare(page, projection(map.map.textScale), isDark: false)
        return page
    }

    private func draw(in drawing: Drawing) {
        let scale = drawing.textScale
        let heights = heights(scale)
        drawing.setColor(Color(0xFFFFFF))
        drawing.paint()
        drawing.translate(Self.margin, Self.margin)
        drawing.setColor(Color(appearance.palette.foreground))
        drawing.text(title, x: 0, y: 12 * scale, TextStyle(size: 20, weight: .bold))
        drawing.setColor(appearance.textColor(0.7))
        drawing.text(subtitle, x: 0, y: 36 * scale, TextStyle(size: 12))
        drawing.translate(0, heights.head)
        map.draw(in: drawing, projection(scale), hasPosition: false)
        drawing.translate(0, heights.map + Self.space)
        charts.draw(in: drawing, width: width)
        drawing.translate(0, heights.charts + Self.space)
        drawFigures(in: drawing)
    }

    private func drawFigures(in drawing: Drawing) {
        let scale = drawing.textScale
        let across = width / Double(Self.columns)
        for (place, row) in figures.enumerated() {
            let x = Double(place % Self.columns) * across
            let y = Double(place / Self.columns) * Self.lineHeight * scale
            drawing.setColor(appearance.textColor(0.7))
            drawing.text(row.title.localized, x: x, y: y + 7 * scale, TextStyle(size: 11))
            drawing.setColor(Color(appearance.palette.foreground))
            drawing.text(row.value, x: x, y: y + 22 * scale, TextStyle(size: 13, weight: .semibold))
        }
    }
}
