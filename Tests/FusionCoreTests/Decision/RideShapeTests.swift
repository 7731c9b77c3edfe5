import Geometry
import SensorModel
import Testing

@testable import FusionCore

struct RideShapeTests {
    private struct Step {
        var seconds: Double
        var speed: Double
        var course: Double
    }

    private func intervals(_ steps: [Step]) -> [TravelInterval] {
        let cell = TravelCells.Cell(
            time: Instant(seconds: 0), place: Coordinate(latitude: 48, longitude: 11), variance: 1)
        var time = Instant(seconds: 0)
        return steps.map { step in
            var interval = TravelInterval(cell, cell)
            (interval.start, interval.end) = (time, time + step.seconds)
            (interval.speed, interval.course) = (step.speed, step.course)
            time = interval.end
            return interval
        }
    }

    /// A stop of half a minute, a silence, and a slow end.
    private let ride = [
        Step(seconds: 10, speed: 8, course: 0), Step(seconds: 10, speed: 12, course: 0.5),
        Step(seconds: 10, speed: 0.5, course: 1), Step(seconds: 20, speed: 0.2, course: 2),
        Step(seconds: 10, speed: 9, course: -3), Step(seconds: 200, speed: 3, course: 0),
        Step(seconds: 10, speed: 14, course: 3), Step(seconds: 10, speed: 2.5, course: -1.5),
        Step(seconds: 30, speed: 6, course: 1), Step(seconds: 10, speed: 1, course: 2),
    ]

    @Test func `the features are those of the training script`() throws {
        // The output of Benchmarks/bench/train/vehicles.py for the same intervals.
        let expected: [Float] = [
            0.95551, 1.80829, 1.80829, 2.20827, 2.64617, 2.64617, 0.25, 0.41667, 1.52905, 1.52905, 0, 30, 7.31374,
            1.5944,
            0.68062, -0.28236, 0.32848, 0.625, 2.31254, 0.56341, 1.69793,
        ]
        let values = try #require(RideShape(intervals(ride))).values
        #expect(values.count == expected.count)
        for (value, wanted) in zip(values, expected) { #expect(abs(value - wanted) < 1e-4) }
    }

    @Test func `a ride of two intervals has no shape`() {
        #expect(RideShape(intervals(Array(ride.prefix(2)))) == nil)
    }

    @Test func `an interval without a place is left out`() {
        var placeless = intervals(ride)
        var window = placeless[0]
        (window.speed, window.course) = (nil, nil)
        placeless.insert(window, at: 3)
        #expect(RideShape(placeless) == RideShape(intervals(ride)))
    }
}
