import GTKKit
import Glibc
import Localization
import Viewer
import ViewerModel

/// An artificial horizon: the ground turns and rises as the body rolls and pitches.
@MainActor
final class HorizonView: CanvasContent {
    private let appearance: Appearance
    /// The widget.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private var angles: BodyAngles?

    /// The length of a side in pixels.
    private static let side = 116
    /// The pitch in radians that corresponds to the radius.
    private static let reach = 60 * Double.pi / 180
    /// The maximum displacement of the horizon, as a fraction of the radius.
    private static let rim = 0.85
    /// The pitch marks in degrees above and below the horizon.
    private static let marks = [10.0, 20, 30]

    init(appearance: Appearance) {
        self.appearance = appearance
        canvas.requestSize(width: Self.side, height: Self.side)
        canvas.verticalAlignment = .center
        canvas.describe(localized("Artificial horizon"))
    }

    /// Shows angles; `nil` if they are unknown.
    func show(_ angles: BodyAngles?) {
        guard angles != self.angles else { return }
        self.angles = angles
        canvas.queueDraw()
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let radius = min(width, height) / 2 - 2
        let colors = HorizonColors(isDark: appearance.isDark)
        drawing.saved {
            drawing.translate(width / 2, height / 2)
            drawing.saved {
                drawing.newPath()
                drawing.circle(x: 0, y: 0, radius: radius)
                drawing.clip()
                if let angles { world(in: drawing, angles, radius, colors) } else { nothing(in: drawing, colors) }
            }
            drawing.newPath()
            drawing.circle(x: 0, y: 0, radius: radius)
            drawing.setLine(width: 1.5)
            drawing.setColor(colors.mark)
            drawing.stroke()
            if angles != nil { body(in: drawing, radius, colors) }
        }
    }

    private func nothing(in drawing: Drawing, _ colors: HorizonColors) {
        drawing.setColor(Color(appearance.palette.subdued))
        drawing.paint()
        drawing.setColor(Color(appearance.palette.foreground))
        drawing.text(missingText, x: 0, y: 0, anchor: .center, TextStyle(size: 24))
    }

    private func world(in drawing: Drawing, _ angles: BodyAngles, _ radius: Double, _ colors: HorizonColors) {
        // The world turns in the opposite direction of the body.
        drawing.rotate(-angles.roll)
        // A rim of sky or ground remains, to show which way is up.
        let horizon = min(Self.rim, max(-Self.rim, angles.pitch / Self.reach)) * radius
        drawing.setColor(colors.sky)
        drawing.paint()
        drawing.rectangle(x: -2 * radius, y: horizon, width: 4 * radius, height: 6 * radius)
        drawing.setColor(colors.ground)
        drawing.fill()
        drawing.setColor(colors.mark)
        drawing.setLine(width: 1.5, cap: .butt)
        drawing.newPath()
        drawing.move(-2 * radius, horizon)
        drawing.line(2 * radius, horizon)
        drawing.stroke()
        drawing.setLine(width: 1, cap: .butt)
        for degrees in Self.marks.flatMap({ [$0, -$0] }) {
            let y = horizon - degrees * .pi / 180 / Self.reach * radius
            let half = radius * (abs(degrees) == 20 ? 0.28 : 0.16)
            drawing.newPath()
            drawing.move(-half, y)
            drawing.line(half, y)
            drawing.stroke()
        }
    }

    /// The body, two wings and a point, does not move.
    private func body(in drawing: Drawing, _ radius: Double, _ colors: HorizonColors) {
        for (color, width) in [(colors.rim, 5.0), (colors.body, 2.5)] {
            drawing.setColor(color)
            drawing.setLine(width: width)
            for side in [-1.0, 1] {
                drawing.newPath()
                drawing.move(side * radius * 0.62, 0)
                drawing.line(side * radius * 0.26, 0)
                drawing.line(side * radius * 0.26, radius * 0.1)
                drawing.stroke()
            }
            drawing.newPath()
            drawing.circle(x: 0, y: 0, radius: width * 0.8)
            drawing.fill()
        }
    }
}

/// The colours of the horizon: sky and ground also differ in lightness, and the body contrasts with both.
private struct HorizonColors {
    let sky: Color
    let ground: Color
    let mark: Color
    let body = Color(0xFFC936)
    let rim = Color(0x241F31)

    init(isDark: Bool) {
        sky = Color(isDark ? 0x1A5FB4 : 0x62A0EA)
        ground = Color(isDark ? 0x4B3621 : 0x7A4F26)
        mark = Color(isDark ? 0xF6F5F4 : 0xFFFFFF)
    }
}
