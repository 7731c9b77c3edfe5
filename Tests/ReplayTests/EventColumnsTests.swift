import Geometry
import Replay
import SensorModel
import Testing

@Suite struct EventColumnsTests {
    private func numbered(_ events: [SensorEvent]) -> [SensorEvent] {
        events.enumerated().map { index, event in
            var event = event
            event.sequence = UInt64(index)
            return event
        }
    }

    private var awkward: [SensorEvent] {
        let time = Instant(nanoseconds: 1_700_000_000_123_456_789)
        let sample = VectorSample(device: DeviceID(3), x: 0.1, y: -0.0, z: .leastNonzeroMagnitude)
        var events = [
            SensorEvent(time: time, payload: .acceleration(sample)),
            SensorEvent(time: time, received: time + 2, payload: .rotation(sample)),
            SensorEvent(time: time, received: time + 3, payload: .rotation(sample)),
            SensorEvent(time: time, received: time + -1.5, isLate: true, payload: .magneticField(sample)),
            SensorEvent(time: time, payload: .scalar(.pressure, ScalarSample(device: DeviceID(9), value: 101.325))),
            SensorEvent(time: time, payload: .scalar(.temperature, ScalarSample(value: 21))),
            SensorEvent(time: Instant(nanoseconds: .min), received: Instant(nanoseconds: .max), payload: .tick),
            SensorEvent(time: time, payload: .tick),
            SensorEvent(time: time, payload: .fix(Fix(coordinate: Coordinate(latitude: 1, longitude: 2)))),
            SensorEvent(time: time, payload: .marker("here")),
            SensorEvent(time: time, payload: .reset),
        ]
        for index in 0..<300 {
            let sample = VectorSample(device: DeviceID(UInt16(index)), x: Double(index), y: 1, z: 2)
            events.append(SensorEvent(time: time + Double(index), payload: .acceleration(sample)))
        }
        return numbered(events)
    }

    @Test func `a fix in columns comes back to the bit, whatever it lacks`() {
        var numbers = SeededNumbers(state: 3)
        let events = numbered(
            (0..<400).map { index in
                func maybe(_ range: ClosedRange<Double>) -> Double? {
                    Int.random(in: 0..<4, using: &numbers) == 0 ? nil : Double.random(in: range, using: &numbers)
                }
                let place = Coordinate(
                    latitude: Double.random(in: -90...90, using: &numbers),
                    longitude: Double.random(in: -180...180, using: &numbers))
                let fix = Fix(
                    device: DeviceID(UInt16(index % 2)), mode: index.isMultiple(of: 7) ? .noFix : .threeDimensional,
                    coordinate: index.isMultiple(of: 7) ? nil : place, altitude: maybe(-100...9_000),
                    horizontalAccuracy: maybe(0...100),
                    accuracyOrigin: index.isMultiple(of: 3) ? .dilutionOfPrecision : .receiver,
                    verticalAccuracy: index < 200 ? 7 : nil, speed: maybe(0...40), speedAccuracy: nil,
                    courseDegrees: maybe(0...359), climb: index < 200 ? -0.0 : nil,
                    satellites: index.isMultiple(of: 5) ? nil : index - 50, horizontalDilution: 0.9,
                    timeIsArrival: index.isMultiple(of: 11))
                let time = Instant(seconds: 1_700_000_000 + Double(index))
                return SensorEvent(time: time, received: time + 0.08, payload: .fix(fix))
            })
        for whole in [0, 10, 1_000] {
            let columns = EventColumns(events, wholeFixes: whole)
            #expect(Array(columns) == events)
            #expect(columns.indices.reversed().map { columns[$0] } == events.reversed())
        }
    }

    @Test func `fixes with numbers of a few decimals take half the room and come back to the bit`() {
        var numbers = SeededNumbers(state: 5)
        func events(_ odd: Double?) -> [SensorEvent] {
            numbered(
                (0..<500).map { index in
                    let place = Coordinate(
                        latitude: Double(Int.random(in: -900_000_000...900_000_000, using: &numbers)) / 1e7,
                        longitude: Double(Int.random(in: -1_800_000_000...1_800_000_000, using: &numbers)) / 1e7)
                    let isOdd = odd != nil && index.isMultiple(of: 3)
                    let fix = Fix(
                        coordinate: place, altitude: isOdd ? odd : 250.5, speed: Double(index) / 100,
                        satellites: index.isMultiple(of: 2) ? 7 : nil)
                    return SensorEvent(time: Instant(seconds: 1_700_000_000 + Double(index)), payload: .fix(fix))
                })
        }
        let short = events(nil)
        let columns = EventColumns(short, wholeFixes: 0)
        #expect(Array(columns) == short)
        #expect(columns.indices.reversed().map { columns[$0] } == short.reversed())
        #expect(columns.byteCount <= 30 * short.count)
        for odd in [-0.0, 1e300, 0.123_456_789, .infinity, 214_748.3648, -214_748.3648] {
            let mixed = events(odd)
            let columns = EventColumns(mixed, wholeFixes: 0)
            #expect(Array(columns) == mixed)
            let signs = columns.compactMap { event -> FloatingPointSign? in
                if case .fix(let fix) = event.payload { fix.altitude?.sign } else { nil }
            }
            #expect(signs.contains(.minus) == (odd.sign == .minus))
        }
    }

