import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The quantity that colours the simplified track: a choice, and the scale or the names of the colours.
@MainActor
final class ColoringLegend: CanvasContent {
    /// The choice, followed by the scale or the names if the map has room for them.
    let widget = Box(.horizontal, spacing: 8)
    /// The position of the scale or the names on a narrow map: at the lower edge, away from the track.
    let corner = Box(.horizontal)
    private let appearance: Appearance
    private let choice = DropDown(TrackColoring.allCases.map { localized($0.title) })
    private lazy var canvas = Canvas(role: .picture, content: self)
    private var colors: TrackColors?
    private var scale: ColorScale?
    private var ends: (low: String, high: String) = ("", "")
    private typealias Entry = (name: String, color: (ActivityPalette) -> RGB)
    private var names: [Entry] = []
    /// The names, in as many rows as the width of the map requires.
    private var rows: [[Entry]] = []
    private var room = Int.max
    private var isUpright = false

    /// The size in pixels, with text of the usual size; zero without colours to explain.
    private(set) var size = (width: 0, height: 0)
    private var height = 0

    /// The text scale for which the rows were wrapped.
    private var textScale = 1.0

    /// The height that the legend takes at the map's lower edge, in pixels.
    var cornerHeight: Int { isUpright && canvas.isVisible ? canvas.scaled(height) : 0 }

    private static let height = 26
    private static let rowHeight = 20.0
    /// The width of a name in addition to its letters, and the width of the choice, in pixels.
    private static let (entryWidth, choiceWidth) = (29.0, 116)
    private static let barWidth = 96.0
    private static let padding = 12.0
    private static let style = TextStyle(size: 12)

    init(appearance: Appearance, replay: ReplayController) {
        self.appearance = appearance
        widget.horizontalAlignment = .start
        corner.horizontalAlignment = .end
        corner.verticalAlignment = .end
        corner.canTarget = false
        choice.addClasses("map-choice")
        choice.verticalAlignment = .start
        choice.describe(localized("The quantity that colours the track"))
        choice.tooltip = localized("The quantity that colours the track")
        choice.onSelect { index in
            guard TrackColoring.allCases.indices.contains(index) else { return }
            replay.change { $0.map.coloring = TrackColoring.allCases[index] }
        }
        canvas.addClasses("map-control")
        canvas.verticalAlignment = .center
        canvas.canTarget = false
        widget.append(choice)
        widget.append(canvas)
        canvas.isVisible = false
    }

    /// Moves the scale or the names to the lower edge, and back.
    func setUpright(_ isUpright: Bool) {
        guard isUpright != self.isUpright else { return }
        self.isUpright = isUpright
        let (from, to) = isUpright ? (widget, corner) : (corner, widget)
        from.remove(canvas)
        to.append(canvas)
        layOut()
    }

    /// Shows the chosen colouring.
    func show(_ coloring: TrackColoring) {
        if let place = TrackColoring.allCases.firstIndex(of: coloring) { choice.selected = place }
    }

    /// Shows the meaning of the colours.
    /// - Parameters:
    ///   - colors: The colours of the track; `nil` without a track.
    ///   - otherSport: The sport that a file states for all parts of unknown activity; `nil` if there is no such sport.
    ///   - unit: The unit of speeds and distances.
    func show(_ colors: TrackColors?, otherSport: String?, unit: SpeedUnit) {
        (self.colors, scale) = (colors, colors?.scale)
        names = colors.map { Self.names($0, otherSport) } ?? []
        if let colors, let scale = colors.scale {
            ends = (Self.text(scale.minimum, colors.coloring, unit), Self.text(scale.maximum, colors.coloring, unit))
            let range = localized("{1} from {2} to {3}", localized(colors.coloring.title), ends.low, ends.high)
            canvas.describe(([range] + names.map(\.name)).joined(separator: ", "))
        } else {
            ends = ("", "")
            canvas.describe(names.map(\.name).joined(separator: ", "))
        }
        canvas.isVisible = scale != nil || !names.isEmpty
        layOut()
    }

    /// Shows a scale that is not one of the track, without a choice.
    func show(_ scale: ColorScale, from low: String, to high: String, describedAs description: String) {
        (self.scale, names, ends) = (scale, [], (low, high))
        canvas.describe(description)
        canvas.isVisible = true
        layOut()
    }

    /// Becomes a part of a card, without a choice of a quantity.
    func becomePart() {
        choice.isVisible = false
        canvas.setClass("map-control", false)
    }

    /// Limits the width to a number of pixels by wrapping the names.
    func fit(into width: Int) {
        guard width != room else { return }
        room = width
        layOut()
    }

