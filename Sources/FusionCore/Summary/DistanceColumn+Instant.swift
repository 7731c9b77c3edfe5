import Geometry
public import SensorModel

extension DistanceColumn {
    /// Returns the measured and the estimated distance, in metres, up to the last fix at or before an instant; `nil` if
    /// the track has no fixes. O(log n).
    public func metres(at instant: Instant) -> SIMD2<Double>? {
        guard !times.isEmpty else { return nil }
        let place = times.partitionPoint { $0 <= instant }
        return place > 0 ? metres(of: place - 1) : SIMD2(0, 0)
    }

    /// Returns the part with the fixes in a time span. Its metres start at zero, and its fastest speed is not known.
    /// O(n).
    public func clipped(to span: TimeSpan) -> DistanceColumn {
        let first = times.partitionPoint { $0 < span.start }
        let last = times.partitionPoint { $0 <= span.end }
        var part = DistanceColumn()
        part.reserveCapacity(max(0, last - first))
        for place in first..<max(first, last) {
            part.append(times[place], metres: metres(of: place) - (metres(at: span.start) ?? SIMD2(0, 0)))
        }
        return part
    }
}
