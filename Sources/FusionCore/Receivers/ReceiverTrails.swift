import Geometry
import Glibc
import SensorModel

/// The accepted fixes of all receivers of a session: the smoother's input.
///
///     var trails = ReceiverTrails()
///     for event in events { core.consume(event) { … }; trails.append(fixOf: &core) }
public struct ReceiverTrails: Sendable {
    /// The fixes of the primary receiver, whose times the track has.
    public private(set) var primary: FixTrail
    /// The fixes of the others.
    private var others: [DeviceID: FixTrail] = [:]

    /// The time, in seconds, for which the variances that the filters expect count as if they had been observed. Errors
    /// wander for minutes, so that the differences of a quarter of an hour say little.
    static let prior = 3_000.0
    /// The time, in seconds, in which another receiver fades in and out, so that the line has no step.
    private static let fade = 10.0
    /// The maximum time between two fixes to interpolate, in usual intervals and in seconds.
    private static let (longestIntervals, longest) = (2.5, 5.0)

    /// Creates trails from the fixes of a single receiver.
    public init(_ primary: FixTrail = FixTrail()) { self.primary = primary }

    /// Reserves space for a number of fixes.
    public mutating func reserveCapacity(_ count: Int) { primary.reserveCapacity(count) }

    /// Adds the last fix that a core has consumed, if it was accepted.
    /// - Parameter core: The core, which does not change; it would be copied otherwise.
    public mutating func append(fixOf core: inout FusionCore) {
        primary.append(fixOf: core.position.model)
        guard let verdict = core.latest.verdict, verdict.isSecondary, verdict.isAccepted else { return }
        for (device, receiver) in core.receivers.others where receiver.position.model.record?.time == verdict.time {
            var trail = others.removeValue(forKey: device) ?? FixTrail()
            // After a step of its clock, the earlier fixes are at other times.
            if let last = trail.times.last, verdict.time < last { trail = FixTrail() }
            trail.append(fixOf: receiver.position.model)
            others[device] = trail
        }
    }

    /// Shifts all times of the primary receiver by a number of seconds. O(n).
    mutating func shift(by seconds: Double) { primary.shift(by: seconds) }

    /// Returns the smoothed fixes of the primary receiver, each joined with the smoothed positions of the others at its
    /// time. O(n).
    func smoothedFixes(
        _ parameters: MultipleModelFilter.Parameters, _ bounds: [MotionBound], _ together: Together
    ) -> [SmoothedFix] {
        var fixes = HindsightPass(primary, bounds: bounds, parameters).smoothedFixes(together: together)
        var positions = [[ReceiverAgreement.Position]](repeating: [], count: others.isEmpty ? 0 : fixes.count)
        for (device, trail) in others.sorted(by: { $0.key < $1.key }) where trail.count > 1 {
            let smoothed = HindsightPass(trail, bounds: trail.motionBounds, parameters)
                .smoothedFixes(together: together)
            add(smoothed, of: trail, device, to: &positions)
        }
        join(&fixes, positions, memory: parameters.velocityMemory)
        return fixes
    }

    /// Adds the positions of a smoothed trail at the times of the primary receiver's fixes.
    private func add(
        _ fixes: [SmoothedFix], of trail: FixTrail, _ device: DeviceID,
        to positions: inout [[ReceiverAgreement.Position]]
    ) {
        var (own, target) = (FixTrail.Planes(trail), FixTrail.Planes(primary))
        let longest = min(Self.longest, Self.longestIntervals * trail.typicalInterval)
        let ends = connectedEnds(of: trail, longest: longest)
        var next = 0
        for index in primary.indices {
            let (time, plane) = (primary.times[index], target.plane(of: index))
            while next < trail.count, trail.times[next] < time { next += 1 }
            guard next < trail.count, next > 0 || trail.times[next] == time else { continue }
            let before = trail.times[next] == time ? next : next - 1
            guard before == next || ends[before] == ends[next] else { continue }
            let (first, from) = (fixes[before], own.plane(of: before))
            var position = first.position
            var velocity = first.velocity
            if before != next {
                let seconds = trail.times[next] - trail.times[before]
                let share = (time - trail.times[before]) / seconds
                let second = fixes[next].position + trail.shift(of: next)
                position = Self.between(
                    first.position, first.velocity, second, fixes[next].velocity, share, seconds)
                velocity += share * (fixes[next].velocity - velocity)
            }
            let (start, end) = ends[before]
            let share = min(1, (time - start) / Self.fade, (end - time) / Self.fade)
            guard share > 0 else { continue }
            positions[index].append(
                ReceiverAgreement.Position(
                    device: device, position: from.moved(position, to: plane), velocity: velocity,
                    variance: max(first.variance, fixes[next].variance), share: share))
        }
    }

    /// Returns, for each fix, the times between which the trail has no gap.
    private func connectedEnds(of trail: FixTrail, longest: Double) -> [(start: Instant, end: Instant)] {
        var ends: [(start: Instant, end: Instant)] = []
        var first = 0
        for index in trail.indices {
            let isLast = index + 1 == trail.count || trail.isStart(index + 1) || trail.interval(of: index + 1) > longest
            guard isLast else { continue }
            ends += [(start: Instant, end: Instant)](
                repeating: (trail.times[first], trail.times[index]), count: index + 1 - first)
            first = index + 1
        }
        return ends
    }

    /// Returns the position on the curve between two fixes that has their velocities (cubic Hermite spline).
    private static func between(
        _ first: SIMD2<Double>, _ firstVelocity: SIMD2<Double>, _ second: SIMD2<Double>,
        _ secondVelocity: SIMD2<Double>, _ share: Double, _ seconds: Double
    ) -> SIMD2<Double> {
        let rest = 1 - share
        let ends = rest * rest * (1 + 2 * share) * first + share * share * (3 - 2 * share) * second
        return ends + seconds * share * rest * (rest * firstVelocity - share * secondVelocity)
    }

    /// Joins the primary receiver's fixes with the positions of the others at their times. The agreement runs through them
    /// backward first, so that it knows the receivers at the start.
    private func join(_ fixes: inout [SmoothedFix], _ positions: [[ReceiverAgreement.Position]], memory: Double) {
        var agreement = ReceiverAgreement(prior: Self.prior)
        func all(at index: Int) -> [ReceiverAgreement.Position]? {
            guard !positions[index].isEmpty else { return nil }
            let own = ReceiverAgreement.Position(
                device: Self.primaryDevice, position: fixes[index].position, velocity: fixes[index].velocity,
                variance: fixes[index].variance)
            return [own] + positions[index]
        }
        for index in positions.indices.reversed() {
            guard let all = all(at: index) else { continue }
            agreement.update(all, after: primary.interval(of: index), memory: memory)
        }
        for index in positions.indices {
            guard let all = all(at: index) else { continue }
            agreement.update(all, after: primary.interval(of: index), memory: memory)
            let fusion = agreement.fuse(all)
            (fixes[index].position, fixes[index].velocity) = (fusion.position, fusion.velocity)
            fixes[index].chordVariance *= fusion.ratio
            fixes[index].velocityVariance *= fusion.ratio
            fixes[index].variance = fusion.variance
        }
    }

    /// Stands for the receiver that is primary at a time.
    private static let primaryDevice = DeviceID(.max)
}