    @Test func `every event comes back to the bit, however it is asked for`() {
        let events = awkward
        let columns = EventColumns(events)
        #expect(Array(columns) == events)
        #expect(columns.indices.map { columns[$0] } == events)
        #expect(Array(columns[70..<140]) == Array(events[70..<140]))
        var walked: [SensorEvent] = []
        columns.forEach(in: 65..<200) { event in
            walked.append(event)
            return walked.count < 50
        }
        #expect(walked == Array(events[65..<115]))
        #expect(events.indices.allSatisfy { columns.time(of: $0) == events[$0].time })
    }

    @Test func `fixes told without their events are those of the events`() {
        let start = Instant(seconds: 1_700_000_000)
        let more = (0..<70).map { index in
            let fix = Fix(
                coordinate: index.isMultiple(of: 9) ? nil : Coordinate(latitude: 0.5, longitude: Double(index)),
                speed: index.isMultiple(of: 2) ? 3 : nil)
            return SensorEvent(time: start + Double(index), received: start + Double(index) + 0.2, payload: .fix(fix))
        }
        let events = numbered(awkward + more)
        for whole in [0, 10, 1_000] {
            var told: [SensorEvent] = []
            EventColumns(events, wholeFixes: whole).forEach { fix, time, received in
                told.append(SensorEvent(time: time, received: received, payload: .fix(fix)))
            } other: {
                told.append($0)
            }
            let wanted = events.filter { $0.payload != .tick }.map { event in
                guard case .fix = event.payload else { return event }
                return SensorEvent(time: event.time, received: event.received, payload: event.payload)
            }
            #expect(told == wanted)
        }
    }

    @Test func `a number that is not the place is kept`() {
        var events = awkward
        for index in events.indices { events[index].sequence = UInt64(index * 2 + 5) }
        #expect(Array(EventColumns(events)) == events)
    }

    @Test(arguments: [0, 1, 1_000_000, 3 << 52] as [Int64])
    func `times in milliseconds take half the room, and any other comes back to the bit as well`(_ odd: Int64) {
        func ticks(_ last: Int64) -> [SensorEvent] {
            let times = (0..<500).map { 1_700_000_000_000_000_000 + Int64($0) * 2_000_000_000 } + [last]
            return numbered(times.map { SensorEvent(time: Instant(nanoseconds: $0), payload: .tick) })
        }
        let events = ticks(1_700_001_000_000_000_000 + odd)
        let columns = EventColumns(events)
        #expect(Array(columns) == events)
        #expect(events.indices.allSatisfy { columns.time(of: $0) == events[$0].time })
        let isShort = odd.isMultiple(of: 1_000_000) && odd < 1 << 40
        #expect(columns.byteCount < events.count * (isShort ? 6 : 10))
    }

    @Test func `nothing is nothing`() {
        let columns = EventColumns()
        #expect(columns.isEmpty && columns.first == nil && Array(columns).isEmpty)
        columns.forEach(in: 0..<0) { _ in
            Issue.record("there is no event")
            return true
        }
    }

    @Test func `a motion sample takes at most 40 bytes`() {
        let start = Instant(seconds: 1_700_000_000)
        let samples = (0..<100_000).map { index in
            SensorEvent(
                time: start + Double(index) * 0.01, received: start + Double(index) * 0.01 + 0.002,
                sequence: UInt64(index), payload: .acceleration(VectorSample(x: Double(index), y: 0.5, z: 9.81)))
        }
        let columns = EventColumns(samples)
        #expect(columns.byteCount <= 40 * samples.count)
        #expect(columns[77_777] == samples[77_777])
    }

    @Test func `a simulated session comes back to the bit`() throws {
        let recording = SimulatedRecordings.walk
        let events = Array(recording.events)
        #expect(events.count > 1_000)
        #expect(Array(Recording(ordered: events).events) == events)
        for index in stride(from: 0, to: events.count, by: 997) { #expect(recording.events[index] == events[index]) }
    }
}
