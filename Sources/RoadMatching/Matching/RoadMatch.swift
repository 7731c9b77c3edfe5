public import Geometry
import SensorModel

/// A track on the roads of a map, place by place.
public struct RoadMatch: Sendable, Hashable {
    /// The position of a place of the track on its road.
    public struct Place: Sendable, Hashable {
        /// The distance from the track to the road, in metres.
        public let deviation: Double
        /// The index of the road in ``RoadMatch/roads``.
        public let road: Int
        /// True if the road is a one-way road in the other direction, and the track is not on foot.
        public let isAgainst: Bool
    }

    /// A part of the track that is continuously on roads, or off them.
    public struct Part: Sendable, Hashable {
        /// True if ``line`` follows roads, false if it is that of the track.
        public let isOnRoad: Bool
        /// The vertices to draw: those of the roads, or of the track off the roads.
        public let line: [Coordinate]
        /// The progress of the track at each vertex of the line: the number of a place, with fractions between two.
        public let progress: [Double]
        /// The places of the track from the first to the last, in the order of the track.
        public let places: ClosedRange<Int>
    }

    /// A part of the track on one road, or off the roads.
    public struct Stretch: Sendable, Hashable {
        /// The index of the road in ``RoadMatch/roads``; `nil` off the roads.
        public let road: Int?
        /// The places of the track from the first to the last.
        public let places: ClosedRange<Int>
    }

    /// A place for each place of the track; `nil` if it is off the roads.
    public internal(set) var places: [Place?]
    /// The roads of the track, each once, in the order of their first place.
    public internal(set) var roads: [Road] = []
    /// The parts, in order.
    public internal(set) var parts: [Part] = []
    /// The length of the track on each of ``roads``, in metres.
    public internal(set) var metresByRoad: [Double] = []
    /// The length of the track, in metres, without the jumps between its parts.
    public internal(set) var metres = 0.0

    /// The length of the track against one-way roads, in metres.
    public internal(set) var againstMetres = 0.0

    /// The length of the track on roads, in metres.
    public var roadMetres: Double { metresByRoad.reduce(0, +) }

    /// The stretches of the track on one road each, and those off the roads, in order. O(n).
    public var stretches: [Stretch] {
        var found: [Stretch] = []
        var start = 0
        for index in places.indices
        where index + 1 == places.count || places[index + 1]?.road != places[index]?.road {
            found.append(Stretch(road: places[index]?.road, places: start...index))
            start = index + 1
        }
        return found
    }

    /// Returns quantiles of the distance between the track and its roads, in metres, over all places; `nil` without
    /// one on a road. O(n).
    /// - Parameter shares: The fractions, ascending.
    public func deviations(_ shares: [Double]) -> [Double]? {
        let found = places.compactMap { $0?.deviation }
        return found.isEmpty ? nil : quantiles(shares, of: found)
    }

    /// The fraction of the length that is on roads; `nil` for a track without length.
    public var roadShare: Double? { metres > 0 ? min(1, roadMetres / metres) : nil }
}
