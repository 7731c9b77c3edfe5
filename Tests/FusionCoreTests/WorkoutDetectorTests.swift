import FusionCore
import SensorModel
import Testing

@Suite struct WorkoutDetectorTests {
    private typealias Stretch = ActivitySessions.Stretch

    private func workouts(_ stretches: [ActivitySessions.Stretch]) -> [WorkoutEstimate] {
        var core = FusionCore()
        var workouts: [WorkoutEstimate] = []
        for event in ActivitySessions().events(stretches) {
            core.consume(event) { if case .workout(let workout) = $0 { workouts.append(workout) } }
        }
        return workouts
    }

    private let rest = Stretch(activity: .stationary, seconds: 180, speed: 0, shake: (0.1, 0))

    @Test func `a run starts and ends a workout by itself`() throws {
        let run = Stretch(activity: .running, seconds: 900, speed: 3, shake: (2.8, 9))
        let told = workouts([rest, run, rest])
        let first = try #require(told.first)
        let last = try #require(told.last)
        #expect(first.isRunning && !last.isRunning)
        #expect(abs(first.start.seconds - 180) < 15)
        #expect(abs(last.duration - 900) < 30, "\(last.duration)")
        #expect(abs(last.distance - 2_700) < 110, "\(last.distance)")
        #expect(abs(Double(last.steps) - 2_520) < 80, "\(last.steps)")
        #expect(last.splits.count == 2)
        #expect(last.splits.dropFirst().allSatisfy { abs($0 - 333) < 12 }, "\(last.splits)")
    }

    @Test func `rest alone, and a drive, start none`() {
        #expect(workouts([rest, Stretch(activity: .automotive, seconds: 300, speed: 14, shake: (6.3, 0.9))]).isEmpty)
    }

    @Test func `without fixes the steps measure the way`() throws {
        let walk = Stretch(activity: .walking, seconds: 600, speed: nil, shake: (1.85, 2.5))
        let still = Stretch(activity: .stationary, seconds: 180, speed: nil, shake: (0.1, 0))
        let last = try #require(workouts([still, walk, still]).last)
        #expect(!last.isRunning)
        #expect(abs(last.distance - 600 * 1.85 * 1.85 * 0.384) < 60, "\(last.distance)")
    }
}
