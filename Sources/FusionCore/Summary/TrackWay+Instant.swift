import NavigationMath
public import SensorModel

extension TrackWay {
    /// Returns the measured and the estimated metres up to the last fix at or before an instant; `nil` for a track without
    /// fixes. O(log n).
    public func metres(at instant: Instant) -> SIMD2<Double>? {
        guard !times.isEmpty else { return nil }
        let place = times.partitionPoint { $0 <= instant }
        return place > 0 ? metres[place - 1] : SIMD2(0, 0)
    }
}
