import FusionCore
import SensorModel
import Testing

@Suite struct ActivityClassifierTests {
    private typealias Stretch = ActivitySessions.Stretch
    private let sessions = ActivitySessions()

    private static let plain: [ActivitySessions.Stretch] = [
        Stretch(activity: .stationary, seconds: 120, speed: 0, shake: (0.1, 0)),
        Stretch(activity: .walking, seconds: 120, speed: 1.4, shake: (1.85, 2.5)),
        Stretch(activity: .running, seconds: 120, speed: 3, shake: (2.8, 9)),
        Stretch(activity: .cycling, seconds: 120, speed: 5, shake: (1.2, 0.5), roughness: 8),
        Stretch(activity: .automotive, seconds: 120, speed: 14, shake: (6.3, 0.5), roughness: 1),
    ]

    @Test(arguments: plain)
    func `each activity is told with all sensors`(stretch: ActivitySessions.Stretch) {
        let shown = ActivitySessions.shown(sessions.events([stretch]))
        #expect(shown.dropFirst(60).allSatisfy { $0 == stretch.activity }, "\(shown.dropFirst(60))")
    }

    @Test(arguments: [(Activity.stationary, 0.0), (.walking, 1.3), (.cycling, 5), (.automotive, 18)])
    func `fixes alone tell what they can`(activity: Activity, speed: Double) {
        let shown = ActivitySessions.shown(
            sessions.events([Stretch(activity: activity, seconds: 240, speed: speed, shake: nil)]))
        #expect(shown.dropFirst(120).allSatisfy { $0 == activity }, "\(shown.dropFirst(120))")
    }

    @Test(arguments: [(Activity.stationary, 0.1, 0.0), (.walking, 1.85, 2.5), (.running, 2.8, 9)])
    func `acceleration alone tells what it can`(activity: Activity, cadence: Double, strength: Double) {
        let shown = ActivitySessions.shown(
            sessions.events([Stretch(activity: activity, seconds: 120, speed: nil, shake: (cadence, strength))]))
        #expect(shown.dropFirst(30).allSatisfy { $0 == activity }, "\(shown.dropFirst(30))")
    }

    @Test func `without places, motion is never sure`() {
        func surest(_ speed: Double?) -> Double {
            let walk = Stretch(activity: .walking, seconds: 1_200, speed: speed, shake: (1.85, 2.5))
            let events = sessions.events([walk])
            var core = FusionCore()
            var live: [Double] = []
            for event in events {
                core.consume(event) { _ in }
                live += [core.latest.activity?.probability].compactMap { $0 }
            }
            return (live + ActivitySessions.told(events).map(\.probability)).max() ?? 0
        }
        #expect(surest(nil) < 0.9)
        #expect(surest(nil) > 0.8)
        #expect(surest(1.35) > 0.95)
    }

    @Test func `a runner's speed without steps is cycling if steps could be counted`() {
        func shown(_ shake: (cadence: Double, strength: Double)?) -> ArraySlice<Activity> {
            let ride = Stretch(activity: .cycling, seconds: 240, speed: 3.1, shake: shake, roughness: 8)
            return ActivitySessions.shown(sessions.events([ride])).dropFirst(120)
        }
        let withMotion = shown((1.2, 0.5))
        #expect(withMotion.allSatisfy { $0 == .cycling }, "\(withMotion)")
        // Without acceleration, four minutes at exactly this speed are more likely a run.
        let alone = shown(nil)
        #expect(alone.allSatisfy { $0 == .running }, "\(alone)")
    }

    @Test(arguments: [30.0, 60, 90], [true, false])
    func `a red light stays automotive`(seconds: Double, hasMotion: Bool) {
        func shake(_ strength: Double) -> (cadence: Double, strength: Double)? { hasMotion ? (6.3, strength) : nil }
        // A way through a town: who drives at one speed for minutes does not stop at lights.
        let drive = (0..<20).map { part in
            let speed = [3.0, 8, 12, 14, 13, 9, 5, 0, 2][part % 9]
            return Stretch(activity: .automotive, seconds: 9, speed: speed, shake: shake(speed > 0 ? 0.9 : 0.05))
        }
        let light = Stretch(activity: .automotive, seconds: seconds, speed: 0, shake: shake(0.05))
        let events = sessions.events(drive + [light] + drive)
        let live = ActivitySessions.shown(events)
        #expect(live.dropFirst(120).allSatisfy { $0 == .automotive }, "\(live.dropFirst(120))")
        let saved = ActivitySessions.told(events)
        #expect(saved.filter { $0.activity != .automotive && $0.time.seconds > 60 }.isEmpty)
    }

