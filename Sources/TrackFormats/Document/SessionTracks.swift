public import FusionCore
import Geometry
public import SensorModel

/// The kind of track that is exported from a session.
public enum TrackKind: String, Sendable, Hashable, CaseIterable {
    /// All fixes with a position, as the receivers reported them.
    case raw
    /// The live estimates of the core, from past events only.
    case filtered
    /// The estimates that also use later events.
    case smoothed
    /// The points needed to keep the line's shape.
    case simplified
}

extension TrackDocument {
    /// Creates a document from a session's events.
    /// - Parameters:
    ///   - events: The events, in session order.
    ///   - kind: The track to export. Every kind except ``TrackKind/raw`` runs the core.
    ///   - parameters: The core's parameters.
    ///   - gap: The maximum time between two points of a line, in seconds; a longer gap cuts the line.
    ///   - name: The document's name.
    public init(
        session events: some Collection<SensorEvent>, kind: TrackKind, parameters: Parameters = .init(),
        gap: Double = defaultGap,
        name: String? = nil
    ) {
        self.init(
            format: .session, name: name, sensorEvents: events.filter { $0.spanEnd != nil },
            waypoints: Self.waypoints(of: events))
        guard kind != .raw else {
            tracks = Self.rawTracks(of: events, gap: gap)
            return
        }
        var filtered: [PositionEstimate] = []
        let finished = FinishedTrack(events: events, parameters: parameters) { estimate in
            if kind == .filtered, case .position(let position) = estimate { filtered.append(position) }
        }
        let whole = (kind == .filtered ? filtered : finished.smoothed).filter { !$0.isInterpolated }
        // A point that the simplification dropped does not make a gap. Only silence in the whole line does, and its
        // ends are kept.
        let breaks = kind == .simplified ? Self.breaks(in: whole, gap: gap) : []
        let activities = finished.day.activities(amending: finished.activities, parameters.activity)
        var points: [Point]
        if kind == .simplified {
            let ends = breaks.flatMap { [whole[$0 - 1], whole[$0]] }
            points = Self.joined(
                finished.simplified.filter { !$0.estimate.isInterpolated }.map {
                    Point($0.estimate, activity: $0.activity)
                },
                Self.label(ends, with: activities))
        } else {
            points = Self.label(whole, with: activities)
        }
        PointSample.fill(&points, from: events, devices: Self.receivers(in: events))
        storyline = finished.day.items
        workouts = finished.day.workouts
        let segments =
            kind == .simplified
            ? Self.cut(points, at: breaks.map { whole[$0].time }) : Self.segments(of: points, gap: gap)
        guard !segments.isEmpty else { return }
        // A statement applies only if it covers the whole track; otherwise the track is kept in one piece.
        let track = Track(name: name, source: "Odograph \(kind.rawValue)", segments: segments)
        let parts = track.cut(by: Self.statements(in: events))
        tracks = parts.count == 1 ? parts : [track]
    }

    /// Returns the fixes as received, with one track per receiver.
    private static func rawTracks(of events: some Collection<SensorEvent>, gap: Double) -> [Track] {
        let names = DeviceNames(events)
        var points: [DeviceID: [Point]] = [:]
        for event in events {
            guard case .fix(let fix) = event.payload, let point = Point(fix, time: event.time) else { continue }
            points[fix.device, default: []].append(point)
        }
        let stated = statements(in: events)
        return points.sorted { $0.key < $1.key }.flatMap { device, points in
            var points = points
            PointSample.fill(&points, from: events, devices: [device])
            return Track(name: names[device], source: names[device], segments: segments(of: points, gap: gap))
                .cut(by: stated)
        }
    }

    /// Returns the sport statements of imported files; later ones override earlier ones.
    private static func statements(in events: some Collection<SensorEvent>) -> [ActivityStatement] {
        events.compactMap { if case .statement(let statement) = $0.payload { statement } else { nil } }
    }

