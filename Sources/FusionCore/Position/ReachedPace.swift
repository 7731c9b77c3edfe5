import Geometry
import SensorModel

/// The pace that the user has reached lately, which bounds the accelerations without a measured velocity.
///
/// From places alone, the likelihood cannot tell a lively runner with small noise from a calm one with wandering noise.
/// Physics can: who is slow does not accelerate like a car. The pace is that of chords of 15 s, since noise hardly lengthens
/// them, and believed after three in a row, since a place that jumps lengthens two. Guide: docs/estimators/starts-and-rests.md.
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
    static let unknown = 8.0
    /// The duration of a chord, and the spacing of the places that are kept, in seconds.
    private static let (chord, spacing) = (15.0, 3.0)
    /// The number of chords in a row that a pace has to hold.
    private static let chords = 3
    /// The time constant of forgetting, in seconds: a car in a queue is still one. With 300 s, a car in town is 7 % less accurate.
    private static let memory = 900.0
    /// The error of a chord, in stated accuracies: most of the error of a fix lasts longer than a chord.
    private static let chordError = 0.6
    /// The pace, in m/s, at which every manoeuvre is possible, and the least fraction of the largest process noise.
    private static let (lively, least) = (10.0, 0.02)

    /// Returns the fraction of the largest process noise that is possible within a bound, for the usual time between two fixes in
    /// seconds. Noise of places looks like a process noise that falls with the cube of that time, and so does the need for
    /// a bound. A device that saves fixes where its user turns has short intervals just there, so a single one says nothing.
    static func agility(within bound: MotionBound, interval: Double) -> Double {
        let (share, seconds) = (bound.pace / lively, max(1, interval))
        let turn = bound.turn / BankTable.modeDensities.max()
        return min(1, max(least, share * share * share, turn) * seconds * seconds * seconds)
    }

    /// Returns the highest speed that places alone support at a pace, both in m/s. A place that jumps looks like a sprint.
    static func mostSpeed(at pace: Double) -> Double { sprint * pace + start }

    /// The speed of a sprint as a multiple of the pace, and that of a start in m/s.
    private static let (sprint, start) = (1.2, 0.5)

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
    mutating func update(_ position: SIMD2<Double>, accuracy: Double, at time: Instant) -> Double {
        if let before = self.time { value *= Self.kept(after: time - before) }
        self.time = time
        let here = Place(time: time, position: position, accuracy: accuracy)
        defer { if places.last.map({ time - $0.time >= Self.spacing }) ?? true { places.append(here) } }
        var (held, end, later) = (Double.infinity, places.endIndex, here)
        for _ in 0..<Self.chords {
            guard let first = places[..<end].lastIndex(where: { later.time - $0.time >= Self.chord }) else { return 0 }
            held = min(held, Self.speed(from: places[first], to: later))
            (end, later) = (first, places[first])
        }
        places.removeFirst(end)
        value = max(value, held)
        return held
    }

    /// Returns the part of a chord that noise cannot explain, both in metres, for a stated accuracy in metres.
    static func certain(_ chord: Double, accuracy: Double) -> Double { max(0, chord - chordError * accuracy) }

    private static func speed(from first: Place, to last: Place) -> Double {
        certain((last.position - first.position).length, accuracy: last.accuracy) / (last.time - first.time)
    }
}
