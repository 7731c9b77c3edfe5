import GTKKit
import ViewerModel

/// The line next to a row of the day: a ring for a stop, the activity's colour for a move, dashes for a gap.
@MainActor
final class DayRail: CanvasContent {
    private let appearance: Appearance
    private let kind: DayList.Row.Kind
    private let isFirst: Bool
    private let isLast: Bool
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)

    private static let ringRadius = 5.5

    init(appearance: Appearance, kind: DayList.Row.Kind, isFirst: Bool, isLast: Bool) {
        self.appearance = appearance
        self.kind = kind
        self.isFirst = isFirst
        self.isLast = isLast
        canvas.requestSize(width: 16, height: 46)
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        let middle = (x: width / 2, y: height / 2)
        switch kind {
        case .move(let activity):
            line(in: drawing, x: middle.x, from: 0, to: height, width: 5, Color(palette.color(of: activity)))
        case .gap:
            drawing.newPath()
            drawing.move(middle.x, isFirst ? middle.y : 0)
            drawing.line(middle.x, height)
            drawing.setLine(width: 2, dash: [1, 5])
            drawing.setColor(Color(palette.subdued))
            drawing.stroke()
        case .stop:
            let gray = Color(palette.stationary)
            if !isFirst { line(in: drawing, x: middle.x, from: 0, to: middle.y, width: 5, gray) }
            if !isLast { line(in: drawing, x: middle.x, from: middle.y, to: height, width: 5, gray) }
            drawing.stopRing(x: middle.x, y: middle.y, radius: Self.ringRadius, appearance)
        }
    }

    private func line(
        in drawing: Drawing, x: Double, from top: Double, to bottom: Double, width: Double, _ color: Color
    ) {
        drawing.newPath()
        drawing.move(x, top)
        drawing.line(x, bottom)
        drawing.setLine(width: width, cap: .butt)
        drawing.setColor(color)
        drawing.stroke()
    }
}

extension Drawing {
    /// The width of the line of a stop's ring, on the map and in the day, in pixels.
    static let ringWidth = 2.8

    /// Draws the ring that stands for a stop in the day.
    @MainActor
    func stopRing(x: Double, y: Double, radius: Double, _ appearance: Appearance, alpha: Double = 1) {
        circle(x: x, y: y, radius: radius)
        setColor(Color(appearance.palette.background, alpha: alpha))
        fillPreserving()
        setLine(width: Self.ringWidth)
        setColor(Color(appearance.palette.foreground, alpha: alpha))
        stroke()
    }
}
