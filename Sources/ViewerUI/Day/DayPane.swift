import FusionCore
import GTKKit
import Geodesy
import SensorModel
import ViewerModel

/// What was done, one stretch below the other; a click shows its beginning.
@MainActor
final class DayPane {
    /// The pane's widget.
    let widget: ScrolledWindow
    private let appearance: Appearance
    private let replay: ReplayController
    private let column = Box(.vertical, spacing: 6)
    private var bars: [StretchBar] = []

    /// Seconds below which a stretch is left out of the list; the band under the chart has them all.
    private static let shortest = 20.0

    init(appearance: Appearance, replay: ReplayController) {
        self.appearance = appearance
        self.replay = replay
        widget = ScrolledWindow(column)
        widget.expandsVertically = true
        column.setMargins(bottom: 14, start: 14, end: 14)
        appearance.onChange { [weak self] in self?.bars.forEach { $0.canvas.queueDraw() } }
        show(nil, unit: .metric)
    }

    /// Shows the stretches of a session.
    func show(_ picture: SessionPicture?, unit: DistanceUnit) {
        column.removeAll()
        bars = []
        guard let picture, !picture.activities.isEmpty else {
            column.append(
                EmptyState(
                    icon: "odograph-track-symbolic", headline: picture == nil ? "No session" : "No activity known",
                    hint: picture == nil
                        ? "Open or record one to see its day." : "The motion sensors of this session tell none."
                ).widget)
            return
        }
        let stretches = DayStretch.stretches(of: picture, shortest: Self.shortest)
        appendTotals(stretches, unit: unit)
        appendList(stretches, unit: unit)
    }

    private func appendTotals(_ stretches: [DayStretch], unit: DistanceUnit) {
        let grid = Grid(rowSpacing: 6, columnSpacing: 8)
        grid.setColumnsHomogeneous(true)
        let kinds: [(String, Set<Activity>)] = [
            ("On foot", [.walking, .running]), ("By bike", [.cycling]), ("By car", [.automotive]),
        ]
        for (index, (name, activities)) in kinds.enumerated() {
            let part = stretches.filter { activities.contains($0.activity) }
            let card = ValueCard(name)
            let distance = part.reduce(0) { $0 + $1.distance }
            card.value = part.isEmpty ? missingText : unit.text(of: distance)
            card.widget.tooltip = durationText(part.reduce(0) { $0 + $1.duration })
            grid.attach(card.widget, column: index, row: 0)
        }
        column.append(grid)
    }

    private func appendList(_ stretches: [DayStretch], unit: DistanceUnit) {
        let list = ListBox(isSelectable: false)
        list.addClasses("rows", "day-list")
        for stretch in stretches {
            let bar = StretchBar(appearance: appearance, activity: stretch.activity)
            bars.append(bar)
            let name = Label(stretch.title, classes: ["strong"], aligned: .start)
            name.expandsHorizontally = true
            let clock = Label(
                "\(ClockTime.local(stretch.start).minuteText) – \(ClockTime.local(stretch.end).minuteText)",
                classes: ["dim", "caption"], aligned: .start)
            let texts = Box(.vertical, spacing: 1, children: [name, clock])
            let distance = stretch.activity == .stationary ? nil : unit.text(of: stretch.distance)
            let facts = Box(.vertical, spacing: 1)
            facts.append(Label(durationText(stretch.duration), classes: ["value"], aligned: .end))
            if let distance { facts.append(Label(distance, classes: ["dim", "caption"], aligned: .end)) }
            let row = ListBox.Row(Box(.horizontal, spacing: 10, children: [bar.canvas, texts, facts]))
            row.describe("\(stretch.title), \(durationText(stretch.duration))")
            row.tooltip = "Show its beginning"
            list.append(row)
        }
        list.onActivate { [weak self] index in self?.replay.handle(.seek(stretches[index].start)) }
        column.append(list)
    }
}

/// A stretch of the day with one activity.
struct DayStretch {
    let activity: Activity
    let start: Instant
    var end: Instant
    /// Metres along the filtered track.
    var distance = 0.0

    /// Seconds.
    var duration: Double { end - start }

    /// What a person calls it.
    var title: String {
        switch activity {
        case .stationary: "Stay"
        case .walking: "Walk"
        case .running: "Run"
        case .cycling: "Ride"
        case .automotive: "Drive"
        case .unknown: "Not known"
        }
    }

    /// Makes the stretches of a session, those too short left out and what they parted joined again.
    static func stretches(of picture: SessionPicture, shortest: Double) -> [DayStretch] {
        var stretches: [DayStretch] = []
        for activity in picture.activities where activity.until - activity.time >= shortest {
            if let last = stretches.last, last.activity == activity.activity {
                stretches[stretches.count - 1].end = activity.until
            } else {
                stretches.append(DayStretch(activity: activity.activity, start: activity.time, end: activity.until))
            }
        }
        var index = 0
        let positions = picture.tracks.positions
        for place in positions.indices.dropFirst() {
            let time = positions[place].time
            while index < stretches.count, stretches[index].end < time { index += 1 }
            guard index < stretches.count else { break }
            guard stretches[index].start <= time else { continue }
            stretches[index].distance += positions[place - 1].coordinate.distance(to: positions[place].coordinate)
        }
        return stretches
    }
}

/// The colour of an activity beside its name.
@MainActor
final class StretchBar: CanvasContent {
    private let appearance: Appearance
    private let activity: Activity
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)

    init(appearance: Appearance, activity: Activity) {
        self.appearance = appearance
        self.activity = activity
        canvas.requestSize(width: 5, height: 30)
        canvas.verticalAlignment = .center
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        drawing.rectangle(x: 0, y: 0, width: width, height: height, radius: width / 2)
        drawing.setColor(Color(appearance.palette.color(of: activity)))
        drawing.fill()
    }
}
