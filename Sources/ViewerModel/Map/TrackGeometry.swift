public import Geodesy

/// A track ready to be drawn at any zoom: unit-Mercator columns, levels of detail, chunks with boxes.
///
/// Made once for a track, in the background; a frame then asks for what it shows and pays for that alone.
public struct TrackGeometry: Sendable {
    /// How a frame is chosen.
    public struct Options: Sendable, Hashable {
        /// Pixels that the drawn line may be off.
        public var tolerance = 0.5
        /// Segments above which a coarser level is taken; ``TrackSelection/error`` says how coarse.
        public var segmentBudget = 20_000
        /// Pixels by which the budget may make the line worse, at most.
        public var largestTolerance = 1.5
        /// Pixels around the widget in which lines are kept: at least half a line's width.
        public var margin = 16.0

        /// Makes the defaults.
        public init() {}
    }

    /// Places eastward in the unit square; beyond 0 ... 1 where the track went on over the antimeridian.
    public let x: [Double]
    /// Places southward in the unit square.
    public let y: [Double]
    /// How the segment from each point to the next is drawn; as many as there are points.
    public let styles: [TrackStyle]
    /// The box around all points.
    public let bounds: MercatorBounds

    private let significance: [Float]
    let detail: DetailLevels

    /// Makes the geometry of a track. O(n log n).
    /// - Parameters:
    ///   - coordinates: The points, in order of time; one that is not a place counts as the one before it.
    ///   - styles: How each segment to the next point is drawn; missing ones are plain.
    public init(_ coordinates: some Collection<Coordinate>, styles: [TrackStyle] = []) {
        let (x, y) = Self.columns(coordinates)
        self.init(x: x, y: y, significance: LineSignificance.values(x: x, y: y), styles: styles)
    }

    private init(x: [Double], y: [Double], significance: [Float], styles: [TrackStyle]) {
        self.x = x
        self.y = y
        self.significance = significance
        var styles = Array(styles.prefix(x.count))
        styles += [TrackStyle](repeating: .plain, count: x.count - styles.count)
        self.styles = styles
        var bounds = MercatorBounds.empty
        for index in x.indices { bounds.include(x: x[index], y: y[index]) }
        self.bounds = bounds
        detail = DetailLevels(
            x: x, y: y, significance: Self.significance(significance, keeping: styles, x: x, y: y))
    }

    /// Returns the same track in other styles; cheaper than making it anew.
    public func restyled(_ styles: [TrackStyle]) -> TrackGeometry {
        TrackGeometry(x: x, y: y, significance: significance, styles: styles)
    }

    /// How many points there are.
    public var count: Int { x.count }
    /// True without points.
    public var isEmpty: Bool { x.isEmpty }

    /// Returns a point of the track.
    public func point(_ index: Int) -> UnitMercator { UnitMercator(x: x[index], y: y[index]) }

    private static func columns(_ coordinates: some Collection<Coordinate>) -> (x: [Double], y: [Double]) {
        var x: [Double] = []
        var y: [Double] = []
        x.reserveCapacity(coordinates.count)
        y.reserveCapacity(coordinates.count)
        let first = coordinates.first(where: \.isValid).map { UnitMercator($0) } ?? UnitMercator(x: 0.5, y: 0.5)
        var last = first
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

    /// Keeps the points at which the style changes as long as the stretches beside them are large enough to be seen.
    private static func significance(
        _ significance: [Float], keeping styles: [TrackStyle], x: [Double], y: [Double]
    ) -> [Float] {
        var result = significance
        var start = 0
        var extentBefore = Float.infinity
        for index in styles.indices.dropFirst() where styles[index] != styles[index - 1] {
            let extent = extent(x, y, start...index)
            keep(start, min(extentBefore, extent))
            extentBefore = extent
            start = index
        }
        if start > 0, let last = styles.indices.last { keep(start, min(extentBefore, extent(x, y, start...last))) }
        return result

        func keep(_ index: Int, _ value: Float) { result[index] = max(result[index], value) }
    }

    private static func extent(_ x: [Double], _ y: [Double], _ range: ClosedRange<Int>) -> Float {
        var box = MercatorBounds.empty
        for index in range { box.include(x: x[index], y: y[index]) }
        return Float(max(box.maximumX - box.minimumX, box.maximumY - box.minimumY))
    }
}
