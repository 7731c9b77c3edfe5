/// A vertical divider over the map, with one track to its left and another to its right.
public struct MapCurtain: Sendable, Hashable {
    /// The two tracks that are compared.
    public enum Pair: Sendable, Hashable {
        /// The accepted fixes to the left, the track after the backward pass to the right.
        case rawAndSmoothed
        /// Set A of the parameters to the left, set B to the right; one of them is active.
        case sets(active: ParameterSets.Name)
    }

    /// The part of the map's width on which a layer is drawn.
    public enum Extent: Sendable, Hashable {
        /// Both sides of the divider.
        case whole
        /// The side left of the divider.
        case left
        /// The side right of the divider.
        case right
        /// Neither side.
        case hidden
    }

    /// The tracks on the two sides.
    public var pair = Pair.rawAndSmoothed
    /// The divider's position, from 0 at the left end of its range to 1 at the right end.
    public private(set) var share = 0.5

    /// The minimum distance in pixels between the divider and an edge of the map, which keeps its knob in view.
    public static let margin = 16.0

    /// Creates a divider in the middle of the map.
    public init() {}

    /// Moves the divider. A position outside the range is limited to it, and a position that is not a number is
    /// ignored.
    public mutating func move(to share: Double) {
        if !share.isNaN { self.share = min(1, max(0, share)) }
    }

    /// Moves the divider to a pixel of a map; a map without room for it leaves it unchanged.
    public mutating func move(toX x: Double, width: Double) {
        let path = width - 2 * Self.margin
        if path > 0 { move(to: (x - Self.margin) / path) }
    }

    /// Returns the whole pixel of the divider on a map.
    public func x(width: Double) -> Double {
        let path = width - 2 * Self.margin
        return path > 0 ? (Self.margin + share * path).rounded() : (width / 2).rounded()
    }

    /// Returns the columns of a map on which something is drawn, in pixels; empty if it is hidden.
    public func columns(of extent: Extent, width: Double) -> Range<Double> {
        let x = min(max(0, x(width: width)), max(0, width))
        return switch extent {
        case .whole: 0..<max(0, width)
        case .left: 0..<x
        case .right: x..<max(x, width)
        case .hidden: 0..<0
        }
    }

    /// Returns whether the divider decides about a layer, regardless of the choice in the legend.
    public func decides(_ kind: TrackKind) -> Bool {
        switch pair {
        case .rawAndSmoothed: [.raw, .filtered, .smoothed, .simplified, .compared].contains(kind)
        case .sets: [.simplified, .compared].contains(kind)
        }
    }

    /// Returns the side on which a layer is drawn.
    /// - Parameters:
    ///   - kind: The layer.
    ///   - chosen: The layers that the user has chosen in the legend.
    public func extent(of kind: TrackKind, chosen: Set<TrackKind>) -> Extent {
        guard decides(kind) || chosen.contains(kind) else { return .hidden }
        switch pair {
        case .rawAndSmoothed:
            return switch kind {
            case .raw, .rejected: .left
            case .smoothed, .uncertainty: .right
            case .stops, .roads, .added: .whole
            case .filtered, .simplified, .compared: .hidden
            }
        case .sets(let active):
            // The raw fixes belong to both sets; the other layers come from the active set.
            return switch kind {
            case .simplified where TrackKind.colored(of: chosen) == .smoothed: .hidden
            case .raw, .roads, .added: .whole
            case .compared: Self.side(of: active.other)
            default: Self.side(of: active)
            }
        }
    }

    /// The side of the marks along the track, which lie on the refined one.
    public var markExtent: Extent {
        switch pair {
        case .rawAndSmoothed: .right
        case .sets(let active): Self.side(of: active)
        }
    }

    /// Returns the layers that are drawn on either side.
    /// - Parameter chosen: The layers that the user has chosen in the legend.
    public func shown(chosen: Set<TrackKind>) -> Set<TrackKind> {
        chosen.union(TrackKind.ofSession).filter { extent(of: $0, chosen: chosen) != .hidden }
    }

    /// Returns the layers that are drawn at a column of a map.
    /// - Parameters:
    ///   - x: The column, in pixels from the left.
    ///   - width: The width of the map, in pixels.
    ///   - chosen: The layers that the user has chosen in the legend.
    public func shown(atX x: Double, width: Double, chosen: Set<TrackKind>) -> Set<TrackKind> {
        chosen.union(TrackKind.ofSession).filter {
            columns(of: extent(of: $0, chosen: chosen), width: width).contains(x)
        }
    }

    private static func side(of set: ParameterSets.Name) -> Extent { set == .a ? .left : .right }

    /// Returns the top of the labels beside the divider: as high as possible without covering what lies over the map.
    /// - Parameters:
    ///   - columns: The columns from the left end of the left label to the right end of the right one.
    ///   - height: The height of a label in pixels.
    ///   - obstacles: The boxes that the labels do not cover.
    public static func labelTop(
        columns: Range<Double>, height: Double, around obstacles: [RouteMarks.Box]
    ) -> Double {
        var top = labelMargin
        for box in obstacles.sorted(by: { $0.centre.y - $0.halfHeight < $1.centre.y - $1.halfHeight }) {
            let (above, below) = (box.centre.y - box.halfHeight, box.centre.y + box.halfHeight)
            let isBeside =
                box.centre.x + box.halfWidth <= columns.lowerBound - labelGap
                || box.centre.x - box.halfWidth >= columns.upperBound + labelGap
            if !isBeside, above < top + height + labelGap, below > top - labelGap { top = below + labelGap }
        }
        return top
    }

    private static let labelMargin = 14.0
    private static let labelGap = 8.0
}
