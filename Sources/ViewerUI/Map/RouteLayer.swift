import FusionCore
import GTKKit
import Geometry
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// Draws marks at whole kilometres or miles along the track, and arrows in the direction of travel.
@MainActor
final class RouteLayer: MapLayerContent {
    private let appearance: Appearance
    private let replay: ReplayController
    private var pictures: [Key: TextPicture] = [:]
    /// The track with its marks; `nil` if none is shown.
    var route: TrackRoute? { didSet { placed = nil } }
    private var unit: DistanceUnit { replay.unit.distanceUnit }
    /// Whether marks are drawn.
    private var isShown: Bool { replay.preferences?.showsMarks ?? true }
    /// The stops, which the marks do not cover. Set again whenever the flags change.
    var stops: [StorylineItem.Stop] = [] { didSet { placed = nil } }
    /// The flags, which the marks do not cover either.
    private let flags: FlagLayer

    /// The marks of the last frame. Names on the map, which are drawn first, must not overlap them.
    private var placed: (view: View, marks: RouteMarks)?

    /// The view on which the places of the marks depend, apart from the session.
    private struct View: Hashable {
        let projection: MapProjection
        let scale: Double
        let textScale: Double
        let showsStops: Bool
        let unit: DistanceUnit
    }

    private var showsStops: Bool { replay.visibleLayers.contains(.stops) }

    private struct Key: Hashable {
        let number: Int
        let unit: DistanceUnit
        let isDark: Bool
        let scale: Double
        let textScale: Double
    }

    /// The opacity of marks that the replay has not reached.
    private static let ahead = 0.5
    private static let style = TextStyle(size: 10.5, weight: .semibold)
    /// The distance between a number and the rim of its label, in pixels.
    private static let padding = (across: 6.0, down: 2.0)
    /// The maximum number of cached label pictures.
    private static let mostPictures = 400
    /// The side of the square around a stop's ring in pixels, and the approximate room for its name: the offset, the width of
    /// a letter, and the padding.
    private static let side = 22.0
    private static let name = (start: 12.0, letter: 7.5, padding: 18.0)
    /// Half the length, half the width, and the width of the rim of an arrow, in pixels.
    private static let arrow = (length: 4.5, width: 4.5, rim: 2.5)

    init(appearance: Appearance, replay: ReplayController, flags: FlagLayer) {
        (self.appearance, self.replay, self.flags) = (appearance, replay, flags)
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        guard isShown, let route else { return }
        let columns = replay.curtain.map { $0.columns(of: $0.markExtent, width: projection.width) }
        drawing.within(columns, height: projection.height) { draw(route, in: drawing, projection, within: columns) }
    }

    /// - Parameter columns: The side of a divider; a number that the divider would cut is left out. `nil` for the whole map.
    private func draw(
        _ route: TrackRoute, in drawing: Drawing, _ projection: MapProjection, within columns: Range<Double>?
    ) {
        let marks = marks(route, in: drawing, projection)
        let until = replay.reached
        let limit = until.map(route.track.limit(at:)) ?? .infinity
        for arrow in marks.arrows { draw(arrow, alpha: arrow.place <= limit ? 1 : Self.ahead, in: drawing) }
        for label in marks.labels where columns.map({ isWhole(label, within: $0, in: drawing) }) ?? true {
            let isAhead = until.map { label.milestone.time > $0 } ?? false
            draw(label, alpha: isAhead ? Self.ahead : 1, in: drawing)
        }
    }

    private func isWhole(_ label: RouteMarks.Label, within columns: Range<Double>, in drawing: Drawing) -> Bool {
        let half = (picture(of: label.milestone, in: drawing)?.width ?? 0) / 2 + Self.padding.across
        return label.point.x - half >= columns.lowerBound && label.point.x + half <= columns.upperBound
    }

    /// Returns the marks of a view, the same for its names and for the marks themselves.
    private func marks(_ route: TrackRoute, in drawing: Drawing, _ projection: MapProjection) -> RouteMarks {
        let view = View(
            projection: projection, scale: drawing.sharpness, textScale: drawing.textScale, showsStops: showsStops,
            unit: unit)
        if let placed, placed.view == view { return placed.marks }
        if pictures.count > Self.mostPictures { pictures = [:] }
        // Most milestones of a winding track have no room, so that only the numbers that are drawn get a picture.
        var sizes: [Int: (width: Double, height: Double)] = [:]
        let marks = RouteMarks(route, in: projection.viewport, around: obstacles(in: drawing, projection)) {
            milestone in
            let digits = String(milestone.number).count
            let size = sizes[digits] ?? labelSize(digits: digits, in: drawing)
            sizes[digits] = size
            return size
        }
        placed = (view, marks)
        return marks
    }

