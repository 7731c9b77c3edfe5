import NavigationMath
import SensorModel

/// The pace that the user has reached lately, which bounds the accelerations without a measured velocity.
///
/// From places alone, the likelihood cannot tell a lively runner with small noise from a calm one with wandering noise.
/// Physics can: who is slow does not accelerate like a car. The pace is that of chords of 20 s, since noise hardly lengthens
/// them, and believed after two in a row, since one can be a jump. Guide: docs/estimators/position.md.
struct ReachedPace: Sendable, Hashable {
    /// A place in metres, east and north, with its stated accuracy in metres.
    private struct Place: Sendable, Hashable {
        var time: Instant
        var position: SIMD2<Double>
        var accuracy: Double
    }

    /// The places of the last chords, some seconds apart.
    private var places: [Place] = []
    /// The pace in m/s, and the time that it applies to.
    private(set) var value = Self.unknown
    private var time: Instant?

    /// The pace, in m/s, of a session that has just started: that of a cyclist.
    private static let unknown = 8.0
    /// The duration of a chord, and the spacing of the places that are kept, in seconds.
    private static let (chord, spacing) = (20.0, 4.0)
    /// The time constant of forgetting, in seconds: a car that stops at a light is still one.
    private static let memory = 300.0
    /// The error of a chord, in stated accuracies: most of the error of a fix lasts longer than a chord.
    private static let chordError = 0.6
    /// The pace, in m/s, at which every manoeuvre is possible, and the least fraction of the largest process noise.
    private static let (lively, least) = (12.0, 0.02)

    /// Returns the fraction of the largest process noise that is possible at a pace in m/s.
    static func agility(at pace: Double) -> Double {
        let share = pace / lively
        return min(1, max(least, share * share * share))
    }

    /// Returns the fraction of a pace that is remembered after a time in seconds.
    static func kept(after seconds: Double) -> Double { Double.exponential(-abs(seconds) / memory) }

    mutating func shiftOrigin(by offset: SIMD2<Double>) {
        for index in places.indices { places[index].position -= offset }
    }

    /// Forgets the places, but keeps the pace.
    mutating func interrupt() { places = [] }

    /// Adds a fix. O(1).
    /// - Parameters:
    ///   - position: The place in metres, east and north.
    ///   - accuracy: The stated 1-sigma accuracy, in metres.
    ///   - time: The time of the fix.
    /// - Returns: The pace that the chords before the fix held, in m/s; 0 if there are not enough.
    @discardableResult
    mutating func note(_ position: SIMD2<Double>, accuracy: Double, at time: Instant) -> Double {
        if let before = self.time { value *= Self.kept(after: time - before) }
        self.time = time
        let here = Place(time: time, position: position, accuracy: accuracy)
        defer { if places.last.map({ time - $0.time >= Self.spacing }) ?? true { places.append(here) } }
        guard let middle = places.lastIndex(where: { time - $0.time >= Self.chord }) else { return 0 }
        let turn = places[middle]
        guard let first = places[..<middle].lastIndex(where: { turn.time - $0.time >= Self.chord }) else { return 0 }
        let held = min(Self.speed(from: places[first], to: turn), Self.speed(from: turn, to: here))
        places.removeFirst(first)
        value = max(value, held)
        return held
    }

    private static func speed(from first: Place, to last: Place) -> Double {
        max(0, (last.position - first.position).length - chordError * last.accuracy) / (last.time - first.time)
    }
}

extension FixTrail {
    /// The pace around each fix in hindsight, in m/s: that reached before or after it, whichever is higher. O(n).
    var paces: [Double] {
        var reached = ReachedPace()
        var paces = indices.map { index in
            let shift = shift(of: index)
            if shift != SIMD2(0, 0) { reached.shiftOrigin(by: shift) }
            if isStart(index) { reached.interrupt() }
            return reached.note(position(of: index), accuracy: accuracy(of: index), at: times[index])
        }
        func spread(to index: Int, from other: Int) {
            paces[index] = max(paces[index], paces[other] * ReachedPace.kept(after: times[index] - times[other]))
        }
        for index in paces.indices.dropFirst() { spread(to: index, from: index - 1) }
        for index in paces.indices.dropLast().reversed() { spread(to: index, from: index + 1) }
        return paces
    }
}
