public import FusionCore
import Geometry
import Glibc
public import Replay
public import SensorModel

/// The fixes of a session by place and by time.
public struct FixIndex: Sendable {
    /// The fixes, in order of arrival.
    public let fixes: RecordedFixes
    /// The indices of the rejected ``fixes``, ascending.
    public let rejected: [Int]

    private let points: [UnitMercator]
    private let byX: [UInt32]

    /// Indexes fixes. O(n log n).
    public init(_ fixes: RecordedFixes) {
        self.fixes = fixes
        rejected = fixes.indices.filter { !fixes[$0].isAccepted }
        let points = fixes.map { UnitMercator($0.coordinate) }
        self.points = points
        byX = points.indices.map { UInt32($0) }.sorted { points[Int($0)].x < points[Int($1)].x }
    }

    /// Returns the fix nearest to a point of the map. Prefers a marked fix to others that are closer by a few pixels, and a
    /// fix to its duplicate. O(log n + fixes in a strip as wide as the radius).
    /// - Parameters:
    ///   - point: The point, in pixels.
    ///   - viewport: The visible part of the map.
    ///   - radius: The maximum distance, in pixels.
    public func nearest(to point: ScreenPoint, in viewport: MapViewport, radius: Double = 12) -> Int? {
        let target = viewport.mercator(at: point)
        let reach = radius / viewport.worldSize
        var best: (index: Int, score: Double)?
        for copy in [-1.0, 0, 1] {
            let x = target.x - floor(target.x) + copy
            var place = firstPlace(atX: x - reach)
            while place < byX.count, points[Int(byX[place])].x <= x + reach {
                let index = Int(byX[place])
                place += 1
                let distance = hypot(points[index].x - x, points[index].y - target.y) * viewport.worldSize
                guard distance <= radius else { continue }
                let score = distance + Self.preference(fixes[index].rejection) * radius
                if best.map({ score < $0.score }) ?? true { best = (index, score) }
            }
        }
        return best?.index
    }

    private static func preference(_ rejection: FixVerdict.Rejection?) -> Double {
        guard let rejection else { return 0 }
        return rejection.isMarked ? -0.5 : 0.01
    }

    private func firstPlace(atX x: Double) -> Int {
        byX.partitionPoint { points[Int($0)].x < x }
    }

    /// Returns the details of a fix.
    /// - Parameters:
    ///   - index: The position of the fix.
    ///   - mapHeight: The height of the ground in metres that a map has there; `nil` if none has one.
    ///   - clock: The local time of the fix, with its day if the session has several.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    ///   - rulings: The user's decisions about fixes.
    ///   - rule: Finds the rule by which a fix was rejected.
    public func detail(
        of index: Int, mapHeight: Double? = nil, clock: String, unit: SpeedUnit = .metresPerSecond,
        rulings: [FixRuling.Identity: Bool] = [:], rule: (RecordedFix) -> FixRule? = { _ in nil }
    ) -> FixDetail {
        let fix = fixes[index]
        let small = unit.distanceUnit
        var facts: [Phrase] = []
        if let accuracy = fix.accuracy { facts.append(Phrase(plain: small.smallText(of: accuracy, prefix: "±"))) }
        if let satellites = fix.satellites {
            facts.append(
                satellites == 1
                    ? Phrase(translatable("1 satellite")) : Phrase(translatable("{1} satellites"), "\(satellites)"))
        }
        if let altitude = fix.altitude {
            facts.append(Phrase(translatable("altitude {1}"), small.smallText(of: altitude)))
        }
        if let mapHeight {
            facts.append(Phrase(translatable("map height {1}"), small.smallText(of: mapHeight)))
        }
        var lines = [Phrase(plain: clock)]
        // A jump is relative to the last accepted fix, with which the gate compares.
        if let before = fixes[..<index].last(where: {
            $0.isAccepted && $0.isSecondary == fix.isSecondary && $0.time < fix.time
        }), !fix.isAccepted {
            let metres = before.coordinate.distance(to: fix.coordinate)
            let seconds = fix.time - before.time
            lines[0] = Phrase(
                translatable("{1} · {2} jump in {3}"), clock, small.text(of: metres), significantSeconds(seconds))
            let implied = unit.text(of: metres / seconds)
            lines.append(
                fix.speed.map { Phrase(translatable("Doppler {1}, implied {2}"), unit.text(of: $0), implied) }
                    ?? Phrase(translatable("implied {1}"), implied))
        } else if let speed = fix.speed {
            facts.insert(Phrase(plain: unit.text(of: speed)), at: 0)
        }
        if let list = Phrase(list: facts) { lines.append(list) }
        if let effect = fix.assessment.flatMap({ effect($0, small) }) { lines.append(effect) }
        let title = fix.rejection.map { Phrase(translatable("Fix rejected: {1}"), [Phrase($0.title)]) }
        let identity = fixes.identity(of: index)
        let accepted =
            rulings[identity] == true
            ? translatable("Fix accepted by hand")
            : fix.assessment?.isIgnored == true ? translatable("Fix ignored") : translatable("Fix")
        return FixDetail(
            title: title ?? Phrase(accepted), lines: lines, fix: identity, rejection: fix.rejection, rule: rule(fix))
    }

