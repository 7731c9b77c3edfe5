import SensorModel
import Testing

@testable import FusionCore

@Suite struct WorkoutDetectorTests {
    private typealias Stretch = ActivitySessions.Stretch

    private func workouts(_ stretches: [ActivitySessions.Stretch], fixInterval: Double = 1) -> [WorkoutEstimate] {
        var core = FusionCore()
        var workouts: [WorkoutEstimate] = []
        var sessions = ActivitySessions()
        sessions.fixInterval = fixInterval
        for event in sessions.events(stretches) {
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
        #expect(told.allSatisfy { $0.activity == .running })
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(try last.time > #require(last.end))
        #expect(abs(first.start.seconds - 180) < 15)
        #expect(abs(last.duration - 900) < 30, "\(last.duration)")
        #expect(abs(last.distance - 2_700) < 110, "\(last.distance)")
        #expect(abs(Double(last.steps) - 2_520) < 80, "\(last.steps)")
        #expect(last.splits.count == 2)
        #expect(last.splits.dropFirst().allSatisfy { abs($0 - 333) < 12 }, "\(last.splits)")
    }

    @Test(arguments: [(1_000.0, 333.3, 2), (1_609.344, 536.4, 1), (100, 33.3, 26)])
    func `splits by kilometre, by mile and by lap are timed between two windows`(
        length: Double, seconds: Double, count: Int
    ) throws {
        var detector = WorkoutDetector()
        detector.parameters.splitLength = length
        var last: WorkoutEstimate?
        for window in 0...351 {
            let until = Instant(seconds: Double(window) * 2.56)
            let travel = WorkoutDetector.Travel(
                steps: window * 7, distanceOnFoot: 0, distanceOverGround: 3 * until.seconds)
            let run = ActivityEstimate(
                time: Instant(seconds: 0), until: until, activity: .running, confidence: .high, probability: 1)
            last = detector.update(run, travel: travel).last ?? last
        }
        let splits = try #require(last).splits
        #expect(splits.count == count)
        #expect(splits.allSatisfy { abs($0 - seconds) < 0.2 }, "\(splits)")
    }

    @Test func `a split after the end that a workout is dated back to is none`() throws {
        var detector = WorkoutDetector()
        var told: [WorkoutEstimate] = []
        for second in stride(from: 0.0, through: 400, by: 2.56) {
            let travel = WorkoutDetector.Travel(steps: 0, distanceOnFoot: 0, distanceOverGround: 3 * second)
            let isRest = second > 330
            // The rest is sure only after a while, and by then the metres have gone on.
            told += detector.update(
                ActivityEstimate(
                    time: Instant(seconds: isRest ? 330 : 0), until: Instant(seconds: second),
                    activity: isRest ? .stationary : .running, confidence: isRest && second < 345 ? .low : .high,
                    probability: 1), travel: travel)
        }
        let ended = try #require(told.last { !$0.isRunning })
        #expect(ended.splits.isEmpty && ended.distance < 1_000)
    }

    @Test func `rest alone, and a drive, start none`() {
        #expect(workouts([rest, Stretch(activity: .automotive, seconds: 300, speed: 14, shake: (6.3, 0.9))]).isEmpty)
    }

    @Test func `a run that goes on under a roof keeps the metres of both`() throws {
        let street = Stretch(activity: .walking, seconds: 120, speed: 1.4, shake: (1.85, 2.5))
        let treadmill = Stretch(activity: .walking, seconds: 480, speed: nil, shake: (1.85, 2.5))
        let still = Stretch(activity: .stationary, seconds: 180, speed: nil, shake: (0.1, 0))
        for (stretches, seconds) in [
            ([rest, street, treadmill, still], 600.0), ([rest, street, treadmill, street, rest], 720),
        ] {
            let last = try #require(workouts(stretches).last)
            #expect(!last.isRunning)
            #expect(abs(last.distance - seconds * 1.4) < 0.06 * seconds * 1.4, "\(last.distance)")
        }
    }

    @Test func `steps between fixes that come seldom are not counted twice`() throws {
        let walk = Stretch(activity: .walking, seconds: 900, speed: 1.4, shake: (1.85, 2.5))
        for interval in [5.0, 10, 30] {
            let last = try #require(workouts([rest, walk, rest], fixInterval: interval).last)
            #expect(abs(last.distance - 900 * 1.4) < 80, "\(interval) s: \(last.distance)")
        }
    }

    @Test func `without fixes the steps measure the way`() throws {
        let walk = Stretch(activity: .walking, seconds: 600, speed: nil, shake: (1.85, 2.5))
        let still = Stretch(activity: .stationary, seconds: 180, speed: nil, shake: (0.1, 0))
        let last = try #require(workouts([still, walk, still]).last)
        #expect(!last.isRunning)
        #expect(abs(last.distance - 600 * 1.85 * 1.85 * 0.384) < 60, "\(last.distance)")
    }
}
