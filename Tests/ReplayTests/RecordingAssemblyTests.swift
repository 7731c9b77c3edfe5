import Geometry
import SensorModel
import Simulation
import Testing

@testable import Replay

@Suite struct RecordingAssemblyTests {
    private func expectAlike(_ events: [SensorEvent], _ comment: String) {
        let sorted = Array(Recording(sorting: events, order: EventOrder()).events)
        var assembly = RecordingAssembly()
        #expect(assembly.isEmpty)
        for event in events { assembly.append(event) }
        #expect(assembly.isEmpty == events.isEmpty)
        #expect(Array(assembly.finish().events) == sorted, "\(comment)")
        #expect(Array(Recording(unordered: events).events) == sorted, "\(comment)")
    }

    private func event(_ seconds: Double, _ random: inout RandomSource) -> SensorEvent {
        let time = Instant(seconds: seconds)
        switch Int(random.uniform() * 5) {
        case 0: return SensorEvent(time: time, payload: .scalar(.heartRate, ScalarSample(value: random.uniform())))
        case 1:
            let report = SourceReport(device: DeviceID(1), name: "a", streams: [.fix], state: .connected)
            return SensorEvent(time: time, payload: .source(report))
        case 2: return SensorEvent(time: time, received: time + random.uniform(), payload: .marker("m"))
        default:
            let coordinate = Coordinate(latitude: random.uniform(), longitude: 2)
            return SensorEvent(time: time, payload: .fix(Fix(coordinate: coordinate)))
        }
    }

    @Test func `what comes as it comes is what sorting gives, ticks included`() {
        var random = RandomSource(seed: 3)
        for round in 0..<300 {
            var seconds = 100.0
            var events: [SensorEvent] = []
            for _ in 0..<Int(random.uniform() * 40) {
                // Moments that coincide with each other and with ticks, and silences around the longest ticked.
                switch Int(random.uniform() * 8) {
                case 0: break
                case 1: seconds += 2
                case 2: seconds += 600
                case 3: seconds += 602
                case 4: seconds += 10_000
                case 5 where round.isMultiple(of: 3): seconds -= 3
                default: seconds += 1
                }
                events.append(event(seconds, &random))
            }
            if round.isMultiple(of: 10) { events.append(SensorEvent(time: Instant(seconds: 150), payload: .tick)) }
            expectAlike(events, "round \(round)")
        }
    }

    @Test func `fixes without their events are what their events are`() {
        var random = RandomSource(seed: 5)
        for expected in [0, 10, 200_000] {
            var seconds = 1_000.0
            var events: [SensorEvent] = []
            for index in 0..<300 {
                seconds += Int(random.uniform() * 60) == 0 ? -2 : Double(Int(random.uniform() * 3))
                guard !index.isMultiple(of: 17) else {
                    events.append(event(seconds, &random))
                    continue
                }
                // Short and long numbers, and shapes and devices that come and go.
                let place = Coordinate(
                    latitude: index.isMultiple(of: 13) ? random.uniform() : Double(index) / 1e7, longitude: 2.5)
                let fix = Fix(
                    device: DeviceID(UInt16(index / 100)), coordinate: index.isMultiple(of: 19) ? nil : place,
                    altitude: index.isMultiple(of: 7) ? nil : 12.25, speed: index > 200 ? 1e7 : 0.1,
                    satellites: index.isMultiple(of: 11) ? Int(Int32.max) + 1 : 7, timeIsArrival: index > 250)
                events.append(SensorEvent(time: Instant(seconds: seconds), payload: .fix(fix)))
            }
            // In order up to an index, so that both code paths are used.
            for sortedCount in [0, 150, 300] {
                let given = events[..<sortedCount].sorted { $0.time < $1.time } + events[sortedCount...]
                var (plain, boxed) = (RecordingAssembly(), RecordingAssembly())
                plain.reserveCapacity(fixes: expected)
                for event in given {
                    boxed.append(event)
                    if case .fix(let fix) = event.payload, event.received == event.time {
                        plain.append(fix, at: event.time)
                    } else {
                        plain.append(event)
                    }
                }
                let (events, others) = (plain.finish().events, boxed.finish().events)
                #expect(Array(events) == Array(others))
                #expect(events.indices.reversed().map { events[$0] } == others.reversed())
                #expect(events.fixCount == others.fixCount)
            }
        }
    }

    @Test func `nothing, one event and two of a moment`() {
        var random = RandomSource(seed: 4)
        expectAlike([], "none")
        expectAlike([event(5, &random)], "one")
        expectAlike([event(5, &random), event(5, &random), event(7, &random)], "a tick's moment at the end")
    }
}
