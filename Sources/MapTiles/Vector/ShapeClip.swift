/// Clips shapes to a box, because cairo's coordinates are limited to eight million pixels, which a tile enlarged a
/// thousand times exceeds.
public struct ShapeClip: Sendable {
    private let lower: SIMD2<Float>
    private let upper: SIMD2<Float>

    /// Creates a clip to the box between two corners.
    public init(lower: SIMD2<Float>, upper: SIMD2<Float>) {
        self.lower = lower
        self.upper = upper
    }

    /// Returns the part of a ring within the box; its edges follow those of the box. O(n).
    ///
    /// Source: I. Sutherland, G. Hodgman, Communications of the ACM 17 (1974).
    public func ring(_ points: [SIMD2<Float>]) -> [SIMD2<Float>] {
        var points = points
        for axis in 0..<2 {
            points = Self.cut(points, axis, at: lower[axis], keepsAbove: true)
            points = Self.cut(points, axis, at: upper[axis], keepsAbove: false)
        }
        return points
    }

    private static func cut(
        _ points: [SIMD2<Float>], _ axis: Int, at edge: Float, keepsAbove: Bool
    ) -> [SIMD2<Float>] {
        guard var last = points.last else { return [] }
        var kept: [SIMD2<Float>] = []
        let isKept = { (point: SIMD2<Float>) in keepsAbove ? point[axis] >= edge : point[axis] <= edge }
        for point in points {
            if isKept(point) != isKept(last) {
                var crossing = last + (point - last) * ((edge - last[axis]) / (point[axis] - last[axis]))
                crossing[axis] = edge
                kept.append(crossing)
            }
            if isKept(point) { kept.append(point) }
            last = point
        }
        return kept
    }

    /// Returns the parts of a line within the box. O(n).
    ///
    /// Source: Y.-D. Liang, B. Barsky, ACM Transactions on Graphics 3 (1984).
    public func lines(_ points: [SIMD2<Float>]) -> [[SIMD2<Float>]] {
        var parts: [[SIMD2<Float>]] = []
        var part: [SIMD2<Float>] = []
        for (from, to) in zip(points, points.dropFirst()) {
            guard let (start, end) = segment(from, to) else {
                if part.count > 1 { parts.append(part) }
                part = []
                continue
            }
            if part.last != start {
                if part.count > 1 { parts.append(part) }
                part = [start]
            }
            part.append(end)
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    private func segment(_ from: SIMD2<Float>, _ to: SIMD2<Float>) -> (SIMD2<Float>, SIMD2<Float>)? {
        var (enter, leave): (Float, Float) = (0, 1)
        let along = to - from
        for axis in 0..<2 {
            guard along[axis] != 0 else {
                guard (lower[axis]...upper[axis]).contains(from[axis]) else { return nil }
                continue
            }
            let low = (lower[axis] - from[axis]) / along[axis]
            let high = (upper[axis] - from[axis]) / along[axis]
            enter = max(enter, min(low, high))
            leave = min(leave, max(low, high))
        }
        guard enter <= leave else { return nil }
        return (enter == 0 ? from : from + along * enter, leave == 1 ? to : from + along * leave)
    }
}
