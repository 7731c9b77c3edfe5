public import Geometry
public import SensorModel

/// Points that are marked individually on the map, each with its time: the rejected fixes except for duplicates.
public struct MarkedPoints: Sendable {
    /// The times of the points, in their order of arrival.
    public let times: [Instant]
    private let x: [Double]
    private let y: [Double]

    /// No points.
    public static let empty = MarkedPoints(times: [], coordinates: [])

    /// Creates points from times and the same number of places.
    public init(times: [Instant], coordinates: [Coordinate]) {
        self.times = times
        let points = coordinates.map { UnitMercator($0) }
        x = points.map(\.x)
        y = points.map(\.y)
    }

    private init(times: [Instant], x: [Double], y: [Double]) {
        self.times = times
        self.x = x
        self.y = y
    }

    /// Returns the points within a stretch of time. O(n).
    public func clipped(to range: ClosedRange<Instant>) -> MarkedPoints {
        let kept = times.indices.filter { range.contains(times[$0]) }
        return MarkedPoints(times: kept.map { times[$0] }, x: kept.map { x[$0] }, y: kept.map { y[$0] })
    }

    /// The sizes in pixels of the cells of which each has at most one mark, for few points to very many.
    private static let cells: [(points: Int, pixels: Double)] = [(2_000, 0.5), (8_000, 1), (30_000, 2), (.max, 4)]

    /// Chooses the marks of a frame: the first of those that share a spot. O(n).
    /// - Parameters:
    ///   - viewport: The visible part of the map.
    ///   - margin: The distance outside the widget within which marks extend into it, in pixels.
    ///   - until: The instant that the replay has reached; `nil` to show all as reached.
    ///   - spot: The size in pixels of a spot; `nil` for one that suits the number of points.
    ///   - selection: Filled with the marks; previous contents are removed.
    public func select(
        in viewport: MapViewport, margin: Double, until: Instant?, spot: Double? = nil,
        into selection: inout MarkSelection
    ) {
        selection.reached.removeAll(keepingCapacity: true)
        selection.ahead.removeAll(keepingCapacity: true)
        let cell = spot ?? Self.cells.first { times.count <= $0.points }?.pixels ?? 4
        let columns = Int(((viewport.width + 2 * margin) / cell).rounded(.up)) + 1
        let rows = Int(((viewport.height + 2 * margin) / cell).rounded(.up)) + 1
        guard !times.isEmpty, columns > 0, rows > 0 else { return }
        selection.clear(cells: columns * rows)
        let centre = viewport.centre
        let (xx, xy, _, yx, yy, _) = viewport.affine
        for isAhead in [false, true] {
            for index in times.indices where (until.map { times[index] > $0 } ?? false) == isAhead {
                let east = x[index] - centre.x
                // The nearest of its copies around the world.
                let nearest = east - east.rounded()
                let south = y[index] - centre.y
                let left = xx * nearest + xy * south + viewport.width / 2
                let top = yx * nearest + yy * south + viewport.height / 2
                guard left > -margin, top > -margin, left < viewport.width + margin, top < viewport.height + margin
                else { continue }
                let place = Int((top + margin) / cell) * columns + Int((left + margin) / cell)
                guard selection.take(cell: place) else { continue }
                let point = ScreenPoint(x: left, y: top)
                if isAhead { selection.ahead.append(point) } else { selection.reached.append(point) }
            }
        }
    }
}

/// The marks of one frame, in pixels. It is reused for the next frame, so that drawing allocates no memory.
public struct MarkSelection: Sendable {
    /// The marks that the replay has reached.
    public internal(set) var reached: [ScreenPoint] = []
    /// The marks that the replay has not reached.
    public internal(set) var ahead: [ScreenPoint] = []
    /// One bit per cell.
    private var taken: [UInt64] = []
    private var cellCount = 0

    /// Creates an empty selection.
    public init() {}

    mutating func clear(cells: Int) {
        let words = (cells + 63) / 64
        if taken.count == words {
            for word in taken.indices { taken[word] = 0 }
        } else {
            taken = [UInt64](repeating: 0, count: words)
        }
        cellCount = cells
    }

    /// Occupies a cell; false if it was occupied before.
    mutating func take(cell: Int) -> Bool {
        guard cell >= 0, cell < cellCount, taken[cell / 64] & (1 << UInt64(cell % 64)) == 0 else { return false }
        taken[cell / 64] |= 1 << UInt64(cell % 64)
        return true
    }
}