    private static func receivers(in events: some Collection<SensorEvent>) -> Set<DeviceID> {
        events.reduce(into: []) { devices, event in
            if case .fix(let fix) = event.payload { devices.insert(fix.device) }
        }
    }

    /// Returns the user's remarks, each at the last fix before its time. One that was added later follows all fixes.
    private static func waypoints(of events: some Collection<SensorEvent>) -> [Waypoint] {
        var marks = events.marks[...]
        guard !marks.isEmpty else { return [] }
        var last: Fix?
        var waypoints: [Waypoint] = []
        func take(before time: Instant?) {
            while let mark = marks.first, time.map({ mark.time < $0 }) ?? true {
                marks.removeFirst()
                guard let last, let coordinate = last.coordinate else { continue }
                waypoints.append(
                    Waypoint(coordinate: coordinate, name: mark.text, time: mark.time, altitude: last.altitude))
            }
        }
        for event in events {
            guard case .fix(let fix) = event.payload, fix.coordinate?.isValid == true else { continue }
            take(before: event.time)
            last = fix
        }
        take(before: nil)
        return waypoints
    }

    /// Assigns each position the activity at its time.
    private static func label(_ positions: [PositionEstimate], with activities: [ActivityEstimate]) -> [Point] {
        var next = 0
        var current: ActivityEstimate?
        return positions.map { position in
            while next < activities.count, activities[next].time <= position.time {
                current = activities[next]
                next += 1
            }
            let isThen = current.map { $0.until >= position.time } ?? false
            return Point(position, activity: isThen ? current?.activity : nil)
        }
    }

    /// Returns the indices at which the line restarts after a gap.
    private static func breaks(in positions: [PositionEstimate], gap: Double) -> [Int] {
        positions.indices.dropFirst().filter { !(0...gap ~= positions[$0].time - positions[$0 - 1].time) }
    }

    /// Merges points into a line, both in order of time. If two points have the same time, keeps the point of the
    /// line.
    private static func joined(_ line: [Point], _ others: [Point]) -> [Point] {
        var joined: [Point] = []
        var next = 0
        for point in line {
            while next < others.count, let time = others[next].time, let here = point.time, time <= here {
                if time < here, joined.last?.time != time { joined.append(others[next]) }
                next += 1
            }
            joined.append(point)
        }
        return joined + others[next...].filter { $0.time != joined.last?.time }
    }

    private static func cut(_ points: [Point], at breaks: [Instant]) -> [[Point]] {
        var segments: [[Point]] = []
        var segment: [Point] = []
        var next = 0
        for point in points {
            var isBreak = false
            while next < breaks.count, let time = point.time, breaks[next] <= time {
                next += 1
                isBreak = true
            }
            if isBreak, !segment.isEmpty {
                segments.append(segment)
                segment = []
            }
            segment.append(point)
        }
        return segment.isEmpty ? segments : segments + [segment]
    }
}

extension TrackDocument.Point {
    /// Creates a point from a fix; `nil` if the fix has no valid position.
    init?(_ fix: Fix, time: Instant) {
        guard let coordinate = fix.coordinate, coordinate.isValid else { return nil }
        self.init(coordinate: coordinate, time: time, altitude: fix.altitude)
        accuracy = fix.horizontalAccuracy
        verticalAccuracy = fix.verticalAccuracy
        speed = fix.speed.notNegative
        courseDegrees = fix.courseDegrees
        horizontalDilution = fix.horizontalDilution
        satellites = fix.satellites
        mode = fix.mode
    }

    /// Creates a point from an estimated position.
    init(_ position: PositionEstimate, activity: Activity?) {
        self.init(coordinate: position.coordinate, time: position.time, altitude: position.altitude)
        accuracy = position.accuracy
        if let east = position.eastVelocity, let north = position.northVelocity {
            speed = (east * east + north * north).squareRoot()
        }
        self.activity = activity == .unknown ? nil : activity
        isEstimated = position.isEstimated
    }
}
