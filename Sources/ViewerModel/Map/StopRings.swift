public import FusionCore
public import Geometry
public import SensorModel

/// The rings of stops on a map. Stops whose rings would lie on top of each other share that of the longest.
public struct StopRings: Sendable {
    /// A ring for one or several stops.
    public struct Ring: Sendable, Hashable {
        /// The place of the longest stop.
        public let place: UnitMercator
        /// The start of the earliest stop.
        public let start: Instant
        /// The name of the longest stop with a name; `nil` if none has one.
        public let name: String?
    }

    /// The stops, longest first.
    private let stops: [StorylineItem.Stop]
    private let places: [UnitMercator]
    private let spacing: Double
    private var grouped: (scale: Double, rings: [Ring])?

    /// Creates the rings of stops.
    /// - Parameters:
    ///   - stops: The stops, in any order.
    ///   - spacing: The minimum distance between two rings along an axis of the map, in pixels.
    public init(_ stops: [StorylineItem.Stop] = [], spacing: Double) {
        self.stops = stops.filter(\.coordinate.isValid).sorted { $0.end - $0.start > $1.end - $1.start }
        self.spacing = spacing
        places = self.stops.map { UnitMercator($0.coordinate) }
    }

    /// Returns the rings at a scale of the map, in the order of time. O(n log n) at a new scale, O(1) at the same.
    /// - Parameter scale: The width of the world in pixels.
    public mutating func rings(atScale scale: Double) -> [Ring] {
        if let grouped, grouped.scale == scale { return grouped.rings }
        let rings = MapPins(places, scale: scale, spacing: spacing).pins.map { pin in
            let members = pin.members.map { stops[$0] }
            let start = members.map(\.start).reduce(members[0].start, min)
            return Ring(place: pin.point, start: start, name: members.lazy.compactMap(\.name).first)
        }.sorted { $0.start < $1.start }
        grouped = (scale, rings)
        return rings
    }
}