    /// Wraps the names. Lengths are for text of the default size.
    private func layOut() {
        textScale = canvas.textScale
        func width(of text: String) -> Double { canvas.measure(text, Self.style).width / textScale }
        func width(_ entry: Entry) -> Double { width(of: entry.name) + Self.entryWidth }
        let free = Double(room) / textScale - (isUpright || !choice.isVisible ? 0 : Double(Self.choiceWidth))
        let most = max(0, free) - 2 * Self.padding
        rows = []
        var filled = Double.infinity
        for entry in names {
            if filled + width(entry) > most {
                rows.append([])
                filled = 0
            }
            rows[rows.count - 1].append(entry)
            filled += width(entry)
        }
        let widest = rows.map { $0.reduce(0) { $0 + width($1) } }.max() ?? 0
        let hasScale = scale != nil
        let bar =
            hasScale ? width(of: ends.low) + width(of: ends.high) + Self.barWidth + 16 : 0
        height = Self.height + max(0, rows.count - (hasScale ? 0 : 1)) * Int(Self.rowHeight)
        size = (Int((max(widest, bar) + 2 * Self.padding).rounded(.up)), height)
        canvas.requestTextRoom(width: size.width, height: height)
        canvas.queueDraw()
    }

    private static func text(_ value: Double, _ coloring: TrackColoring, _ unit: SpeedUnit) -> String {
        guard coloring != .speed else { return unit.text(of: value) }
        let small = unit.distanceUnit.small
        return unit.distanceUnit.smallText(of: value, decimals: abs(value) < 10 * small.metres ? 1 : 0)
    }

    /// The names of the colours that occur, with that of unknown values last.
    private static func names(_ colors: TrackColors, _ otherSport: String?) -> [Entry] {
        let isUnknown = colors.styles.contains(where: colors.isUnknown)
        return known(colors, otherSport) + (isUnknown ? [(ActivityWords.name(of: .unknown), { $0.unknown })] : [])
    }

    private static func known(_ colors: TrackColors, _ otherSport: String?) -> [Entry] {
        let present = Set(colors.styles.lazy.filter { $0 != .gap }.map(\.color))
        switch colors.coloring {
        case .activity:
            return Activity.allCases.enumerated().filter { present.contains($0.offset) }.map { place in
                let activity = place.element
                let sport = activity == .unknown ? otherSport.map(DayList.title(ofSport:)) : nil
                let name = sport ?? ActivityWords.name(of: activity)
                return (name, { colors.color(of: TrackStyle(activity), $0) })
            }
        case .source:
            return SpeedEstimate.Source.colored.enumerated().filter { present.contains($0.offset) }.map { place in
                let source = place.element
                return (localized(source.title), { $0.color(ofSource: source) })
            }
        default: return []
        }
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        if drawing.textScale != textScale { MainLoop.after(milliseconds: 0) { [weak self] in self?.layOut() } }
        let palette = appearance.palette
        let middle = Double(Self.height) * drawing.textScale / 2
        drawNames(in: drawing, below: scale == nil ? 0 : Self.rowHeight * drawing.textScale)
        guard let scale else { return }
        var x = Self.padding
        drawing.setColor(Color(palette.foreground))
        x += drawing.text(ends.low, x: x, y: middle, Self.style).width + 8
        let step = Self.barWidth / Double(ColorScale.stepCount)
        drawing.saved {
            drawing.rectangle(x: x, y: middle - 4, width: Self.barWidth, height: 8, radius: 4)
            drawing.clip()
            for index in 0..<ColorScale.stepCount {
                drawing.setColor(Color(scale.color(ofStep: index, palette)))
                drawing.rectangle(x: x + Double(index) * step, y: middle - 4, width: step + 0.5, height: 8)
                drawing.fill()
            }
        }
        drawing.setColor(Color(palette.foreground))
        drawing.text(ends.high, x: x + Self.barWidth + 8, y: middle, Self.style)
    }

    private func drawNames(in drawing: Drawing, below top: Double) {
        for (row, entries) in rows.enumerated() {
            let middle = top + (Double(Self.height) / 2 + Double(row) * Self.rowHeight) * drawing.textScale
            var x = Self.padding
            for (name, color) in entries {
                drawing.setColor(Color(color(appearance.palette)))
                drawing.rectangle(x: x, y: middle - 3, width: 12, height: 6, radius: 3)
                drawing.fill()
                drawing.setColor(Color(appearance.palette.foreground))
                x += 17 + drawing.text(name, x: x + 17, y: middle, Self.style).width + 12
            }
        }
    }
}
