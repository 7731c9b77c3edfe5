import FusionCore
import GTKKit
import Geodesy
import Glibc
import Replay
import SensorModel
import ViewerModel

/// How good the receivers of a session were, in its own window: numbers, the scatter at rest, the signals by direction.
@MainActor
final class ReceiverWindow {
    private let window: Window
    private let appearance: Appearance
    private let unit: SpeedUnit
    private var drawings: [any CanvasContent] = []

    private static let (width, height) = (460, 640)

    init(_ reports: [ReceiverReport], appearance: Appearance, unit: SpeedUnit, parent: Window) {
        self.appearance = appearance
        self.unit = unit
        let title = localized("How good is my receiver?")
        window = Window(title: title)
        window.becomeDialog(titled: title, over: parent, width: Self.width, height: Self.height)
        let column = Box(.vertical, spacing: 10)
        column.setMargins(top: 18, bottom: 18, start: 18, end: 18)
        for (index, report) in reports.enumerated() {
            if reports.count > 1 {
                column.append(
                    Label(localized("Receiver {1}", "\(index + 1)"), classes: ["group-title"], aligned: .start))
            }
            add(report, to: column)
        }
        let scroller = ScrolledWindow(column)
        scroller.expandsVertically = true
        window.setChild(scroller)
    }

    /// Shows the window.
    func present() { window.present() }

    private func add(_ report: ReceiverReport, to column: Box) {
        let box = Box(.vertical)
        box.addClasses("rows")
        for (index, row) in ReceiverTable(report, in: unit).rows.enumerated() {
            if index > 0 { box.append(Separator(.horizontal)) }
            let title = Label(row.title.localized, aligned: .start)
            title.expandsHorizontally = true
            let line = Box(.horizontal, spacing: 12, children: [title, Label(row.value, classes: ["value"])])
            box.append(line)
        }
        column.append(box)
        if let scatter = report.scatter {
            let view = ScatterView(scatter, appearance: appearance, unit: unit)
            add(
                view, titled: localized("Fixes around their mean while at rest, with the circles of 50 % and 95 %"),
                to: column)
            column.append(view.canvas)
        } else {
            let hint = Label(
                localized("Record a few minutes in one place to see how far its fixes scatter."),
                classes: ["caption", "dim"], aligned: .start)
            hint.wrap()
            column.append(hint)
        }
        guard !report.sky.isEmpty else { return }
        let view = SignalView(report.sky, appearance: appearance)
        add(view, titled: localized("Mean signal by direction: north is up, the middle is the zenith"), to: column)
        column.append(view.canvas)
    }

    private func add(_ content: any CanvasContent, titled text: String, to column: Box) {
        drawings.append(content)
        let title = Label(text, classes: ["caption", "dim"], aligned: .start)
        title.wrap()
        column.append(title)
    }
}

/// The fixes of a receiver at rest around their mean.
@MainActor
final class ScatterView: CanvasContent {
    /// The view's widget.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private let scatter: ReceiverReport.Scatter
    private let appearance: Appearance

    private static let side = 220

    init(_ scatter: ReceiverReport.Scatter, appearance: Appearance, unit: SpeedUnit) {
        (self.scatter, self.appearance) = (scatter, appearance)
        canvas.requestSize(height: Self.side)
        let length = unit.distanceUnit
        canvas.describe(
            localized(
                "Half of the fixes within {1}, 95 % within {2}", length.smallText(of: scatter.radius50, decimals: 1),
                length.smallText(of: scatter.radius95, decimals: 1)))
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        // The farthest fixes may lie outside: the circles are what matters.
        let reach = max(scatter.radius95 * 1.6, 0.1)
        let scale = min(width, height) / 2 / reach
        let (x, y) = (width / 2, height / 2)
        drawing.setColor(Color(palette.foreground).with(alpha: 0.35))
        for point in scatter.points {
            let (east, north) = (point.east * scale, point.north * scale)
            guard abs(east) < width / 2, abs(north) < height / 2 else { continue }
            drawing.newPath()
            drawing.circle(x: x + east, y: y - north, radius: 1.4)
            drawing.fill()
        }
        drawing.setLine(width: 1.6)
        for (radius, color) in [(scatter.radius50, palette.accent), (scatter.radius95, palette.estimated)] {
            drawing.newPath()
            drawing.circle(x: x, y: y, radius: radius * scale)
            drawing.setColor(Color(color))
            drawing.stroke()
        }
    }
}

/// The mean signal by direction and elevation: the stronger, the fuller the colour.
@MainActor
final class SignalView: CanvasContent {
    /// The view's widget.
    private(set) lazy var canvas = Canvas(role: .picture, content: self)
    private let sectors: [ReceiverReport.SkySector]
    private let appearance: Appearance

    private static let side = 240
    /// The signals in dB-Hz that are drawn palest and fullest.
    private static let (weakest, strongest) = (15.0, 48.0)
    private static let ring = 30.0

    init(_ sectors: [ReceiverReport.SkySector], appearance: Appearance) {
        (self.sectors, self.appearance) = (sectors, appearance)
        canvas.requestSize(height: Self.side)
        let known = sectors.compactMap { sector in
            sector.signalStrength.map { "\(decimalText(sector.azimuthDegrees))°: \(decimalText($0)) dB-Hz" }
        }
        canvas.describe(known.joined(separator: ", "))
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        let palette = appearance.palette
        let radius = min(width, height) / 2 - 4
        let half = 180 / Double(max(1, sectors.count { $0.elevationDegrees == 0 }))
        for sector in sectors {
            let outer = radius * (90 - sector.elevationDegrees) / 90
            let inner = radius * max(0, 90 - sector.elevationDegrees - Self.ring) / 90
            // Angles are clockwise from the right; azimuths from north, which is up.
            let from = (sector.azimuthDegrees - half - 90) * .pi / 180
            let to = (sector.azimuthDegrees + half - 90) * .pi / 180
            drawing.newPath()
            drawing.arc(x: width / 2, y: height / 2, radius: outer, from: from, to: to)
            drawing.line(width / 2 + inner * cos(to), height / 2 + inner * sin(to))
            drawing.line(width / 2 + inner * cos(from), height / 2 + inner * sin(from))
            drawing.closePath()
            let share = sector.signalStrength.map { ($0 - Self.weakest) / (Self.strongest - Self.weakest) }
            drawing.setColor(
                share.map { Color(palette.accent).with(alpha: 0.12 + 0.75 * min(1, max(0, $0))) }
                    ?? Color(palette.foreground).with(alpha: 0.05))
            drawing.fill()
            guard let signal = sector.signalStrength else { continue }
            let middle = (outer + inner) / 2
            drawing.setColor(Color(palette.foreground))
            drawing.text(
                decimalText(signal), x: width / 2 + middle * cos((from + to) / 2),
                y: height / 2 + middle * sin((from + to) / 2), anchor: .center, TextStyle(size: 10))
        }
    }
}
