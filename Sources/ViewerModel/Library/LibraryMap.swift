public import Geometry
import SensorModel

/// The line of a session on a map of the whole library.
public struct LibraryLine: Sendable, Identifiable {
    /// The identity of the session among all: the path.
    public let id: String
    /// The line; empty for a session without places.
    public let geometry: TrackGeometry
    /// The styles of its segments.
    let styles: Set<TrackStyle>

    /// Creates a line. O(n log n).
    /// - Parameters:
    ///   - id: The identity of the session.
    ///   - places: The places, in order of time.
    ///   - styles: The activity of each segment to the next place, dashed if it is estimated.
    public init(id: String, places: [Coordinate], styles: [TrackStyle]) {
        self.id = id
        self.styles = Set(styles)
        geometry = TrackGeometry(places, styles: styles)
    }
}

/// The sessions of the library on one map: those that a search finds, the newest on top.
public struct LibraryMap: Sendable {
    /// The sessions on the map, newest first.
    public var sessions: [LibraryList.Session] = [] { didSet { arrange() } }
    /// The reasons why sessions on the map cannot be read, newest first.
    public private(set) var problems: [String] = []
    /// The lines in the order in which they are drawn: the newest one last.
    public private(set) var lines: [LibraryLine] = []
    /// The identities of the sessions on the map that have not been read, newest first.
    public private(set) var unread: [String] = []

    private var known: [String: LibraryLine] = [:]
    private var failures: [String: String] = [:]

    /// The share of the sessions that a first view contains at least, and the factor by which the others are farther
    /// from the middle than all of these if it leaves them out.
    private static let (leastShare, farFactor) = (0.6, 2.5)
    /// The minimum extent of a view that leaves out sessions, in units of the Mercator square: about 10 km.
    private static let nearExtent = 2.5e-4
    /// The maximum difference of two distances from the pointer, in pixels, at which the newer session counts as nearer.
    private static let sameDistance = 1.0

    /// Creates an empty map.
    public init() {}

    /// Adds what was read of sessions.
    /// - Parameters:
    ///   - read: The lines.
    ///   - failures: The reasons why other sessions cannot be read, by identity.
    public mutating func add(_ read: [LibraryLine], failures: [String: String] = [:]) {
        for line in read { known[line.id] = line }
        self.failures.merge(failures) { $1 }
        arrange()
    }

    /// Forgets what was read of a session that has changed.
    public mutating func forget(_ id: String) {
        (known[id], failures[id]) = (nil, nil)
        arrange()
    }

    private mutating func arrange() {
        unread = sessions.map(\.id).filter { known[$0] == nil && failures[$0] == nil }
        problems = sessions.compactMap { failures[$0.id] }
        lines = sessions.reversed().compactMap { known[$0.id] }.filter { !$0.geometry.isEmpty }
    }

    /// The number of sessions on the map that have no places.
    public var placelessCount: Int { sessions.count - unread.count - problems.count - lines.count }

    /// The colours of the lines, with each style once.
    public var colors: TrackColors {
        TrackColors(activities: lines.reduce(into: Set<TrackStyle>()) { $0.formUnion($1.styles) }.map(\.self))
    }

    /// Returns the line of a session; `nil` if it is not on the map.
    public func line(of id: String) -> LibraryLine? { lines.last { $0.id == id } }

    /// Returns the session that was on the map under an identity.
    public func session(of id: String) -> LibraryList.Session? { sessions.first { $0.id == id } }

    /// The box around most sessions; `nil` without any. Sessions far from all others, as of a distant journey, are left out
    /// unless they are many. O(n log n).
    public var bounds: MercatorBounds? {
        let boxes = lines.map(\.geometry.bounds)
        guard !boxes.isEmpty else { return nil }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let middle = UnitMercator(x: median(boxes.map(\.centre.x)), y: median(boxes.map(\.centre.y)))
        func reach(_ box: MercatorBounds) -> Double {
            max(
                abs(box.minimumX - middle.x), abs(box.maximumX - middle.x), abs(box.minimumY - middle.y),
                abs(box.maximumY - middle.y))
        }
        let ordered = boxes.map { (box: $0, reach: reach($0)) }.sorted { $0.reach < $1.reach }
        let least = max(1, Int(nearest: Self.leastShare * Double(ordered.count)))
        let end = (least..<max(least, ordered.count)).first {
            ordered[$0].reach > Self.farFactor * max(Self.nearExtent, ordered[$0 - 1].reach)
        }
        return ordered.prefix(end ?? ordered.count).reduce(into: MercatorBounds.empty) { bounds, entry in
            bounds.include(x: entry.box.minimumX, y: entry.box.minimumY)
            bounds.include(x: entry.box.maximumX, y: entry.box.maximumY)
        }
    }

    /// Returns the session whose line is nearest to a point of the map, the newest of several at the same distance; `nil`
    /// if none is within reach. O(lines + segments nearby).
    /// - Parameters:
    ///   - point: The point, in pixels.
    ///   - viewport: The visible part of the map.
    ///   - reach: The maximum distance, in pixels.
    public func session(at point: ScreenPoint, in viewport: MapViewport, reach: Double) -> LibraryList.Session? {
        var near = viewport
        near.centre = viewport.mercator(at: point)
        (near.width, near.height) = (2 * reach, 2 * reach)
        var options = TrackGeometry.Options()
        options.margin = 0
        let centre = PlanePoint(east: reach, north: reach)
        var selection = TrackSelection()
        var best: (id: String, distance: Double)?
        for line in lines.reversed() {
            line.geometry.select(in: near, options: options, into: &selection)
            let distance = selection.distance(to: centre)
            guard distance <= reach, best.map({ distance < $0.distance - Self.sameDistance }) ?? true else { continue }
            best = (line.id, distance)
        }
        return best.flatMap { session(of: $0.id) }
    }
}

extension TrackSelection {
    /// Returns the distance of a point from the polylines, in pixels; infinite if there are none.
    fileprivate func distance(to point: PlanePoint) -> Double {
        func plane(_ vertex: ScreenPoint) -> PlanePoint { PlanePoint(east: vertex.x, north: vertex.y) }
        var square = Double.infinity
        for run in runs {
            for place in run.range.dropFirst() {
                let segment = PlaneSegment(from: plane(vertices[place - 1]), to: plane(vertices[place]))
                square = min(square, segment.squaredDistance(to: point))
            }
        }
        return square.squareRoot()
    }
}
