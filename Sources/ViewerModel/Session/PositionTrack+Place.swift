public import FusionCore
public import Geometry
public import SensorModel

extension PositionTrack {
    /// The maximum time, in seconds, between two positions for a place between them.
    private static let longestGap = 600.0
    /// The maximum time, in seconds, to the nearest position for a place that is not between two.
    private static let longestDistance = 60.0

    /// Returns the place at a time, on the line between two positions; `nil` in a gap and outside. O(log n).
    public func place(at time: Instant) -> Coordinate? {
        let next = times.partitionPoint { $0 <= time }
        let before = next > 0 ? next - 1 : nil
        let after = next < times.count ? next : nil
        if let before, let after {
            let span = times[after] - times[before]
            if span <= Self.longestGap {
                let share = span > 0 ? (time - times[before]) / span : 0
                return Self.between(coordinate(of: before), coordinate(of: after), share)
            }
        }
        let near = [before, after].compactMap { $0 }.min { abs(times[$0] - time) < abs(times[$1] - time) }
        guard let near, abs(times[near] - time) <= Self.longestDistance else { return nil }
        return coordinate(of: near)
    }

    private static func between(_ one: Coordinate, _ other: Coordinate, _ share: Double) -> Coordinate {
        var east = other.longitude - one.longitude
        // Across the antimeridian, the shorter side.
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        var longitude = one.longitude + share * east
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        return Coordinate(
            latitude: one.latitude + share * (other.latitude - one.latitude), longitude: longitude)
    }
}
