import GTKKit
import Glibc
import Replay
import Viewer
import ViewerModel

/// A plot of the mean signal by direction and elevation. A stronger signal has a fuller colour.
@MainActor
final class SignalView: CanvasContent {
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private let sectors: [ReceiverReport.SkySector]
    private let appearance: Appearance

    private static let side = 264
    /// The room for the names of the directions, in pixels.
    private static let margin = 16.0
    /// The signals in dB-Hz with the lowest and the highest opacity, and these opacities.
    private static let (weakest, strongest) = (15.0, 48.0)
    private static let (palest, fullest) = (0.1, 0.66)
    /// The elevation in degrees that a ring covers.
    private static let ring = 30.0
    private static let style = TextStyle(size: 10.5, hasTabularDigits: true)

    init(_ sectors: [ReceiverReport.SkySector], appearance: Appearance) {
        (self.sectors, self.appearance) = (sectors, appearance)
        canvas.requestTextRoom(height: Self.side)
        let known = sectors.compactMap { sector in
            sector.signalStrength.map { "\(decimalText(sector.azimuthDegrees))°: \(decimalText($0)) dB-Hz" }
        }
        canvas.describe(known.joined(separator: ", "))
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let radius = min(width, height) / 2 - Self.margin * drawing.textScale
        guard radius > 0 else { return }
        let center = ScreenPoint(x: width / 2, y: height / 2)
        let half = 180 / Double(max(1, sectors.count { $0.elevationDegrees == 0 })) * .pi / 180
        for sector in sectors { draw(sector, half: half, in: drawing, around: center, radius: radius) }
        drawing.setColor(appearance.textColor(0.7))
        let place = radius + 9 * drawing.textScale
        for (name, x, y) in SkyPlot.directions {
            drawing.text(
                name, x: center.x + x * place, y: center.y + y * place, anchor: .center,
                TextStyle(size: 10.5, weight: .semibold))
        }
    }

    /// - Parameter half: Half of the angle that the sector covers, in radians.
    private func draw(
        _ sector: ReceiverReport.SkySector, half: Double, in drawing: Drawing, around center: ScreenPoint,
        radius: Double
    ) {
        let palette = appearance.palette
        let outer = radius * (90 - sector.elevationDegrees) / 90
        let inner = radius * max(0, 90 - sector.elevationDegrees - Self.ring) / 90
        // Angles are clockwise from the right, but azimuths are clockwise from north, which is at the top.
        let middle = (sector.azimuthDegrees - 90) * .pi / 180
        drawing.newPath()
        drawing.arc(x: center.x, y: center.y, radius: outer, from: middle - half, to: middle + half)
        drawing.arcBack(x: center.x, y: center.y, radius: inner, from: middle + half, to: middle - half)
        drawing.closePath()
        let share = sector.signalStrength.map { ($0 - Self.weakest) / (Self.strongest - Self.weakest) }
        drawing.setColor(
            share.map {
                Color(palette.accent, alpha: Self.palest + (Self.fullest - Self.palest) * min(1, max(0, $0)))
            } ?? Color(palette.foreground, alpha: 0.05))
        drawing.fillPreserving()
        // A rim in the colour of the background separates neighbours.
        drawing.setLine(width: 1.5)
        drawing.setColor(Color(palette.background))
        drawing.stroke()
        guard let signal = sector.signalStrength else { return }
        // Closer to the rim in the innermost ring, whose sectors meet in the middle.
        let place = inner > 0 ? (outer + inner) / 2 : outer * 0.68
        drawing.setColor(Color(palette.foreground))
        drawing.text(
            decimalText(signal), x: center.x + place * cos(middle), y: center.y + place * sin(middle), anchor: .center,
            Self.style)
    }
}
