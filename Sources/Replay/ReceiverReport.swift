public import FusionCore
public import Geometry
public import SensorModel

/// The quality of a receiver in one session: scatter at rest, signals by direction, time to the first fix, rates, and
/// gaps.
public struct ReceiverReport: Sendable {
    /// The scatter of the fixes while the receiver was at rest, around their mean.
    public struct Scatter: Sendable {
        /// The time at rest.
        public var span: TimeSpan
        /// The fixes in metres east and north of their mean.
        public var points: [PlanePoint]
        /// The radius in metres within which half of the fixes lie (CEP50).
        public var radius50: Double
        /// The radius in metres within which 95 % of the fixes lie (CEP95).
        public var radius95: Double
        /// Twice the root mean square distance in metres (2DRMS).
        public var twiceRootMeanSquare: Double
    }

    /// The signals from one part of the sky.
    public struct SkySector: Sendable, Hashable {
        /// The middle of the sector in degrees clockwise from north.
        public var azimuthDegrees: Double
        /// The lower end of the sector's elevation in degrees; it spans 30.
        public var elevationDegrees: Double
        /// The mean signal strength in dB-Hz; `nil` if no satellite was there.
        public var signalStrength: Double?
        /// The number of observations.
        public var count: Int
    }

    /// The receiver that the report describes.
    public let device: DeviceID
    /// The number of fixes that have a place.
    public let fixCount: Int
    /// The scatter in the longest stop; `nil` without a minute at rest.
    public let scatter: Scatter?
    /// The sectors of the sky: three rings of elevation, eight directions each; empty if no satellites were recorded.
    public let sky: [SkySector]
    /// Seconds from the receiver's first message to its first fix with a place; `nil` if the first message had one.
    public let timeToFirstFix: Double?
    /// The usual seconds between two fixes; `nil` with fewer than two.
    public let interval: Double?
    /// The gaps: silences of more than three usual intervals.
    public let gapCount: Int
    /// The longest silence in seconds; `nil` with fewer than two fixes.
    public let longestGap: Double?
    /// The findings of the filter: noise, wandering and the lag of the speed; `nil` if it made none.
    public let findings: ReceiverFindings?

    /// The directions and rings of the sky.
    static let (directions, rings) = (8, 3)
    /// The minimum time at rest, in seconds, and the minimum number of fixes in it, for a meaningful scatter.
    private static let (shortestRest, fewestFixes) = (60.0, 30)
    /// The minimum length of a gap, in usual intervals without a fix.
    private static let gapIntervals = 3.0

    /// Returns the reports on all receivers of a run, in the order of their first messages. O(events log events).
    public static func all(of run: SessionRun, _ recording: Recording) -> [ReceiverReport] {
        var heard: [DeviceID] = []
        var messages: [DeviceID: Messages] = [:]
        for event in recording.events {
            switch event.payload {
            case .fix(let fix):
                if messages[fix.device] == nil { heard.append(fix.device) }
                messages[fix.device, default: Messages()].add(fix, at: event.time)
            case .sky(let sky): messages[sky.device]?.add(sky)
            default: break
            }
        }
        return heard.compactMap { device in
            messages[device].map { ReceiverReport(device, $0, run) }
        }
    }

    private init(_ device: DeviceID, _ messages: Messages, _ run: SessionRun) {
        self.device = device
        fixCount = messages.fixes.count
        sky = messages.sectors
        let first = messages.fixes.first?.time
        timeToFirstFix = messages.first.flatMap { start in first.map { $0 - start } }.flatMap { $0 > 0 ? $0 : nil }
        let times = messages.fixes.map(\.time)
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
        let usual = steps.isEmpty ? nil : quantiles([0.5], of: steps)[0]
        interval = usual
        gapCount = usual.map { usual in steps.count { $0 > Self.gapIntervals * usual } } ?? 0
        longestGap = steps.max()
        findings = run.summary.receivers.first { $0.device == device }
        scatter = Self.scatter(of: messages.fixes, in: run.day)
    }

    private static func scatter(of fixes: [(time: Instant, coordinate: Coordinate)], in day: Day) -> Scatter? {
        let rests = day.items.compactMap { item -> TimeSpan? in
            guard case .stop(let stop) = item else { return nil }
            return TimeSpan(start: stop.start, end: stop.end)
        }
        guard let span = rests.max(by: { $0.end - $0.start < $1.end - $1.start }), span.end - span.start >= shortestRest
        else { return nil }
        let coordinates = fixes.filter { span.contains($0.time) }.map(\.coordinate)
        guard coordinates.count >= fewestFixes, let first = coordinates.first else { return nil }
        let plane = LocalPlane(origin: first)
        let places = coordinates.map(plane.point)
        let count = Double(places.count)
        let east = places.reduce(0) { $0 + $1.east } / count
        let north = places.reduce(0) { $0 + $1.north } / count
        let points = places.map { PlanePoint(east: $0.east - east, north: $0.north - north) }
        let squares = points.map { $0.east * $0.east + $0.north * $0.north }
        let radii = quantiles([0.5, 0.95], of: squares).map { $0.squareRoot() }
        return Scatter(
            span: span, points: points, radius50: radii[0], radius95: radii[1],
            twiceRootMeanSquare: 2 * (squares.reduce(0, +) / count).squareRoot())
    }

    /// The messages of one receiver.
    private struct Messages {
        var first: Instant?
        var fixes: [(time: Instant, coordinate: Coordinate)] = []
        private var sums = [(sum: Double, count: Int)](repeating: (0, 0), count: directions * rings)
        private var hasSky = false

        mutating func add(_ fix: Fix, at time: Instant) {
            if first == nil { first = time }
            guard let coordinate = fix.coordinate, coordinate.isValid, fix.mode != .noFix,
                fixes.last.map({ $0.time < time }) ?? true
            else { return }
            fixes.append((time, coordinate))
        }

        mutating func add(_ sky: Sky) {
            for satellite in sky.satellites {
                guard let azimuth = satellite.azimuthDegrees, let elevation = satellite.elevationDegrees,
                    let strength = satellite.signalStrength, strength > 0, elevation >= 0, elevation <= 90,
                    azimuth >= 0, azimuth <= 360
                else { continue }
                let width = 360 / Double(directions)
                let direction = Int((azimuth / width).rounded()) % directions
                let ring = min(rings - 1, Int(elevation / (90 / Double(rings))))
                sums[ring * directions + direction].sum += strength
                sums[ring * directions + direction].count += 1
                hasSky = true
            }
        }

        var sectors: [SkySector] {
            guard hasSky else { return [] }
            return sums.enumerated().map { index, sum in
                SkySector(
                    azimuthDegrees: Double(index % directions) * 360 / Double(directions),
                    elevationDegrees: Double(index / directions) * 90 / Double(rings),
                    signalStrength: sum.count > 0 ? sum.sum / Double(sum.count) : nil, count: sum.count)
            }
        }
    }
}
