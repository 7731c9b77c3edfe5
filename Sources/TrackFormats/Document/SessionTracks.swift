public import FusionCore
import Geodesy
public import SensorModel

/// Which line of a session is exported.
public enum TrackKind: String, Sendable, Hashable, CaseIterable {
    /// What the receivers said, every fix with a place.
    case raw
    /// What the core knew at each moment.
    case filtered
    /// What is known afterwards.
    case smoothed
    /// The points that a line needs.
    case simplified
}

extension TrackDocument {
    /// Creates a document of a session's events.
    /// - Parameters:
    ///   - events: The events in their order.
    ///   - kind: Which line to take; all but the raw one run the core.
    ///   - parameters: The core's parameters.
    ///   - gap: Seconds without a point after which a line is cut.
    ///   - name: What the document is called.
    public init(
        session events: some Collection<SensorEvent>, kind: TrackKind, parameters: Parameters = .init(),
        gap: Double = defaultGap,
        name: String? = nil
    ) {
        self.init(format: .session, name: name, waypoints: Self.waypoints(of: events))
        guard kind != .raw else {
            tracks = Self.rawTracks(of: events, gap: gap)
            return
        }
        var filtered: [PositionEstimate] = []
        let finished = FinishedTrack(events: events, parameters: parameters) { estimate in
            if kind == .filtered, case .position(let position) = estimate { filtered.append(position) }
        }
        let whole = (kind == .filtered ? filtered : finished.smoothed).filter { !$0.isInterpolated }
        // What was left out of a simplified line is no gap: only silence in the whole line is, and its ends are kept.
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
        // What one statement covers as a whole has it as a whole.
        let track = Track(name: name, source: "Odograph \(kind.rawValue)", segments: segments)
        let parts = track.cut(by: Self.statements(in: events))
        tracks = parts.count == 1 ? parts : [track]
    }

    /// The fixes as they came, a track for each receiver.
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

    /// What imported files state of their sport, the later winning.
    private static func statements(in events: some Collection<SensorEvent>) -> [ActivityStatement] {
        events.compactMap { if case .statement(let statement) = $0.payload { statement } else { nil } }
    }

    private static func receivers(in events: some Collection<SensorEvent>) -> Set<DeviceID> {
        events.reduce(into: []) { devices, event in
            if case .fix(let fix) = event.payload { devices.insert(fix.device) }
        }
    }

    /// The user's remarks, where they were made: at the last fix before.
    private static func waypoints(of events: some Collection<SensorEvent>) -> [Waypoint] {
        var last: Fix?
        var waypoints: [Waypoint] = []
        for event in events {
            switch event.payload {
            case .fix(let fix) where fix.coordinate?.isValid == true: last = fix
            case .marker(let text):
                guard let coordinate = last?.coordinate else { continue }
                waypoints.append(
                    Waypoint(coordinate: coordinate, name: text, time: event.time, altitude: last?.altitude))
            default: break
            }
        }
        return waypoints
    }

    /// Gives each position the activity of its time.
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

    /// The places at which a line begins again after a gap.
    private static func breaks(in positions: [PositionEstimate], gap: Double) -> [Int] {
        positions.indices.dropFirst().filter { !(0...gap ~= positions[$0].time - positions[$0 - 1].time) }
    }

    /// Puts points of one line, each in order of time, into one order; of two at one time the first one's.
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
    /// Creates a point of a fix; nil for one without a place.
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

    /// Creates a point of an estimated position.
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
