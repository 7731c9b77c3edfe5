import Geometry
import Glibc
import SensorModel

/// The marks along a track in one frame: milestones and arrows in the direction of travel, without overlap.
public struct RouteMarks: Sendable {
    /// A box in a widget, in pixels.
    public struct Box: Sendable, Hashable {
        var centre: ScreenPoint
        var halfWidth: Double
        var halfHeight: Double

        /// Creates a box around a point.
        public init(around centre: ScreenPoint, width: Double, height: Double) {
            self.centre = centre
            halfWidth = width / 2
            halfHeight = height / 2
        }

        /// The left edge in pixels.
        public var left: Double { centre.x - halfWidth }
        /// The upper edge in pixels.
        public var top: Double { centre.y - halfHeight }
        /// The width in pixels.
        public var width: Double { 2 * halfWidth }
        /// The height in pixels.
        public var height: Double { 2 * halfHeight }

        func intersects(_ other: Box) -> Bool {
            abs(centre.x - other.centre.x) < halfWidth + other.halfWidth
                && abs(centre.y - other.centre.y) < halfHeight + other.halfHeight
        }
    }

    /// A milestone in the widget.
    public struct Label: Sendable, Hashable {
        /// The milestone that the label names.
        public let milestone: TrackRoute.Milestone
        /// The label's centre.
        public let point: ScreenPoint
    }

    /// An arrow on the line.
    public struct Arrow: Sendable, Hashable {
        /// The arrow's centre.
        public let point: ScreenPoint
        /// The direction in radians, clockwise from the right.
        public let angle: Double
        /// The index of the track's point; fractions lie between two points.
        public let place: Double
    }

    /// The labels, those with the roundest numbers first.
    public private(set) var labels: [Label] = []
    /// The boxes of the labels, with the free space around each, in the order of ``labels``.
    public private(set) var labelBoxes: [Box] = []
    /// The arrows, in order along the track.
    public private(set) var arrows: [Arrow] = []

    /// The minimum distance between two arrows along the line, in pixels; the maximum is twice that.
    static let arrowSpacing = 64.0
    /// The length of the line on either side of an arrow that determines its direction, in pixels.
    static let arrowReach = 8.0
    /// The minimum share of that length that lies in a straight line; a line that winds more gets no arrow.
    static let straightness = 0.8
    /// The minimum distance between two milestones along the line, in pixels.
    static let labelSpacing = 112.0
    /// The minimum distance between two labels on the map, in pixels: laps over each other have as few as one has.
    static let labelDistance = 84.0
    /// The free space around a mark, in pixels.
    static let gap = 4.0
    /// The side of the square around an arrow, in pixels.
    static let arrowSide = 14.0
    /// The margin around the widget, in pixels, in which marks are also placed, so that they stay while the map is dragged.
    static let margin = 60.0
    /// The maximum number of arrows that are drawn.
    static let mostArrows = 240

    /// Chooses the marks of a frame. O(chunks + segments in view + milestones).
    /// - Parameters:
    ///   - route: The track.
    ///   - viewport: The visible part of the map.
    ///   - obstacles: The boxes that marks do not cover.
    ///   - size: Returns the size of a milestone's label in pixels.
    public init(
        _ route: TrackRoute, in viewport: MapViewport, around obstacles: [Box] = [],
        size: (TrackRoute.Milestone) -> (width: Double, height: Double)
    ) {
        guard route.track.geometry.count > 1, viewport.width > 0, viewport.height > 0 else { return }
        var taken = obstacles
        func take(_ box: Box) -> Bool {
            guard !taken.contains(where: box.intersects) else { return false }
            taken.append(box)
            return true
        }
        for label in Self.labels(of: route, in: viewport) {
            let size = size(label.milestone)
            let box = Box(around: label.point, width: size.width + 2 * Self.gap, height: size.height + 2 * Self.gap)
            let isFree = labels.allSatisfy {
                hypot($0.point.x - label.point.x, $0.point.y - label.point.y) >= Self.labelDistance
            }
            guard isFree, take(box) else { continue }
            labels.append(label)
            labelBoxes.append(box)
        }
        let side = Self.arrowSide + 2 * Self.gap
        for arrow in RouteArrows(route, viewport).found where arrows.count < Self.mostArrows {
            if take(Box(around: arrow.point, width: side, height: side)) { arrows.append(arrow) }
        }
    }

    /// The number of milestones between two labels: 1, 2 or 5 times a power of ten.
    static func step(unitMetres: Double, metresPerPixel: Double) -> Int {
        let pixels = unitMetres / metresPerPixel
        guard pixels.isFinite, pixels > 0 else { return .max }
        var power = 1
        while power <= TrackRoute.mostMilestones {
            for lead in [1, 2, 5] where pixels * Double(lead * power) >= labelSpacing { return lead * power }
            power *= 10
        }
        return .max
    }

