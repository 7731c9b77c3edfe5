public import Geodesy
public import SensorModel

/// Points that are marked on the map one by one, each with its time: the rejected fixes.
public struct MarkedPoints: Sendable {
    /// The times of the points, in their order of arrival.
    public let times: [Instant]
    private let x: [Double]
    private let y: [Double]

    /// Points of nothing.
    public static let empty = MarkedPoints(times: [], coordinates: [])

    /// Creates points from times and places; as many of each.
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

    /// The pixels within which one mark stands for all, from few points to very many.
    private static let cells: [(points: Int, pixels: Double)] = [(2_000, 0.5), (8_000, 1), (30_000, 2), (.max, 4)]

    /// Chooses the marks that a frame draws: of those that lie in one spot, the first. O(n).
    /// - Parameters:
    ///   - viewport: What the map shows.
    ///   - margin: Pixels around it in which marks reach into it.
    ///   - until: The instant that the replay has reached; nil if all of them are shown as reached.
    ///   - selection: Filled with the marks; what it held is removed.
    public func select(
        in viewport: MapViewport, margin: Double, until: Instant?, into selection: inout MarkSelection
    ) {
        selection.reached.removeAll(keepingCapacity: true)
        selection.ahead.removeAll(keepingCapacity: true)
        let cell = Self.cells.first { times.count <= $0.points }?.pixels ?? 4
        let columns = Int(((viewport.width + 2 * margin) / cell).rounded(.up)) + 1
        let rows = Int(((viewport.height + 2 * margin) / cell).rounded(.up)) + 1
        guard !times.isEmpty, columns > 0, rows > 0 else { return }
        selection.clear(cells: columns * rows)
        let centre = viewport.centre
        let (xx, xy, _, yx, yy, _) = viewport.affine
        for isAhead in [false, true] {
            for index in times.indices where (until.map { times[index] > $0 } ?? false) == isAhead {
                let east = x[index] - centre.x
                // Of its copies around the world, the nearest.
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

/// The marks of one frame, in pixels; kept between frames, so that drawing allocates nothing.
public struct MarkSelection: Sendable {
    /// The marks that the replay has reached.
    public internal(set) var reached: [ScreenPoint] = []
    /// Those that lie ahead of it.
    public internal(set) var ahead: [ScreenPoint] = []
    /// A bit a cell.
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
