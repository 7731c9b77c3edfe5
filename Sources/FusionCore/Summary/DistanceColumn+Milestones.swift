import Geometry
public import SensorModel

extension DistanceColumn {
    /// Returns the instants at which the distance, measured and estimated, first reaches whole multiples of a length,
    /// beginning with the first multiple; between two fixes, as at a constant speed. O(m log n).
    /// - Parameters:
    ///   - length: The length in metres.
    ///   - most: The maximum number of instants.
    public func milestones(every length: Double, atMost most: Int) -> [Instant] {
        guard length > 0, length.isFinite else { return [] }
        var found: [Instant] = []
        while found.count < most {
            let distance = Double(found.count + 1) * length
            let place = measured.indices.partitionPoint { metres(of: $0).sum() < distance }
            guard place < measured.count else { break }
            guard place > 0 else {
                found.append(times[0])
                continue
            }
            let (before, here) = (metres(of: place - 1).sum(), metres(of: place).sum())
            let share = max(0, (distance - before) / (here - before))
            found.append(times[place - 1] + share * (times[place] - times[place - 1]))
        }
        return found
    }
}