    @Test(arguments: [(1.5, Activity.cycling), (1.0, .unknown)])
    func `where nothing is likely enough, a stretch above 1,2 metres a second is cycling`(
        speed: Double, expected: Activity
    ) {
        var parameters = Parameters()
        // Nothing is ever likely enough.
        parameters.activity.unknownBelow = 1
        let stretch = Stretch(activity: .unknown, seconds: 60, speed: speed, shake: nil)
        let shown = ActivitySessions.shown(sessions.events([stretch]), parameters: parameters)
        #expect(shown.dropFirst(20).allSatisfy { $0 == expected }, "\(shown)")
    }

    @Test func `of activities about as likely the first in the order of display is shown`() {
        #expect(Activity.displayOrder.prefix(5) == [.running, .cycling, .automotive, .walking, .stationary])
        var parameters = Parameters()
        // An activity that is a tenth as likely as the likeliest is present.
        parameters.activity.presentShare = 0.1
        parameters.activity.unknownBelow = 0
        let stretch = Stretch(activity: .walking, seconds: 120, speed: 2.2, shake: nil)
        let shown = ActivitySessions.shown(sessions.events([stretch]), parameters: parameters)
        let plain = ActivitySessions.shown(sessions.events([stretch]))
        func rank(_ activity: Activity?) -> Int { activity.flatMap(Activity.displayOrder.firstIndex(of:)) ?? 9 }
        #expect(rank(shown.last) <= rank(plain.last))
        #expect(shown.contains { $0 == .running || $0 == .cycling })
    }

    @Test func `silence is unknown, and says so`() {
        let events = sessions.events([
            Stretch(activity: .walking, seconds: 90, speed: 1.4, shake: (1.85, 2.5)),
            Stretch(activity: .unknown, seconds: 120, speed: nil, shake: nil),
        ])
        #expect(ActivitySessions.shown(events).last == .unknown)
    }

    @Test func `every change is told once, and stretches do not overlap`() {
        let events = sessions.events([
            Stretch(activity: .stationary, seconds: 90, speed: 0, shake: (0.1, 0)),
            Stretch(activity: .walking, seconds: 120, speed: 1.4, shake: (1.85, 2.5)),
            Stretch(activity: .stationary, seconds: 120, speed: 0, shake: (0.1, 0)),
        ])
        var core = FusionCore()
        var byStart: [Instant: ActivityEstimate] = [:]
        for event in events {
            core.consume(event) { if case .activity(let stretch) = $0 { byStart[stretch.time] = stretch } }
        }
        let stretches = byStart.values.sorted { $0.time < $1.time }
        #expect(stretches.map(\.activity).suffix(3) == [.stationary, .walking, .stationary])
        #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.until <= $1.time })
    }

    @Test func `a correction wins, and survives a re-run`() throws {
        var events = sessions.events([
            Stretch(activity: .cycling, seconds: 300, speed: 5, shake: (1.2, 0.5), roughness: 8)
        ])
        let (from, until) = (Instant(seconds: 100), Instant(seconds: 200))
        let correction = SensorEvent(
            time: Instant(seconds: 300), payload: .correction(.activity(.automotive, from: from, until: until)))
        events.append(correction)
        var core = FusionCore()
        var told: [ActivityEstimate] = []
        for event in events { core.consume(event) { if case .activity(let stretch) = $0 { told.append(stretch) } } }
        let last = try #require(told.last)
        #expect(last.activity == .automotive && last.time == from && last.until == until && last.probability == 1)
        let saved = ActivitySessions.told(events)
        let corrected = try #require(saved.first { $0.activity == .automotive })
        #expect(abs(corrected.time - from) <= ActivityClassifier.hop)
        #expect(abs(corrected.until - until) <= ActivityClassifier.hop)
        #expect(corrected.confidence == .high)
    }
}
