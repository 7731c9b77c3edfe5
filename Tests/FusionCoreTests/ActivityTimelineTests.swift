import FusionCore
import SensorModel
import Simulation
import Testing

@Suite struct ActivityTimelineTests {
    private typealias Stretch = ActivitySessions.Stretch

    @Test(arguments: [
        ("walk", Activity.walking), ("walk-correlated", .walking), ("bike", .cycling), ("car-stops", .automotive),
    ])
    func `noisy places without a speed tell how one moved`(name: String, activity: Activity) throws {
        var plan = try #require(Scenarios.named(name)).plan
        plan.motion = nil
        plan.receiver.speedNoise = nil
        let track = FinishedTrack(events: Trial.ordered(plan.simulate(seed: 1).events), parameters: Parameters())
        let told = track.activities.filter(\.activity.isMoving)
        func seconds(_ stretches: [ActivityEstimate]) -> Double { stretches.reduce(0) { $0 + ($1.until - $1.time) } }
        #expect(seconds(told.filter { $0.activity == activity }) > 0.9 * seconds(told))
        #expect(seconds(told) > 1_200)
    }

    @Test func `a day out comes back in order, with edges within a few seconds`() throws {
        let plan = [
            Stretch(activity: .stationary, seconds: 240, speed: 0, shake: (0.1, 0)),
            Stretch(activity: .walking, seconds: 240, speed: 1.4, shake: (1.85, 2.5)),
            Stretch(activity: .automotive, seconds: 300, speed: 14, shake: (6.3, 0.9)),
            Stretch(activity: .walking, seconds: 180, speed: 1.4, shake: (1.85, 2.5)),
            Stretch(activity: .running, seconds: 240, speed: 3, shake: (2.8, 9)),
            Stretch(activity: .stationary, seconds: 300, speed: 0, shake: (0.1, 0)),
        ]
        let stretches = ActivitySessions.told(ActivitySessions().events(plan))
        #expect(stretches.map(\.activity) == plan.map(\.activity))
        var edge = 0.0
        for (stretch, planned) in zip(stretches, plan) {
            #expect(abs(stretch.time.seconds - edge) < 12, "\(planned.activity) at \(stretch.time.seconds)")
            edge += planned.seconds
        }
        #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.until <= $1.time })
    }

    @Test(arguments: [3.2, 0.3]) func `a slow bend and a rest are parts of a ride`(speed: Double) {
        let shake = (cadence: 1.2, strength: 0.5)
        let ride = Stretch(activity: .cycling, seconds: 600, speed: 5, shake: shake, roughness: 8)
        let slow = Stretch(activity: .cycling, seconds: 120, speed: speed, shake: shake, roughness: speed < 1 ? 1 : 8)
        let told = ActivitySessions.told(ActivitySessions().events([ride, slow, ride]))
        #expect(!told.contains { $0.activity == .walking || $0.activity == .running || $0.activity == .automotive })
    }

    @Test func `nothing gives nothing`() {
        #expect(ActivitySessions.told([]).isEmpty)
    }

    @Test(arguments: [true, false])
    func `nothing is known of a long silence, whether a clock ticks in it or not`(isTicking: Bool) {
        let walk = Stretch(activity: .walking, seconds: 600, speed: 1.4, shake: nil)
        let silence = Stretch(activity: .unknown, seconds: 8 * 3_600, speed: nil, shake: nil)
        var sessions = ActivitySessions()
        sessions.rate = 5
        let events = sessions.events([walk, silence, walk]).filter { isTicking || $0.payload != .tick }
        let stretches = ActivitySessions.told(events)
        #expect(stretches.map(\.activity) == [.walking, .unknown, .walking])
        for (stretch, planned) in zip(stretches, [walk, silence, walk]) {
            #expect(abs(stretch.until - stretch.time - planned.seconds) < 20)
        }
    }

    @Test func `slow fixes tell the same`() {
        var sessions = ActivitySessions()
        for interval in [1.0, 5, 10] {
            sessions.fixInterval = interval
            let stretches = ActivitySessions.told(
                sessions.events([
                    Stretch(activity: .walking, seconds: 600, speed: 1.4, shake: nil),
                    Stretch(activity: .automotive, seconds: 600, speed: 15, shake: nil),
                ]))
            #expect(stretches.map(\.activity).suffix(2) == [.walking, .automotive], "\(interval) s")
        }
    }
}
