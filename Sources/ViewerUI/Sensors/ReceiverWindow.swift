import GTKKit
import Geometry
import Glibc
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// A window about the quality of a session's receivers: their numbers, scatter at rest and signals by direction.
@MainActor
final class ReceiverWindow: Dialog {
    let window: Window
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

    private func add(_ report: ReceiverReport, to column: Box) {
        let rows = ReceiverTable(report, in: unit).rows.map { row in
            let title = Label(row.title.localized, aligned: .start)
            title.expandsHorizontally = true
            return Box(.horizontal, spacing: 12, children: [title, Label(row.value, classes: ["value"])])
        }
        column.append(ControlRows.list(rows))
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
        add(
            view, titled: localized("Mean signal in dB-Hz by direction: north is up, the middle is the zenith"),
            to: column)
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
        // The farthest fixes may be outside the plot, because the circles are what matters.
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
