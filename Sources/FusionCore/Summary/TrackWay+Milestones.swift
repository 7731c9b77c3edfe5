public import SensorModel

extension TrackWay {
    /// Returns the instants at which the distance, measured and estimated, first reaches whole multiples of a length,
    /// beginning with the first multiple; between two fixes, as at a constant speed. O(n).
    /// - Parameters:
    ///   - length: The length in metres.
    ///   - most: The number of instants at most.
    public func milestones(every length: Double, atMost most: Int) -> [Instant] {
        guard length > 0, length.isFinite else { return [] }
        var found: [Instant] = []
        for place in times.indices.dropFirst() {
            let (before, here) = (metres[place - 1].sum(), metres[place].sum())
            while found.count < most {
                let next = Double(found.count + 1) * length
                guard here >= next else { break }
                let share = here > before ? max(0, (next - before) / (here - before)) : 0
                found.append(times[place - 1] + share * (times[place] - times[place - 1]))
            }
            if found.count >= most { break }
        }
        return found
    }
}
