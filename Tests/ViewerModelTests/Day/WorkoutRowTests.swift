import Replay
import SensorModel
import Testing
import ViewerModel

@testable import FusionCore

@Suite struct WorkoutRowTests {
    private func workout() throws -> Workout {
        let run = try SampleRide.run()
        var day = run.day
        // A ride at 5 m/s is not a workout, so the texts are checked on a value.
        #expect(day.workouts.isEmpty)
        day.workouts = [Workout.sample]
        return try #require(day.workouts.first)
    }

    @Test func `paces and splits follow the unit`() throws {
        let workout = try workout()
        let metric = WorkoutRow(workout, unit: .kilometresPerHour)
        #expect(metric.averagePace == "5:33 min/km" && metric.movingPace == "5:17 min/km")
        #expect(metric.splits == ["5:33", "5:34", "5:35"] && metric.splitSymbol == "km")
        #expect(metric.facts.description == "20 min · 3.6 km · 3100 steps")
        for unit in [SpeedUnit.milesPerHour, .milePace] {
            let imperial = WorkoutRow(workout, unit: unit)
            #expect(imperial.averagePace == "8:56 min/mi" && imperial.splits == ["8:57", "8:58"])
            #expect(imperial.splitSymbol == "mi")
        }
    }

    @Test func `a workout without rests has one pace, one without a way none`() throws {
        var workout = try workout()
        workout.movingTime = workout.duration
        #expect(WorkoutRow(workout, unit: .pace).movingPace == nil)
        (workout.distance, workout.estimatedDistance) = (0, 0)
        #expect(WorkoutRow(workout, unit: .pace).averagePace == missingText)
    }
}

extension Workout {
    fileprivate static var sample: Workout {
        let start = SampleRide.start
        var workout = Workout(
            start: start, end: start + 1_200, activity: .running, confidence: .high, distance: 3_600,
            estimatedDistance: 0, movingTime: 1_140)
        workout.steps = 3_100
        workout.kilometreSplits = [333, 334, 335]
        workout.mileSplits = [537, 538]
        return workout
    }
}
