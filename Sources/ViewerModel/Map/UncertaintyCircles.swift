public import FusionCore
public import Geometry
public import SensorModel

/// The circles of uncertainty along a track, of which one stands for those that share a spot.
public struct UncertaintyCircles: Sendable {
    /// One circle.
    public struct Circle: Sendable, Hashable {
        /// The time of the estimate.
        public let time: Instant
        /// Its place.
        public let place: UnitMercator
        /// The radius in metres, 1-sigma.
        public let radius: Double
    }

    private let positions: PositionTrack
    private let spacing: Double
    /// The circles from the last whole level of zoom to the next.
    private var chosen: (level: Int, circles: [Circle])?

    /// Creates the circles of a track.
    /// - Parameters:
    ///   - positions: The estimates, in order of time.
    ///   - spacing: The minimum distance along both axes together between one circle and the next, in pixels.
    public init(_ positions: PositionTrack = PositionTrack(), spacing: Double) {
        (self.positions, self.spacing) = (positions, spacing)
    }

    /// Returns the circles at a zoom of the map, in order of time. O(n) at a new whole level, O(1) at the same.
    public mutating func circles(in viewport: MapViewport) -> [Circle] {
        let level = Int(nearest: viewport.zoom.rounded(.down))
        if let chosen, chosen.level == level { return chosen.circles }
        let least = spacing / MapViewport.worldSize(zoom: Double(level))
        var circles: [Circle] = []
        for position in positions {
            let place = UnitMercator(position.coordinate)
            if let last = circles.last?.place, abs(place.x - last.x) + abs(place.y - last.y) < least { continue }
            circles.append(Circle(time: position.time, place: place, radius: position.accuracy))
        }
        chosen = (level, circles)
        return circles
    }
}
