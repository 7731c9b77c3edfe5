import SensorModel
import Testing
import ViewerModel

@testable import FusionCore
@testable import Viewer

@Suite struct WorkoutWatchTests {
    private let start = Instant(seconds: 1_700_000_000)

    private func workout(from offset: Double = 0, seconds: Double, metres: Double) -> WorkoutEstimate {
        WorkoutEstimate(
            time: start + (offset + seconds), start: start + offset, activity: .running, steps: 100, distance: metres)
    }

    @Test func `a workout that continues has not ended; its end is noticed once`() {
        var watch = WorkoutWatch()
        let first = workout(seconds: 60, metres: 180)
        let later = workout(seconds: 600, metres: 1_800)
        let told = [nil, first, later, nil, nil].map { watch.consume($0, ended: nil) }
        #expect(told == [nil, nil, nil, later, nil])
    }

    @Test func `one that follows another at once ends it`() {
        var watch = WorkoutWatch()
        let first = workout(seconds: 600, metres: 1_800)
        #expect(
            [first, workout(from: 700, seconds: 10, metres: 30)].map { watch.consume($0, ended: nil) } == [nil, first])
    }

    @Test func `a workout that was dated back has the time until its end`() {
        var watch = WorkoutWatch()
        var ended = workout(seconds: 700, metres: 1_800)
        ended.end = start + 600
        #expect(watch.consume(workout(seconds: 690, metres: 1_800), ended: nil) == nil)
        #expect(watch.consume(nil, ended: ended)?.duration == 600)
        #expect(watch.consume(nil, ended: ended) == nil)
    }

    @MainActor
    @Test func `the sentence has distance, time and pace in the unit`() {
        let run = workout(seconds: 1_800, metres: 5_400)
        #expect(
            WorkoutWatch.sentence(on: run, unit: .kilometresPerHour)
                == "Workout ended: Running, 5.4 km in 30 min, 5:33 min/km")
        #expect(WorkoutWatch.sentence(on: run, unit: .milesPerHour).hasSuffix("8:56 min/mi"))
        let still = workout(seconds: 60, metres: 0)
        #expect(WorkoutWatch.sentence(on: still, unit: .pace) == "Workout ended: Running, 0 m in 1 min")
    }
}
