public import Geometry
import SensorModel

/// A track prepared for drawing at any zoom: unit-Mercator columns, levels of detail, and chunks with bounding boxes.
///
/// It is created once for a track, in the background. The time for a frame then depends only on its visible part.
public struct TrackGeometry: Sendable {
    /// The options for choosing the parts of a frame.
    public struct Options: Sendable, Hashable {
        /// The maximum error of the drawn line, in pixels.
        public var tolerance = 0.5
        /// The maximum number of segments before a coarser level is drawn; ``TrackSelection/error`` states how coarse.
        public var segmentBudget = 20_000
        /// The maximum error that the budget may add, in pixels.
        public var largestTolerance = 1.5
        /// The margin around the widget in which lines are kept, in pixels: at least half a line's width.
        public var margin = 16.0

        /// Creates options with default values.
        public init() {}
    }

    /// Places eastward in the unit square; beyond 0 ... 1 if the track continued over the antimeridian.
    public let x: MercatorColumn
    /// Places southward in the unit square.
    public let y: MercatorColumn
    /// The style of the segment from each point to the next; as many as there are points.
    public let styles: [TrackStyle]
    /// The bounding box of all points.
    public let bounds: MercatorBounds

    /// The rank of each point's significance, regardless of styles.
    private let ranks: [UInt8]
    let detail: DetailLevels

    /// Creates the geometry of a track. O(n log n).
    /// - Parameters:
    ///   - coordinates: The points, in order of time. An invalid coordinate counts as the previous one.
    ///   - styles: The style of each segment to the next point; missing ones are plain.
    public init(_ coordinates: some Collection<Coordinate>, styles: [TrackStyle] = []) {
        let (x, y) = Self.columns(coordinates, after: nil)
        let ranks = LineSignificance.values(x: x, y: y).map(LineSignificance.rank(of:))
        self.init(x: MercatorColumn(x), y: MercatorColumn(y), ranks: ranks, styles: styles)
    }

    private init(x: MercatorColumn, y: MercatorColumn, ranks: [UInt8], styles: [TrackStyle]) {
        self.x = x
        self.y = y
        self.ranks = ranks
        var styles = styles.count == x.count ? styles : Array(styles.prefix(x.count))
        if styles.count < x.count { styles += [TrackStyle](repeating: .plain, count: x.count - styles.count) }
        self.styles = styles
        var bounds = MercatorBounds.empty
        for index in x.indices { bounds.include(x: x[index], y: y[index]) }
        self.bounds = bounds
        detail = DetailLevels(x: x, y: y, ranks: Self.ranks(ranks, keeping: styles, x: x, y: y))
    }

    /// Returns the track continued by plain segments to more points. O(n) in copying, and otherwise O(points).
    public func continued(by coordinates: some Collection<Coordinate>) -> TrackGeometry {
        guard !isEmpty else { return TrackGeometry(coordinates) }
        let (newX, newY) = Self.columns(coordinates, after: point(count - 1))
        let (x, y) = (x.appending(newX), y.appending(newY))
        let known = (count - 1) / LineSignificance.blockLength * LineSignificance.blockLength
        let significance = LineSignificance.values(x: Array(x[known...]), y: Array(y[known...]))
        return TrackGeometry(
            x: x, y: y, ranks: ranks[..<known] + significance.map(LineSignificance.rank(of:)), styles: styles)
    }

    /// Returns the same track in other styles. This is faster than creating it again.
    public func restyled(_ styles: [TrackStyle]) -> TrackGeometry {
        TrackGeometry(x: x, y: y, ranks: ranks, styles: styles)
    }

    /// The number of points.
    public var count: Int { x.count }
    /// True without points.
    public var isEmpty: Bool { x.isEmpty }

    /// Returns a point of the track.
    public func point(_ index: Int) -> UnitMercator { UnitMercator(x: x[index], y: y[index]) }

    private static func columns(
        _ coordinates: some Collection<Coordinate>, after known: UnitMercator?
    ) -> (x: [Double], y: [Double]) {
        var x: [Double] = []
        var y: [Double] = []
        x.reserveCapacity(coordinates.count)
        y.reserveCapacity(coordinates.count)
        let first = coordinates.first(where: \.isValid).map { UnitMercator($0) } ?? UnitMercator(x: 0.5, y: 0.5)
        var last = known ?? first
        for coordinate in coordinates {
            if coordinate.isValid {
                let place = UnitMercator(coordinate)
                last.x = place.x + (last.x - place.x).rounded()
                last.y = place.y
            }
            x.append(last.x)
            y.append(last.y)
        }
        return (x, y)
    }

    /// Keeps the points at which the style changes if the stretches on both sides are large enough to be visible. Smaller
    /// stretches between two visible ones do not hide the change from one to the other. O(points).
    private static func ranks(
        _ ranks: [UInt8], keeping styles: [TrackStyle], x: MercatorColumn, y: MercatorColumn
    ) -> [UInt8] {
        var result = ranks
        // The earlier stretches that are adjacent to the next one at some level: each is larger than all after it.
        var before: [(rank: UInt8, style: TrackStyle)] = []
        func close(_ range: ClosedRange<Int>) {
            let (start, rank) = (range.lowerBound, LineSignificance.rank(of: extent(x, y, range)))
            while let last = before.last {
                if last.style != styles[start] { result[start] = max(result[start], min(last.rank, rank)) }
                guard last.rank <= rank else { break }
                before.removeLast()
                if last.rank == rank { break }
            }
            before.append((rank, styles[start]))
        }
        var start = 0
        for index in styles.indices.dropFirst() where styles[index] != styles[index - 1] {
            close(start...index)
            start = index
        }
        if start > 0, let last = styles.indices.last { close(start...last) }
        return result
    }

    private static func extent(_ x: MercatorColumn, _ y: MercatorColumn, _ range: ClosedRange<Int>) -> Float {
        var box = MercatorBounds.empty
        for index in range { box.include(x: x[index], y: y[index]) }
        return Float(max(box.maximumX - box.minimumX, box.maximumY - box.minimumY))
    }
}
