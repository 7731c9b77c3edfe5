import SensorModel

/// A part of a track of up to ten seconds, or between two points, with one activity.
struct StayCell {
    /// The indices of its first and last point.
    private(set) var points: ClosedRange<Int>
    /// The places of these points, in metres on a plane.
    let start: SIMD2<Double>
    private(set) var end: SIMD2<Double>
    let activity: Activity
    private(set) var sums: Sums

    /// Adds the time until another point.
    mutating func extend(to point: Int, _ place: SIMD2<Double>, by sums: Sums) {
        points = points.lowerBound...point
        end = place
        self.sums = self.sums + sums
    }

    /// Sums over a number of cells, from which the cost of each division follows.
    struct Sums {
        /// The weighted seconds.
        private var weight: Double { values[0] }
        /// Their first moments, in s m, and their second moment, in s m^2, about the origin of the plane.
        private var moments: SIMD2<Double> { SIMD2(values[1], values[2]) }
        private var square: Double { values[3] }
        /// The cost of a stay, in seconds, apart from that of its spread and of its path.
        private var stay: Double { values[4] }
        /// The metres walked along the path, if the receiver measured speeds.
        private var path: Double { values[5] }
        /// The seconds.
        var seconds: Double { values[6] }
        /// The cost of a move, in seconds.
        var move: Double { values[7] }
        private var values = SIMD8<Double>.zero

        static let zero = Sums()

        /// The cost of a walk in a move, as a fraction of its time: as many walks are about a place as lead somewhere.
        private static let walk = 0.5
        /// The weight of the place of a rest. A receiver at rest wanders farther than its user.
        private static let rest = 0.5
        /// The maximum net speed of a walk, in staying speeds. With a higher one a place jumped.
        private static let fastestWalk = 4.0

        private init() {}

        /// Creates the sums of the time between two points.
        /// - Parameters:
        ///   - start: The first place on the plane, in metres.
        ///   - end: The last place.
        ///   - seconds: The time between them.
        ///   - rest: The fraction of that time in which the user rested.
        ///   - path: The length of the path in metres; 0 if no speed was measured.
        ///   - net: The net speed over a window around, in m/s.
        ///   - isOnFoot: Whether the user did not run or ride.
        ///   - parameters: The parameters.
        init(
            from start: SIMD2<Double>, to end: SIMD2<Double>, seconds: Double, rest: Double, path: Double, net: Double,
            isOnFoot: Bool, _ parameters: DayParameters
        ) {
            let (middle, displacement) = ((start + end) / 2, end - start)
            let walked = (1 - rest) * seconds
            let weight = walked + Self.rest * rest * seconds
            let speed = min(Self.fastestWalk, net / parameters.stayingSpeed)
            values = SIMD8(
                weight, weight * middle.x, weight * middle.y,
                weight * ((middle * middle).sum() + (displacement * displacement).sum() / 12),
                isOnFoot ? walked * Self.walk * speed * speed : walked, walked > 0 ? path : 0, seconds,
                (isOnFoot ? walked * Self.walk : 0) + rest * seconds)
        }

        static func + (left: Sums, right: Sums) -> Sums {
            var sum = left
            sum.values += right.values
            return sum
        }

        static func - (left: Sums, right: Sums) -> Sums {
            var difference = left
            difference.values -= right.values
            return difference
        }

        /// Returns the cost of a stay in seconds, without prices.
        func stay(_ parameters: DayParameters) -> Double {
            guard seconds > 0 else { return 0 }
            let speed = path / parameters.circlingSpeed
            return stay + Self.walk * (spread * weight / parameters.squaredReach + speed * speed / seconds)
        }

        /// The mean squared distance from the centre, in m^2.
        var spread: Double {
            guard weight > 0 else { return 0 }
            return max(0, square - (moments * moments).sum() / weight) / weight
        }
    }
}
