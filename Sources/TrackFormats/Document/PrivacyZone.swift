public import FusionCore
public import Geometry
import Glibc
public import SensorModel

/// A circle around a place that an export leaves out, so that the file does not show where its user lives.
///
/// The circle is larger than the one asked for and off its centre: the ends of many tracks would otherwise lie on a circle
/// whose centre is the place. The shift is always the same for a place, so that many exports do not average it out.
struct PrivacyZone: Sendable, Hashable {
    /// The centre of the circle.
    let centre: Coordinate
    /// The radius of the circle in metres.
    let radius: Double

    /// The maximum shift as a fraction of the radius asked for.
    private static let largestShift = 0.5

    /// Creates a zone that covers a circle.
    /// - Parameters:
    ///   - place: The centre of the circle to cover.
    ///   - radius: Its radius in metres.
    init(around place: Coordinate, radius: Double) {
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
    func contains(_ place: Coordinate) -> Bool { place.distance(to: centre) <= radius }

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

/// The circles around places that an export leaves out, and the names of these places.
public struct PrivacyZones: Sendable, Hashable {
    private let zones: [PrivacyZone]
    /// The names of places inside, in lower case.
    private var names: Set<String>

    /// The time, in seconds, that a user has to spend outside a zone to be outside.
    private static let shortestOutside = 60.0

    /// Creates zones that cover circles.
    /// - Parameters:
    ///   - places: The centres of the circles to cover.
    ///   - radius: Their radius in metres.
    ///   - known: The places of the library.
    public init(around places: [Coordinate], radius: Double, known: [Place] = []) {
        let zones = places.map { PrivacyZone(around: $0, radius: radius) }
        self.zones = zones
        names = Set(
            known.filter { place in zones.contains { $0.contains(place.coordinate) } }.compactMap {
                $0.name?.lowercased()
            })
    }

    /// Whether everything is exported.
    public var isEmpty: Bool { zones.isEmpty }

    /// Returns the events that neither are in a zone nor show where one is: those from the last fix before a zone to
    /// the first one after it are left out, as if the recorder had been off. Remembers the names of places there. O(n x zones).
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - hidden: The time spans that are left out for another reason.
    public mutating func visible(
        in events: some Collection<SensorEvent>, besides hidden: HiddenSpans = HiddenSpans()
    ) -> [SensorEvent] {
        let inside = spansInside(of: events)
        var hidden = hidden
        for span in inside.spans { hidden.hide(from: span.start, until: span.end) }
        for case .correction(.placeName(let name, let instant)) in events.lazy.map(\.payload)
        where inside.hides(instant) {
            names.insert(name.lowercased())
        }
        return hidden.visible(in: events).filter { event in
            switch event.payload {
            case .correction(.placeName(_, let instant)): isEmpty || !hidden.hides(instant)
            case .learned(let learned): isEmpty || learned.buildings.isEmpty
            default: true
            }
        }
    }

    /// Returns the parts of drawings that are in no zone. O(points x zones).
    public func visible(in features: [MapFeature]) -> [MapFeature] {
        var drawing = TrackDocument(format: SessionFormat.format)
        drawing.add(features)
        drawing.leaveOut(self)
        return drawing.mapFeatures
    }

    /// Returns a title; `nil` if it has the name of a place in a zone.
    public func title(_ title: String?) -> String? {
        guard let title else { return nil }
        let words = title.lowercased()
        return names.contains { !$0.isEmpty && words.contains($0) } ? nil : title
    }

    private func spansInside(of events: some Collection<SensorEvent>) -> HiddenSpans {
        var hidden = HiddenSpans()
        guard !isEmpty else { return hidden }
        let order = EventOrder()
        var lastOutside: Instant?
        var inside: ClosedRange<Instant>?
        func close(until end: Instant) {
            guard let span = inside else { return }
            // Another receiver's fix can be outside at the same instant.
            let start = lastOutside.map { min($0.moved(by: 1), span.lowerBound) } ?? Instant(nanoseconds: .min)
            hidden.hide(from: start, until: max(end, span.upperBound.moved(by: 1)))
        }
        for event in events {
            guard case .fix(let fix) = event.payload, let place = fix.coordinate else { continue }
            let instant = order.place(of: event)
            if contains(place) {
                inside = min(instant, inside?.lowerBound ?? instant)...max(instant, inside?.upperBound ?? instant)
            } else {
                close(until: instant)
                (inside, lastOutside) = (nil, instant)
            }
        }
        close(until: Instant(nanoseconds: .max))
        // A moment outside is the wander of the receiver at the edge.
        hidden.close(gaps: Self.shortestOutside)
        return hidden
    }

    fileprivate func contains(_ place: Coordinate) -> Bool { zones.contains { $0.contains(place) } }

    fileprivate func isCrossed(from start: Coordinate, to end: Coordinate) -> Bool {
        zones.contains { $0.isCrossed(from: start, to: end) }
    }
}

extension TrackDocument {
    /// Removes all points, lines, stops and waypoints in zones. A line ends before a zone and begins after it, and so does
    /// a move. O(points x zones).
    public mutating func leaveOut(_ zones: PrivacyZones) {
        guard !zones.isEmpty else { return }
        var crossings: [TimeSpan] = []
        for index in tracks.indices { crossings += tracks[index].leaveOut(zones) }
        tracks.removeAll { $0.segments.isEmpty }
        // Several routes, because a route of a GPX file is one line.
        routes = routes.flatMap { route -> [Track] in
            var route = route
            _ = route.leaveOut(zones)
            return route.segments.map { segment in
                var part = route
                part.segments = [segment]
                return part
            }
        }
        waypoints.removeAll { zones.contains($0.coordinate) }
        storyline = storyline.map { item in
            guard case .stop(let stop) = item, zones.contains(stop.coordinate) else { return item }
            return .gap(from: stop.start, until: stop.end)
        }
        for crossing in crossings { storyline = storyline.flatMap { $0.divided(at: crossing) } }
    }
}

extension TrackDocument.Track {
    /// Removes the points in zones, and returns the times from the last point before each zone to the first one after it.
    fileprivate mutating func leaveOut(_ zones: PrivacyZones) -> [TimeSpan] {
        var parts: [[TrackDocument.Point]] = []
        var crossings: [TimeSpan] = []
        var last: TrackDocument.Point?
        var isInside = false
        for segment in segments {
            var part: [TrackDocument.Point] = []
            for point in segment {
                guard !zones.contains(point.coordinate) else {
                    isInside = true
                    continue
                }
                if let last, isInside || zones.isCrossed(from: last.coordinate, to: point.coordinate) {
                    if let start = last.time, let end = point.time, start < end {
                        crossings.append(TimeSpan(start: start, end: end))
                    }
                    if !part.isEmpty { parts.append(part) }
                    part = []
                }
                part.append(point)
                (last, isInside) = (point, false)
            }
            if !part.isEmpty { parts.append(part) }
        }
        // What the file states of the whole is not that of a part.
        if parts.reduce(0, { $0 + $1.count }) < pointCount { statedDistance = nil }
        segments = parts
        return crossings
    }
}

extension StorylineItem {
    /// Returns what is left of a move outside a time span, with a gap between; the distance is shared in proportion to time.
    fileprivate func divided(at span: TimeSpan) -> [StorylineItem] {
        guard case .move(let move) = self, move.start < span.end, span.start < move.end else { return [self] }
        func part(from start: Instant, until end: Instant) -> [StorylineItem] {
            guard start < end else { return [] }
            let share = (end - start) / (move.end - move.start)
            var part = move
            (part.start, part.end) = (start, end)
            part.distance *= share
            part.estimatedDistance *= share
            part.steps = move.steps.map { Int(nearest: Double($0) * share) }
            return [.move(part)]
        }
        let gap = StorylineItem.gap(from: max(move.start, span.start), until: min(move.end, span.end))
        return part(from: move.start, until: span.start) + [gap] + part(from: span.end, until: move.end)
    }
}
