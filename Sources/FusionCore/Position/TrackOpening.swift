import Geometry
import SensorModel

/// The fixes with which a track starts, until they have settled.
///
/// If the first fixes were probably far off, the track begins with the first one that agrees with all later ones: minus the displacement by
/// velocity they are at one place, and do not drift. So a velocity that is always zero or wrong by a factor, under which fixes
/// drift, does not pass for a receiver that settles. Guide: docs/estimators/starts-and-rests.md.
struct TrackOpening: Sendable, Hashable {
    /// A fix, and its position minus the displacement by velocity, in metres.
    struct Fix: Sendable, Hashable {
        var time: Instant
        var measurement: ReceiverBank.Measurement
        var offset: SIMD2<Double>
    }

    /// The hypotheses before the first fix.
    let bank: ReceiverBank
    private(set) var fixes: [Fix] = []
    private var displacement = SIMD2<Double>(0, 0)
    private var isSuspect = false

    /// The time, in seconds, over which fixes have to agree, and the least number of them.
    private static let (agreement, least) = (10.0, 5)
    /// The time, in seconds, within which fixes agree if the first ones were false.
    private static let longest = 30.0
    /// The largest drift of fixes that agree, in stated accuracies.
    private static let drift = 2.0

    /// Creates the opening of a track, of which the bank has seen no fix.
    init(_ bank: ReceiverBank) { self.bank = bank }

    /// True if the fixes have settled, or will not.
    var isOver: Bool { duration >= (isSuspect ? Self.longest : SettlingStart.duration) }

    /// Returns the time since the first fix, in seconds.
    func age(at time: Instant) -> Double { fixes.first.map { time - $0.time } ?? 0 }

    private var duration: Double { fixes.last.map { age(at: $0.time) } ?? 0 }

    mutating func shiftOrigin(by shift: SIMD2<Double>) {
        for index in fixes.indices {
            fixes[index].measurement.position -= shift
            fixes[index].offset -= shift
        }
    }

    /// Adds a fix. O(1).
    mutating func update(_ fix: ReceiverBank.Measurement, at time: Instant, isUnsettled: Bool) {
        isSuspect = isSuspect || isUnsettled
        if let velocity = fix.velocity, let before = fixes.last?.measurement.velocity {
            displacement += 0.5 * fix.interval * (velocity + before)
        }
        fixes.append(Fix(time: time, measurement: fix, offset: fix.position - displacement))
    }

    /// Returns the index of the last fix that later ones, which agree, show to be false; `nil` if there is none, or if it is not
    /// known. O(n).
    func lastWrong(_ parameters: MultipleModelFilter.Parameters) -> Int? {
        guard isSuspect, duration > Self.agreement, let last = fixes.last,
            fixes.allSatisfy({ $0.measurement.velocity != nil })
        else { return nil }
        let recent = fixes.drop { last.time - $0.time > Self.agreement }
        guard recent.count >= Self.least else { return nil }
        func mean(_ value: (Fix) -> Double) -> Double { recent.reduce(0) { $0 + value($1) } / Double(recent.count) }
        let place = SIMD2(mean { $0.offset.x }, mean { $0.offset.y })
        let middle = mean { $0.time - last.time }
        func time(_ fix: Fix) -> Double { fix.time - last.time - middle }
        func error(_ fix: Fix) -> Double { (fix.offset - place).length / fix.measurement.accuracy }
        let moment = SIMD2(mean { time($0) * $0.offset.x }, mean { time($0) * $0.offset.y })
        let drift = moment / mean { time($0) * time($0) }
        guard mean({ error($0) * error($0) }) <= parameters.outlier,
            drift.length * Self.agreement <= Self.drift * last.measurement.accuracy
        else { return nil }
        return fixes[..<recent.startIndex].lastIndex { error($0) * error($0) > parameters.outlier }
    }
}
