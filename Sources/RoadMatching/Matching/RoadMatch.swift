public import Geodesy

/// A track on the roads of a map, place by place.
public struct RoadMatch: Sendable, Hashable {
    /// The point of a road at which a place of the track was.
    public struct Place: Sendable, Hashable {
        /// The point of the road.
        public let coordinate: Coordinate
        /// The distance from the track to the road, in metres.
        public let deviation: Double
        /// The index of the road in ``RoadMatch/roads``.
        public let road: Int
        /// True if the road is a one-way road in the other direction.
        public let isAgainst: Bool
    }

    /// A part of the track that is on roads without a break, or off them.
    public struct Part: Sendable, Hashable {
        /// True if ``line`` follows roads, false if it is that of the track.
        public let isOnRoad: Bool
        /// The line.
        public let line: [Coordinate]
        /// The places of the track from the first to the last, in the order of the track.
        public let places: ClosedRange<Int>
    }

    /// A place for each place of the track; `nil` if it is off the roads.
    public internal(set) var places: [Place?]
    /// The roads by which the track leads, each once, in order of the first place.
    public internal(set) var roads: [Road] = []
    /// The parts, in order.
    public internal(set) var parts: [Part] = []
    /// The length of the track on each of ``roads``, in metres.
    public internal(set) var metresByRoad: [Double] = []
    /// The length of the track, in metres, without the jumps between its parts.
    public internal(set) var metres = 0.0

    /// The length of the track on roads, in metres.
    public var roadMetres: Double { metresByRoad.reduce(0, +) }

    /// The fraction of the length that is on roads; `nil` for a track without length.
    public var roadShare: Double? { metres > 0 ? min(1, roadMetres / metres) : nil }
}
