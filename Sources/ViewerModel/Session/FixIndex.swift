public import FusionCore
public import Geodesy
import Glibc
import NavigationMath
public import Replay
public import SensorModel

/// The fixes of a session by place and by time.
public struct FixIndex: Sendable {
    /// The fixes, in the order in which they came.
    public let fixes: RecordedFixes
    /// The places of ``fixes`` that were rejected, ascending.
    public let rejected: [Int]
    /// The box around all of them.
    public let bounds: MercatorBounds

    private let points: [UnitMercator]
    private let byX: [UInt32]

    /// Indexes fixes. O(n log n).
    public init(_ fixes: RecordedFixes) {
        self.fixes = fixes
        rejected = fixes.indices.filter { !fixes[$0].isAccepted }
        let points = fixes.map { UnitMercator($0.coordinate) }
        var bounds = MercatorBounds.empty
        for (fix, point) in zip(fixes, points) where fix.isAccepted { bounds.include(x: point.x, y: point.y) }
        if bounds.isEmpty { for point in points { bounds.include(x: point.x, y: point.y) } }
        self.bounds = bounds
        self.points = points
        byX = points.indices.map { UInt32($0) }.sorted { points[Int($0)].x < points[Int($1)].x }
    }

    /// Returns where a fix lies in the unit square.
    public func point(_ index: Int) -> UnitMercator { points[index] }

    /// Returns the fix nearest to a point of the map; a rejected one wins over accepted ones as near as a few pixels.
    /// O(log n + fixes in a strip as wide as the radius).
    /// - Parameters:
    ///   - point: Where, in pixels.
    ///   - viewport: What the map shows.
    ///   - radius: How far it may be, in pixels.
    ///   - limit: The last instant to look at; nil for all.
    public func nearest(
        to point: ScreenPoint, in viewport: MapViewport, radius: Double = 12, upTo limit: Instant? = nil
    ) -> Int? {
        let target = viewport.mercator(at: point)
        let reach = radius / viewport.worldSize
        var best: (index: Int, score: Double)?
        for copy in [-1.0, 0, 1] {
            let x = target.x - floor(target.x) + copy
            var place = firstPlace(atX: x - reach)
            while place < byX.count, points[Int(byX[place])].x <= x + reach {
                let index = Int(byX[place])
                place += 1
                if let limit, fixes[index].time > limit { continue }
                let distance = hypot(points[index].x - x, points[index].y - target.y) * viewport.worldSize
                guard distance <= radius else { continue }
                let score = distance - (fixes[index].isAccepted ? 0 : radius / 2)
                if best.map({ score < $0.score }) ?? true { best = (index, score) }
            }
        }
        return best?.index
    }

    private func firstPlace(atX x: Double) -> Int {
        byX.partitionPoint { points[Int($0)].x < x }
    }

    /// Returns what a person wants to know of a fix.
    /// - Parameters:
    ///   - index: The fix.
    ///   - utcOffset: Seconds east of UTC.
    ///   - unit: The unit of speeds.
    public func detail(of index: Int, utcOffset: Int, unit: SpeedUnit = .metresPerSecond) -> FixDetail {
        let fix = fixes[index]
        let clock = ClockTime(fix.time, utcOffset: utcOffset).secondText
        var facts: [String] = []
        if let accuracy = fix.accuracy { facts.append("±\(decimalText(accuracy)) m") }
        if let satellites = fix.satellites { facts.append("\(satellites) sats") }
        if let altitude = fix.altitude { facts.append("altitude \(decimalText(altitude)) m") }
        var lines = [clock]
        // A jump is told against the fix taken last: that is what the gate compares with.
        if let before = fixes[..<index].last(where: { $0.isAccepted && $0.time < fix.time }), !fix.isAccepted {
            let metres = before.coordinate.distance(to: fix.coordinate)
            let seconds = fix.time - before.time
            lines[0] += " · \(decimalText(metres)) m jump in \(significantSeconds(seconds))"
            let doppler = fix.speed.map { "Doppler \(unit.text(of: $0)), " } ?? ""
            lines.append("\(doppler)implied \(unit.text(of: metres / seconds))")
        } else if let speed = fix.speed {
            facts.insert(unit.text(of: speed), at: 0)
        }
        if !facts.isEmpty { lines.append(facts.joined(separator: " · ")) }
        return FixDetail(
            title: fix.rejection.map { "Fix rejected: \($0.title)" } ?? "Fix", lines: lines, time: fix.time)
    }

    private func significantSeconds(_ seconds: Double) -> String {
        seconds < 60
            ? "\(decimalText(seconds, decimals: seconds < 9.95 && seconds != seconds.rounded() ? 1 : 0)) s"
            : durationText(seconds)
    }
}

/// What a bubble over a fix says.
public struct FixDetail: Sendable, Hashable {
    /// The heading: `Fix rejected: implied speed`.
    public var title: String
    /// The lines under it.
    public var lines: [String]
    /// When: a click goes there.
    public var time: Instant
}

extension FixVerdict.Rejection {
    /// The reason in words.
    public var title: String {
        switch self {
        case .noFix: "no fix"
        case .warmUp: "warm-up"
        case .stale: "stale"
        case .accuracy: "poor accuracy"
        case .implausibleSpeed: "implausible speed"
        case .duplicate: "duplicate"
        case .outOfOrder: "out of order"
        case .innovation: "far from the filter"
        case .impliedSpeed: "implied speed"
        case .invalidCoordinate: "not a place on Earth"
        case .otherReceiver: "another receiver leads"
        }
    }
}