    /// Returns the fixes that were rejected for the same reason, by the same rule, in order of their arrival. O(n).
    public func fixes(rejectedLike detail: FixDetail, rule: (RecordedFix) -> FixRule?) -> [FixRuling.Identity] {
        guard let rejection = detail.rejection else { return [] }
        return rejected.filter { index in
            let fix = fixes[index]
            return fix.rejection == rejection && rule(fix)?.parameter == detail.rule?.parameter
        }.map(fixes.identity)
    }

    /// Returns a sentence on how far a fix was from its prediction, and how much it counted.
    private func effect(_ assessment: FixAssessment, _ unit: DistanceUnit) -> Phrase? {
        guard let innovation = assessment.innovation, let sigmas = assessment.sigmas else { return nil }
        let isAlong = abs(innovation.x) >= abs(innovation.y)
        let text =
            isAlong
            ? innovation.x > 0
                ? translatable("{1} ahead of where it was expected ({2} σ), weight {3} %: {4}")
                : translatable("{1} behind where it was expected ({2} σ), weight {3} %: {4}")
            : innovation.y > 0
                ? translatable("{1} to the right of where it was expected ({2} σ), weight {3} %: {4}")
                : translatable("{1} to the left of where it was expected ({2} σ), weight {3} %: {4}")
        let metres = (innovation * innovation).sum().squareRoot()
        return Phrase(
            text,
            [
                Phrase(plain: unit.smallText(of: metres, decimals: 1)), Phrase(plain: decimalText(sigmas, decimals: 1)),
                Phrase(plain: decimalText(assessment.weight * 100)), Phrase(assessment.hypothesis.title),
            ])
    }

    private func significantSeconds(_ seconds: Double) -> String {
        seconds < 60
            ? "\(decimalText(seconds, decimals: seconds < 9.95 && seconds != seconds.rounded() ? 1 : 0)) s"
            : durationText(seconds)
    }
}

/// The text of a bubble over a fix.
public struct FixDetail: Sendable, Hashable {
    /// The heading: `Fix rejected: implied speed`.
    public var title: Phrase
    /// The lines under it.
    public var lines: [Phrase]
    /// The times that identify the fix.
    public var fix: FixRuling.Identity
    /// The reason why the fix was rejected; `nil` for an accepted one.
    public var rejection: FixVerdict.Rejection?
    /// The rule by which it was rejected; `nil` if it was not, or if no parameter decided.
    public var rule: FixRule?

    /// The time of the fix, to which a click moves the replay.
    public var time: Instant { fix.time }
    /// True if the user can accept the fix: it was rejected, but the track could use it.
    public var canBeAccepted: Bool { rejection?.canBeOverruled == true }
    /// True if the user can reject the fix.
    public var canBeRejected: Bool { rejection == nil }
}

extension FixVerdict.Rejection {
    /// True if the map marks fixes that are rejected for this reason. It does not mark duplicates, since the track has
    /// another fix of the same time.
    public var isMarked: Bool { self != .duplicate }

    /// The reason in words.
    public var title: String {
        switch self {
        case .noFix: translatable("no fix")
        case .warmUp: translatable("warm-up")
        case .stale: translatable("stale")
        case .accuracy: translatable("poor accuracy")
        case .implausibleSpeed: translatable("implausible speed")
        case .duplicate: translatable("duplicate")
        case .outOfOrder: translatable("out of order")
        case .innovation: translatable("far from the filter")
        case .impliedSpeed: translatable("implied speed")
        case .invalidCoordinate: translatable("not a place on Earth")
        case .otherReceiver: translatable("the clock differs from that of the primary receiver")
        case .byHand: translatable("rejected by hand")
        case .unsettled: translatable("the receiver had not settled")
        }
    }
}