    /// The milestones in view, the roundest first: that order does not change while the map is dragged.
    private static func labels(of route: TrackRoute, in viewport: MapViewport) -> [Label] {
        let step = step(unitMetres: route.unitMetres, metresPerPixel: viewport.metresPerPixel)
        guard step < .max else { return [] }
        var seen: [Label] = []
        for milestone in route.milestones where milestone.number % step == 0 {
            var place = milestone.point
            place.x += (viewport.centre.x - place.x).rounded()
            let point = viewport.screenPoint(of: place)
            guard (-margin...viewport.width + margin).contains(point.x),
                (-margin...viewport.height + margin).contains(point.y)
            else { continue }
            seen.append(Label(milestone: milestone, point: point))
        }
        func roundness(_ number: Int) -> Int { number % (10 * step) == 0 ? 0 : number % (5 * step) == 0 ? 1 : 2 }
        return seen.sorted {
            (roundness($0.milestone.number), $0.milestone.number) < (
                roundness($1.milestone.number), $1.milestone.number
            )
        }
    }
}

/// Finds the arrows in view. They lie at whole multiples of a length along the line, so that dragging the map moves none,
/// and zooming by one level keeps every second one.
private struct RouteArrows {
    private let route: TrackRoute
    private let viewport: MapViewport
    private let spacing: Double
    private let view: MercatorBounds
    private(set) var found: [RouteMarks.Arrow] = []

    /// The maximum number of arrows that are considered.
    private static let mostCandidates = 2_000

    init(_ route: TrackRoute, _ viewport: MapViewport) {
        self.route = route
        self.viewport = viewport
        spacing = exp2(log2(RouteMarks.arrowSpacing / viewport.worldSize).rounded(.up))
        view = viewport.bounds(margin: RouteMarks.margin)
        let geometry = route.track.geometry
        let level = geometry.detail.levels[geometry.detail.index(for: 1 / viewport.worldSize)]
        // Of the copies of the world, only the middle one has arrows.
        let copy = (viewport.centre.x - geometry.bounds.centre.x).rounded()
        let shifted = view.moved(x: -copy)
        for (chunk, box) in level.boxes.enumerated() where box.intersects(shifted) {
            let start = chunk * DetailLevel.chunkLength
            for place in start..<min(level.count - 1, start + DetailLevel.chunkLength) {
                guard found.count < Self.mostCandidates else { return }
                add(from: level[place], to: level[place + 1], copy, shifted)
            }
        }
    }

    private mutating func add(from: Int, to: Int, _ copy: Double, _ view: MercatorBounds) {
        let geometry = route.track.geometry
        let (start, end) = (Double(route.lengths[from]), Double(route.lengths[to]))
        // Most segments of a fine line contain no arrow.
        guard (start / spacing).rounded(.up) < (end / spacing).rounded(.up), geometry.style(from: from, to: to) != .gap,
            let shares = Self.shares(of: geometry.point(from), geometry.point(to), in: view)
        else { return }
        let first = ((start + shares.lowerBound * (end - start)) / spacing).rounded(.up)
        var length = first * spacing
        while length < min(end, start + shares.upperBound * (end - start)), found.count < Self.mostCandidates {
            add(at: length, place: Double(from) + (length - start) / (end - start) * Double(to - from), copy)
            length += spacing
        }
    }

    private mutating func add(at length: Double, place: Double, _ copy: Double) {
        let reach = RouteMarks.arrowReach / viewport.worldSize
        func pixel(_ length: Double) -> ScreenPoint {
            var point = route.point(atLength: length)
            point.x += copy
            return viewport.screenPoint(of: point)
        }
        let (before, point, after) = (pixel(length - reach), pixel(length), pixel(length + reach))
        let (right, down) = (after.x - before.x, after.y - before.y)
        guard hypot(right, down) >= RouteMarks.straightness * 2 * RouteMarks.arrowReach else { return }
        found.append(RouteMarks.Arrow(point: point, angle: atan2(down, right), place: place))
    }

    /// Returns the shares of a segment between which it lies in a box; `nil` if it does not.
    private static func shares(
        of start: UnitMercator, _ end: UnitMercator, in box: MercatorBounds
    ) -> ClosedRange<Double>? {
        var (low, high) = (0.0, 1.0)
        let sides = [
            (start.x, end.x - start.x, box.minimumX, box.maximumX),
            (start.y, end.y - start.y, box.minimumY, box.maximumY),
        ]
        for (place, way, least, most) in sides {
            guard way != 0 else {
                if place < least || place > most { return nil }
                continue
            }
            let (one, other) = ((least - place) / way, (most - place) / way)
            low = max(low, min(one, other))
            high = min(high, max(one, other))
        }
        return low <= high ? low...high : nil
    }
}