    /// Returns the size of a label in pixels, with its padding, if all digits are as wide as a zero.
    private func labelSize(digits: Int, in drawing: Drawing) -> (width: Double, height: Double) {
        let text = "\(String(repeating: "0", count: digits)) \(unit.large.symbol)"
        let size = drawing.measure(text, Self.style)
        return (size.width + 2 * Self.padding.across, size.height + 2 * Self.padding.down)
    }

    /// Returns the boxes of the numbers and of the stops in a view, in pixels. Arrows are not included: they are too
    /// many and too small to keep names away.
    func boxes(in drawing: Drawing, _ projection: MapProjection) -> [Frame] {
        var boxes = obstacles(in: drawing, projection)
        if isShown, let route { boxes += marks(route, in: drawing, projection).labelBoxes }
        return boxes.map { Frame(x: $0.left, y: $0.top, width: $0.width, height: $0.height) }
    }

    /// The stops and the flags in view, with their names.
    private func obstacles(in drawing: Drawing, _ projection: MapProjection) -> [RouteMarks.Box] {
        let viewport = projection.viewport
        var boxes = flags.boxes(in: drawing, projection).map { frame in
            let centre = ScreenPoint(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
            return RouteMarks.Box(around: centre, width: frame.width, height: frame.height)
        }
        for stop in showsStops ? stops : [] {
            let point = viewport.screenPoint(of: stop.coordinate)
            guard (-200...viewport.width + 20).contains(point.x), (-20...viewport.height + 20).contains(point.y) else {
                continue
            }
            boxes.append(RouteMarks.Box(around: point, width: Self.side, height: Self.side))
            guard let name = stop.name else { continue }
            let width = Double(name.count) * Self.name.letter * drawing.textScale + Self.name.padding
            let middle = ScreenPoint(x: point.x + Self.name.start + width / 2, y: point.y)
            boxes.append(RouteMarks.Box(around: middle, width: width, height: Self.side * drawing.textScale))
        }
        return boxes
    }

    private func draw(_ arrow: RouteMarks.Arrow, alpha: Double, in drawing: Drawing) {
        let palette = appearance.palette
        drawing.saved {
            drawing.translate(arrow.point.x, arrow.point.y)
            drawing.rotate(arrow.angle)
            drawing.newPath()
            drawing.move(Self.arrow.length, 0)
            drawing.line(-Self.arrow.length, -Self.arrow.width)
            drawing.line(-Self.arrow.length * 0.5, 0)
            drawing.line(-Self.arrow.length, Self.arrow.width)
            drawing.closePath()
            drawing.setLine(width: Self.arrow.rim)
            drawing.setColor(Color(palette.background, alpha: alpha))
            drawing.strokePreserving()
            drawing.setColor(Color(palette.foreground, alpha: alpha))
            drawing.fill()
        }
    }

    private func draw(_ label: RouteMarks.Label, alpha: Double, in drawing: Drawing) {
        guard let picture = picture(of: label.milestone, in: drawing) else { return }
        let palette = appearance.palette
        let (width, height) = (picture.width + 2 * Self.padding.across, picture.height + 2 * Self.padding.down)
        let (x, y) = (label.point.x.rounded(), label.point.y.rounded())
        drawing.newPath()
        drawing.rectangle(x: x - width / 2, y: y - height / 2, width: width, height: height, radius: height / 2)
        drawing.setColor(Color(palette.background, alpha: 0.94 * alpha))
        drawing.fillPreserving()
        drawing.setLine(width: 1)
        drawing.setColor(Color(palette.foreground, alpha: 0.55 * alpha))
        drawing.stroke()
        picture.draw(in: drawing, x: x, y: y)
    }

    private func picture(of milestone: TrackRoute.Milestone, in drawing: Drawing) -> TextPicture? {
        let key = Key(
            number: milestone.number, unit: unit, isDark: appearance.isDark, scale: drawing.sharpness,
            textScale: drawing.textScale)
        if let known = pictures[key] { return known }
        let palette = appearance.palette
        pictures[key] = TextPicture(
            "\(milestone.number) \(unit.large.symbol)", Self.style, color: Color(palette.foreground),
            halo: Color(palette.background, alpha: 0), like: drawing)
        return pictures[key]
    }
}
