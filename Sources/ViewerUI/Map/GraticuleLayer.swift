import GTKKit
import Geodesy
import Glibc
import ShumateKit

/// The plain ground: parallels and meridians at a round spacing, named at the edges.
///
/// Drawn whole, not in tiles, so that its lines are sharp at every zoom and its colours follow the style.
@MainActor
final class GraticuleLayer: MapLayerContent {
    private let appearance: Appearance
    /// Whether the ground is drawn; tiles take its place.
    var isShown = true
    /// Called when the room for the map has changed, after the frame that noticed it.
    var onResize: @MainActor () -> Void = {}
    private var size = (width: 0.0, height: 0.0)

    /// Degrees between two lines, from far to near.
    private static let spacings = [
        30.0, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
    ]
    /// Pixels that two named lines are apart at least.
    private static let smallestGap = 130.0
    private static let style = TextStyle(size: 10.5)

    init(appearance: Appearance) { self.appearance = appearance }

    func draw(in drawing: Drawing, projection: MapProjection) {
        notice(projection)
        guard isShown else { return }
        let colors = appearance.ground
        drawing.setColor(colors.land)
        drawing.paint()
        let degreesPerPixel = 360 / projection.scale
        let index = Self.spacings.lastIndex { $0 / degreesPerPixel >= Self.smallestGap } ?? 0
        let major = Self.spacings[index]
        let lines = Lines(projection: projection, spacing: major)
        drawing.setAntialiasing(false)
        drawing.setLine(width: 1, cap: .butt)
        drawing.setColor(colors.minor)
        Lines(projection: projection, spacing: major / 5).stroke(in: drawing)
        drawing.setColor(colors.major)
        lines.stroke(in: drawing)
        drawing.setAntialiasing(true)
        drawing.setColor(colors.text)
        name(lines, in: drawing, decimals: Self.decimals(of: major))
    }

    private func notice(_ projection: MapProjection) {
        guard size != (projection.width, projection.height) else { return }
        size = (projection.width, projection.height)
        // Moving the map while it is being drawn would draw it twice.
        MainLoop.after(milliseconds: 0) { [weak self] in self?.onResize() }
    }

    private static func decimals(of spacing: Double) -> Int { max(0, Int((-log10(spacing)).rounded(.up))) }

    private func name(_ lines: Lines, in drawing: Drawing, decimals: Int) {
        let height = lines.projection.height
        for (longitude, x) in lines.meridians where x > 40 {
            let text = Self.text(longitude, decimals: decimals, positive: "E", negative: "W")
            drawing.text(text, x: x + 4, y: height - 4, anchor: TextAnchor(x: 0, y: 1), Self.style)
        }
        for (latitude, y) in lines.parallels where y < height - 40 && y > 30 {
            let text = Self.text(latitude, decimals: decimals, positive: "N", negative: "S")
            drawing.text(text, x: lines.projection.width - 6, y: y - 2, anchor: TextAnchor(x: 1, y: 1), Self.style)
        }
    }

    private static func text(_ degrees: Double, decimals: Int, positive: String, negative: String) -> String {
        let scale = pow(10, Double(decimals))
        let whole = Int((abs(degrees) * scale).rounded())
        var digits = String(whole)
        if decimals > 0 {
            digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
        }
        return "\(digits)° \(degrees < 0 ? negative : positive)"
    }

    /// The lines of one spacing that cross the widget.
    private struct Lines {
        let projection: MapProjection
        let meridians: [(degrees: Double, x: Double)]
        let parallels: [(degrees: Double, y: Double)]

        init(projection: MapProjection, spacing: Double) {
            self.projection = projection
            let northWest = projection.point(x: 0, y: 0)
            let southEast = projection.point(x: projection.width, y: projection.height)
            let west = (northWest.x * 360 - 180) / spacing
            let east = (southEast.x * 360 - 180) / spacing
            meridians = Self.multiples(west, east).map { index in
                let degrees = index * spacing
                return (degrees, projection.pixel(UnitMercator(x: (degrees + 180) / 360, y: 0)).x)
            }
            let south = southEast.coordinate.latitude / spacing
            let north = northWest.coordinate.latitude / spacing
            parallels = Self.multiples(south, north).map { index in
                let degrees = index * spacing
                return (degrees, projection.pixel(UnitMercator(Coordinate(latitude: degrees, longitude: 0))).y)
            }
        }

        private static func multiples(_ low: Double, _ high: Double) -> [Double] {
            guard high > low, high - low < 500 else { return [] }
            return stride(from: low.rounded(.up), through: high, by: 1).map { $0 }
        }

        @MainActor func stroke(in drawing: Drawing) {
            for (_, x) in meridians {
                drawing.move(x.rounded() + 0.5, 0)
                drawing.line(x.rounded() + 0.5, projection.height)
            }
            for (_, y) in parallels {
                drawing.move(0, y.rounded() + 0.5)
                drawing.line(projection.width, y.rounded() + 0.5)
            }
            drawing.stroke()
        }
    }
}
