import Glibc

/// The features of a ride that distinguish a car, a bus, and a train: its speeds, stops, turns, and changes of speed.
struct RideShape: Sendable, Hashable {
    /// The features, in the order in which Benchmarks/bench/train/vehicles.py computes them.
    let values: [Float]

    /// The fractions of the time in motion by which the speeds are described.
    private static let quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.97]
    /// The maximum duration of an interval whose speed counts, in seconds.
    private static let silence = 120.0
    /// The maximum speeds, in m/s, of a stop and of slow progress, and the minimum speeds in motion and of a turn.
    private static let (standing, slow, moving, turning) = (1.0, 3.0, 1.5, 2.0)
    /// The minimum number of intervals in motion.
    private static let fewest = 3
    /// The minimum distance, in kilometres, for a rate per kilometre, and the length of a kilometre in metres.
    private static let (shortest, kilometre) = (0.1, 1_000.0)
    /// The minimum durations of the stops that are counted, in seconds.
    private static let countedStops = [0.0, 20, 60]
    /// The least speed, in m/s, whose logarithm counts, and what is added to the others whose logarithm does.
    private static let (leastSpeed, addend) = (0.3, 0.1)

    /// Derives the features. O(intervals log intervals).
    /// - Parameter intervals: The intervals of the ride, in order; those without a place are left out.
    /// - Returns: `nil` if the ride is too short.
    init?(_ intervals: some Sequence<TravelInterval>) {
        let steps = intervals.compactMap { Step($0) }
        let heard = steps.filter { !$0.isSilent }
        let inMotion = heard.filter { $0.speed > Self.moving }
        guard inMotion.count >= Self.fewest else { return nil }
        let time = heard.reduce(0) { $0 + $1.seconds }
        let distance = heard.reduce(0) { $0 + $1.distance }
        let kilometres = max(distance / Self.kilometre, Self.shortest)
        let stops = Self.stops(in: steps)
        func share(below speed: Double) -> Double {
            heard.reduce(0) { $0 + ($1.speed < speed ? $1.seconds : 0) } / time
        }
        func rate(_ minimum: Double) -> Double { Double(stops.count { $0 >= minimum }) / kilometres }

        let pairs = zip(steps, steps.dropFirst()).filter { !$0.isSilent && !$1.isSilent }
        let turns = pairs.filter { min($0.speed, $1.speed) > Self.turning }.map { Self.turn($0.course, $1.course) }
        let gains = pairs.map { ($1.speed - $0.speed) / (($0.seconds + $1.seconds) / 2) }
        let changes = pairs.map { abs(log(max($1.speed, Self.leastSpeed)) - log(max($0.speed, Self.leastSpeed))) }
        let logs = inMotion.map { log($0.speed) }
        let spread = Self.mean(logs.map { $0 * $0 }) - Self.mean(logs) * Self.mean(logs)
        let east = heard.reduce(0) { $0 + $1.distance * sin($1.course) }
        let north = heard.reduce(0) { $0 + $1.distance * cos($1.course) }
        let silent = steps.reduce(0) { $0 + ($1.isSilent ? $1.seconds : 0) }

        var features = Self.speeds(of: inMotion).map(Self.logarithm)
        features += [share(below: Self.standing), share(below: Self.slow)]
        features += Self.countedStops.map(rate) + [Self.mean(stops)]
        features += [turns.reduce(0, +) / kilometres, Self.mean(turns)]
        features += [Self.mean(gains.map { $0 * $0 }).squareRoot(), Self.logarithm(distance / Self.kilometre)]
        features += [hypot(east, north) / max(distance, 1), silent / (time + silent)]
        features += [Self.logarithm(heard.map(\.seconds).sorted()[heard.count / 2])]
        features += [max(0, spread).squareRoot(), Self.mean(changes)]
        values = features.map { Float($0) }
    }

    /// An interval with a place at each end.
    private struct Step {
        var seconds: Double
        var speed: Double
        var course: Double
        var isSilent: Bool { seconds > RideShape.silence }
        var distance: Double { speed * seconds }

        init?(_ interval: TravelInterval) {
            guard let speed = interval.speed, let course = interval.course else { return nil }
            (seconds, self.speed, self.course) = (interval.duration, speed, course)
        }
    }

    /// Returns the durations of the stops in seconds.
    private static func stops(in steps: [Step]) -> [Double] {
        var (stops, open) = ([Double](), 0.0)
        for step in steps {
            if !step.isSilent, step.speed < standing {
                open += step.seconds
            } else if open > 0 {
                stops.append(open)
                open = 0
            }
        }
        return open > 0 ? stops + [open] : stops
    }

    /// Returns the ``quantiles`` of the speed, weighted by time.
    private static func speeds(of steps: [Step]) -> [Double] {
        let sorted = steps.sorted { $0.speed < $1.speed }
        let whole = sorted.reduce(0) { $0 + $1.seconds }
        var (time, index) = (sorted[0].seconds, 0)
        return quantiles.map { share in
            while time < share * whole, index + 1 < sorted.count {
                index += 1
                time += sorted[index].seconds
            }
            return sorted[index].speed
        }
    }

    /// Returns the angle between two directions, 0 ... pi.
    private static func turn(_ first: Double, _ second: Double) -> Double {
        abs(remainder(second - first, 2 * .pi))
    }

    private static func logarithm(_ value: Double) -> Double { log(value + addend) }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}
