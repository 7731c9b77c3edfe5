import Glibc

/// The places at which a road is named.
enum MapRoadName {
    /// A part of a line that is nearly straight.
    private struct Run {
        let points: ArraySlice<SIMD2<Float>>
        let chord: Float
        let bend: Float

        /// Describes consecutive points; `nil` for fewer than two.
        init?(_ points: ArraySlice<SIMD2<Float>>) {
            guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
            self.points = points
            chord = MapRoadName.length(last - first)
            let along = last - first
            var bend: Float = 0
            for point in points {
                let off = point - first
                bend = max(bend, abs(along.x * off.y - along.y * off.x) / max(chord, 1e-6))
            }
            self.bend = bend
        }
    }

    /// The maximum bend of a named part, as a fraction of the tile's side and of the part's length.
    private static let mostBend: (side: Float, chord: Float) = (0.004, 0.04)
    /// The maximum bend of a part along which the name is repeated: 4 pixels if the tile is enlarged by 8.
    private static let leastBend: Float = 0.002
    /// The maximum number of points of a part.
    private static let mostPoints = 40
    /// The minimum length of the parts that are named in addition to the longest one, as a fraction of the tile's side,
    /// and the levels by which the map is deeper than the tile when they are first named.
    private static let (shortest, levels): (Float, Double) = (0.03, 2)

    /// Returns the names: one in the middle of the longest part of a road that is nearly straight, and for enlarged tiles
    /// one in each straight part. Names lie on the road.
    static func labels(_ name: String, along parts: [[SIMD2<Float>]], in address: TileAddress) -> [MapLabel] {
        var labels: [MapLabel] = []
        func add(_ run: Run, lowestZoom: Double) {
            guard let first = run.points.first, let last = run.points.last else { return }
            var angle = Double(atan2(last.y - first.y, last.x - first.x))
            if angle > .pi / 2 { angle -= .pi } else if angle < -.pi / 2 { angle += .pi }
            labels.append(
                MapLabel(
                    text: name, kind: .road, place: address.place(of: middle(of: run)), angle: angle,
                    room: Double(run.chord) / Double(1 << address.zoom), lowestZoom: lowestZoom,
                    rank: 200 - Double(run.chord) * 20, isStraight: run.bend <= leastBend))
        }
        let named = parts.flatMap { runs(of: $0) { max(mostBend.side, $0 * mostBend.chord) } }
        guard let best = named.filter({ isInside(middle(of: $0)) }).max(by: { $0.chord < $1.chord }), best.chord > 0
        else { return [] }
        add(best, lowestZoom: 13)
        let straight = parts.flatMap { runs(of: $0) { _ in leastBend } }
        for run in straight where run.chord >= shortest && isInside(middle(of: run)) {
            if best.bend <= leastBend, run.points == best.points { continue }
            add(run, lowestZoom: max(13, Double(address.zoom) + levels))
        }
        return labels
    }

    /// Splits a line where it bends by more than a limit, which may depend on the length.
    private static func runs(of line: [SIMD2<Float>], _ limit: (_ chord: Float) -> Float) -> [Run] {
        var runs: [Run] = []
        var current: Run?
        var start = 0
        for end in line.indices.dropFirst() {
            if let longer = Run(line[start...end]), longer.bend <= limit(longer.chord), end - start <= mostPoints {
                current = longer
                continue
            }
            if let current { runs.append(current) }
            start = end - 1
            current = Run(line[start...end])
        }
        if let current { runs.append(current) }
        return runs
    }

    /// Returns the point of a part that is nearest to the middle of its ends.
    private static func middle(of run: Run) -> SIMD2<Float> {
        guard let first = run.points.first, let last = run.points.last else { return .zero }
        let middle = (first + last) / 2
        var nearest = first
        for (from, to) in zip(run.points, run.points.dropFirst()) {
            let along = to - from
            let square = along.x * along.x + along.y * along.y
            let off = middle - from
            let share = square > 0 ? min(1, max(0, (off.x * along.x + off.y * along.y) / square)) : 0
            let point = from + along * share
            if length(point - middle) < length(nearest - middle) { nearest = point }
        }
        return nearest
    }

    /// Returns whether a point lies in its tile: a name beyond the edge belongs to the neighbour.
    static func isInside(_ point: SIMD2<Float>) -> Bool {
        (0..<1).contains(point.x) && (0..<1).contains(point.y)
    }

    private static func length(_ vector: SIMD2<Float>) -> Float {
        (vector.x * vector.x + vector.y * vector.y).squareRoot()
    }
}
