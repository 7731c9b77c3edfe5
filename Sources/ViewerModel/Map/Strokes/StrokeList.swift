/// Strokes and the colours that they are blended in, in the order in which they are drawn. All lengths are in pixels of
/// the picture.
struct StrokeList: Sendable {
    enum Step: Sendable {
        /// Covers a polyline; a single point is a dot.
        case line(Range<Int>, radius: Float, dash: DashWalk?)
        /// Covers a ring of which a radius and half of the line's width are known.
        case ring(SIMD2<Float>, radius: Float, half: Float)
        /// Blends what was covered since the last blending, in some columns or in all.
        case blend(PixelBlender, columns: Range<Int>?)
        /// Adds what was covered since the last step of this kind to the numbers in the picture.
        case tally
    }

    private(set) var steps: [Step] = []
    private(set) var points: [SIMD2<Float>] = []

    mutating func addLine(_ line: some Sequence<SIMD2<Float>>, radius: Float, dash: DashWalk? = nil) {
        let start = points.count
        points.append(contentsOf: line)
        steps.append(.line(start..<points.count, radius: radius, dash: dash))
    }

    mutating func addRing(around centre: SIMD2<Float>, radius: Float, half: Float) {
        steps.append(.ring(centre, radius: radius, half: half))
    }

    mutating func addBlend(_ blender: PixelBlender, columns: Range<Int>?) {
        steps.append(.blend(blender, columns: columns))
    }

    mutating func addTally() { steps.append(.tally) }

    /// Removes everything, and keeps the memory for the next picture.
    mutating func removeAll() {
        steps.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
    }

    /// Divides the rows of a picture so that each part has about as many points as another.
    /// - Returns: At most `count` ranges of rows that together are the whole picture.
    func bands(_ count: Int, height: Int) -> [Range<Int>] {
        guard count > 1 else { return [0..<height] }
        // A count of points for every eight rows is exact enough.
        var counts = [Int](repeating: 0, count: height / 8 + 1)
        let limit = Float(height)
        for point in points where point.y >= 0 && point.y < limit { counts[Int(point.y) >> 3] += 1 }
        let share = max(1, counts.reduce(0, +) / count)
        var (bands, start, sum): ([Range<Int>], Int, Int) = ([], 0, 0)
        for (place, points) in counts.enumerated() {
            sum += points
            let end = min(height, 8 * (place + 1))
            guard sum >= share, bands.count + 1 < count else { continue }
            bands.append(start..<end)
            (start, sum) = (end, 0)
        }
        return start < height ? bands + [start..<height] : bands
    }
}
