import FusionCore
public import Geometry
import Glibc
public import SensorModel

/// A circle around a place that an export leaves out, so that the file does not show where its user lives.
///
/// The circle is larger than the one asked for and off its centre: the ends of many tracks would otherwise lie on a circle
/// whose centre is the place. The shift is always the same for a place, so that many exports do not average it out.
public struct PrivacyZone: Sendable, Hashable {
    /// The centre of the circle.
    public let centre: Coordinate
    /// The radius of the circle in metres.
    public let radius: Double

    /// The maximum shift as a fraction of the radius asked for.
    private static let largestShift = 0.5

    /// Creates a zone that covers a circle.
    /// - Parameters:
    ///   - place: The centre of the circle to cover.
    ///   - radius: Its radius in metres.
    public init(around place: Coordinate, radius: Double) {
        var random = Self.mixed(place.latitude.bitPattern ^ Self.mixed(place.longitude.bitPattern))
        func fraction() -> Double {
            random = Self.mixed(random)
            return Double(random >> 11) * 0x1p-53
        }
        let (angle, shift) = (2 * Double.pi * fraction(), Self.largestShift * radius * fraction().squareRoot())
        centre = LocalPlane(origin: place).coordinate(PlanePoint(east: shift * sin(angle), north: shift * cos(angle)))
        self.radius = radius * (1 + Self.largestShift)
    }

    /// Returns a number that looks random (SplitMix64, Steele, Lea and Flood 2014).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var value = number &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns whether a place is inside.
    public func contains(_ place: Coordinate) -> Bool { place.distance(to: centre) <= radius }

    /// Returns whether the straight line between two places leads through the circle.
    func isCrossed(from start: Coordinate, to end: Coordinate) -> Bool {
        let plane = LocalPlane(origin: centre)
        let (first, last) = (plane.point(start), plane.point(end))
        let (east, north) = (last.east - first.east, last.north - first.north)
        let square = east * east + north * north
        guard square > 0 else { return contains(start) }
        let share = min(1, max(0, -(first.east * east + first.north * north) / square))
        return hypot(first.east + share * east, first.north + share * north) <= radius
    }
}

/// The time, in seconds, that a user has to spend outside a zone to be outside.
private let shortestOutside = 60.0

extension HiddenSpans {
    /// The time spans in which a receiver was in one of some zones, so that nothing of them is exported: from the last fix
    /// before to the first one after.
    public init(in zones: [PrivacyZone], of events: some Collection<SensorEvent>) {
        self.init()
        guard !zones.isEmpty else { return }
        let order = EventOrder()
        var lastOutside = Instant(nanoseconds: .min)
        var isInside = false
        for event in events {
            guard case .fix(let fix) = event.payload, let place = fix.coordinate else { continue }
            let instant = order.place(of: event)
            let wasInside = isInside
            isInside = zones.contains { $0.contains(place) }
            guard !isInside else { continue }
            if wasInside { hide(from: lastOutside.moved(by: 1), until: instant) }
            lastOutside = instant
        }
        if isInside { hide(from: lastOutside.moved(by: 1), until: Instant(nanoseconds: .max)) }
        // A moment outside is the wander of the receiver at the edge.
        close(gaps: shortestOutside)
    }
}

extension SensorEvent.Payload {
    /// Whether the payload has the name or the coordinate of a place where the user was at another time.
    public var namesPlaces: Bool {
        switch self {
        case .learned, .correction(.placeName): true
        default: false
        }
    }
}

extension TrackDocument {
    /// Removes all points, lines, stops and waypoints in zones. A line ends before a zone and begins after it. O(points x zones).
    public mutating func leaveOut(_ zones: [PrivacyZone]) {
        guard !zones.isEmpty else { return }
        func isInside(_ place: Coordinate) -> Bool { zones.contains { $0.contains(place) } }
        for index in tracks.indices { tracks[index].leaveOut(zones) }
        for index in routes.indices { routes[index].leaveOut(zones) }
        tracks.removeAll { $0.segments.isEmpty }
        routes.removeAll { $0.segments.isEmpty }
        waypoints.removeAll { isInside($0.coordinate) }
        storyline = storyline.map { item -> StorylineItem in
            guard case .stop(let stop) = item, isInside(stop.coordinate) else { return item }
            return .gap(from: stop.start, until: stop.end)
        }
    }
}

extension TrackDocument.Track {
    fileprivate mutating func leaveOut(_ zones: [PrivacyZone]) {
        var parts: [[TrackDocument.Point]] = []
        for segment in segments {
            var part: [TrackDocument.Point] = []
            for point in segment {
                let isInside = zones.contains { $0.contains(point.coordinate) }
                let crosses = part.last.map { last in
                    zones.contains { $0.isCrossed(from: last.coordinate, to: point.coordinate) }
                }
                if isInside || crosses == true, !part.isEmpty {
                    parts.append(part)
                    part = []
                }
                if !isInside { part.append(point) }
            }
            if !part.isEmpty { parts.append(part) }
        }
        // What the file states of the whole is not that of a part.
        if parts.reduce(0, { $0 + $1.count }) < pointCount { statedDistance = nil }
        segments = parts
    }
}
