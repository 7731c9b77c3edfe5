import Geometry
import SensorModel

/// The pace and the acceleration that places support if the velocity was not measured.
struct MotionBound: Sendable, Hashable {
    /// The pace, in m/s.
    var pace = Double.infinity
    /// The power density of the acceleration of a turn, in m^2/s^3; 0 if there is none, or if it is not known.
    var turn = 0.0
}

/// The chords around a fix in hindsight. No two share a place, so that one that jumps spoils one chord only.
private struct ChordsAround {
    /// The mean velocities in m/s, two before and two after the fix, and their number.
    private var velocities = InlineArray<4, SIMD2<Double>>(repeating: SIMD2(0, 0))
    private var count = 0
    private let accuracy: Double

    /// The ends of the chords in seconds after the fix, and their duration in seconds.
    fileprivate static let (ends, duration) = ([(-17.0, -11.0), (-9, -3), (3, 9), (11, 17)], 6.0)
    /// The time, in seconds, over which white accelerations change the velocity as much as that between the inner chords: the time
    /// between their middles, less a third of their duration, since each is a mean.
    private static let changeTime = 10.0

    /// The number of chords that have to hold a pace.
    private static let chords = 3

    /// Creates the chords, as far as there are fixes. O(1) amortised over a track.
    init(
        around index: Int, in trail: FixTrail, _ places: [SIMD2<Double>], within segment: Range<Int>,
        _ ends: inout [Int]
    ) {
        accuracy = trail.accuracy(of: index)
        let time = trail.times[index]
        func advance(_ end: inout Int, to seconds: Double) {
            while end < segment.upperBound, trail.times[end] - time < seconds { end += 1 }
        }
        for (chord, offsets) in Self.ends.enumerated() {
            advance(&ends[2 * chord], to: offsets.0)
            advance(&ends[2 * chord + 1], to: offsets.1)
            let (first, last) = (ends[2 * chord], ends[2 * chord + 1])
            guard first < last, last < segment.upperBound else { continue }
            let seconds = trail.times[last] - trail.times[first]
            guard seconds < 2 * Self.duration else { continue }
            velocities[count] = (places[last] - places[first]) / seconds
            count += 1
        }
    }

    /// The pace in m/s that three chords hold.
    var pace: Double {
        var (least, next) = (Double.infinity, Double.infinity)
        for chord in 0..<count {
            let speed = velocities[chord].length
            (least, next) = speed < least ? (speed, least) : (least, min(next, speed))
        }
        guard count >= Self.chords else { return 0 }
        let held = count > Self.chords ? next : least
        return ReachedPace.certain(held * Self.duration, accuracy: accuracy) / Self.duration
    }

    /// The power density of the acceleration, in m^2/s^3, of a turn that the chords before and after the fix agree on.
    var turn: Double {
        guard count == Self.ends.count else { return 0 }
        var least = Double.infinity
        for before in 0..<2 {
            for after in 2..<4 { least = min(least, (velocities[after] - velocities[before]).length) }
        }
        let change = ReachedPace.certain(least * Self.duration, accuracy: 2 * accuracy) / Self.duration
        return change * change / (2 * Self.changeTime)
    }
}

extension FixTrail {
    /// The bounds that the places around each fix set in hindsight: the pace reached before or after it, whichever is higher, and the
    /// turns around it. O(n).
    var motionBounds: [MotionBound] {
        var bounds = paces.map { MotionBound(pace: $0) }
        var (places, shift) = ([SIMD2<Double>](), SIMD2<Double>(0, 0))
        places.reserveCapacity(count)
        for index in indices {
            shift += self.shift(of: index)
            places.append(position(of: index) + shift)
        }
        var start = 0
        while start < count {
            let end = indices[(start + 1)...].first(where: isStart) ?? count
            var ends = [Int](repeating: start, count: 2 * ChordsAround.ends.count)
            for index in start..<end where velocity(of: index) == nil {
                let chords = ChordsAround(around: index, in: self, places, within: start..<end, &ends)
                bounds[index].pace = max(bounds[index].pace, chords.pace)
                bounds[index].turn = chords.turn
            }
            start = end
        }
        return bounds
    }

    /// The pace reached before or after each fix, whichever is higher, in m/s. O(n).
    private var paces: [Double] {
        var reached = ReachedPace()
        var paces = indices.map { index in
            let shift = shift(of: index)
            if shift != SIMD2(0, 0) { reached.shiftOrigin(by: shift) }
            if isStart(index) { reached.interrupt() }
            return reached.update(position(of: index), accuracy: accuracy(of: index), at: times[index])
        }
        // A track too short for a pace says nothing about it.
        if !paces.contains(where: { $0 > 0 }) { return paces.map { _ in ReachedPace.unknown } }
        func spread(to index: Int, from other: Int) {
            paces[index] = max(paces[index], paces[other] * ReachedPace.kept(after: times[index] - times[other]))
        }
        for index in paces.indices.dropFirst() { spread(to: index, from: index - 1) }
        for index in paces.indices.dropLast().reversed() { spread(to: index, from: index + 1) }
        return paces
    }
}
