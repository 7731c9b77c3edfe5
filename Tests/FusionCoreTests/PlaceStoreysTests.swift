import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct PlaceStoreysTests {
    @Test func `a building that was learned wrong is no hang`() {
        var session = Session()
        let wrong = [(0.0, 3), (1e-300, 1), (.greatestFiniteMagnitude, 1), (0.0, .max)]
        let building = Learned.Building(
            entrance: Session.plane.origin, heights: [0, -0.0, .nan, 1e300],
            floors: wrong.map { Learned.Building.Floor(height: $0.0, floor: $0.1) })
        session.feed(.learned(Learned(buildings: [building])), at: 0)
        for second in 0...60 {
            session.feed(.scalar(.pressure, ScalarSample(value: 101.325 - 0.004 * Double(second))), at: Double(second))
            session.fix(Double(second), speed: 0)
        }
        #expect(session.core.latest.altitude?.time == Session.at(60))
    }

    private let door = Coordinate(latitude: 48, longitude: 11)

    /// Visits of floors of a building by stairs, back on the street between: a good fix a second out there, none within.
    private func visits(of floors: [Int], storey: Double, door: Coordinate, start: Double = 0) -> [SensorEvent] {
        var events: [SensorEvent] = []
        var time = start
        func second(_ height: Double, isOutdoors: Bool) {
            let instant = Instant(seconds: 1.7e9 + time)
            time += 1
            if isOutdoors {
                let fix = Fix(mode: .threeDimensional, coordinate: door, horizontalAccuracy: 4, speed: 0)
                events.append(SensorEvent(time: instant, payload: .fix(fix)))
            }
            let pressure = ScalarSample(value: 101.325 - 0.012 * height)
            events.append(SensorEvent(time: instant, payload: .scalar(.pressure, pressure)))
        }
        for floor in floors {
            let top = Double(floor) * storey
            for _ in 0..<60 { second(0, isOutdoors: true) }
            for step in 0..<Int(top / 0.25) { second(0.25 * Double(step), isOutdoors: false) }
            for _ in 0..<120 { second(top, isOutdoors: false) }
            for step in 0..<Int(top / 0.25) { second(top - 0.25 * Double(step), isOutdoors: false) }
        }
        for _ in 0..<60 { second(0, isOutdoors: true) }
        return events
    }

    @Test func `storeys are learned from stays, and count flights at the next visit`() throws {
        let storey = 4.4
        var first = FusionCore()
        for event in visits(of: [1, 2, 4, 7, 3, 9, 5, 8], storey: storey, door: door) { first.consume(event) { _ in } }
        let place = try #require(first.storeys.place(near: door, within: 10))
        #expect(first.storeys.places.count == 1)
        let learned = try #require(place.storeys.estimate)
        // Heights by 0.012 kPa a metre are 2 % more by the standard atmosphere at this level.
        #expect(abs(learned.height - storey) < 0.2 && learned.isSure, "\(learned)")
        var second = FusionCore()
        second.storeys = first.storeys
        var stranger = FusionCore()
        for event in visits(of: [5], storey: storey, door: door) {
            second.consume(event) { _ in }
            stranger.consume(event) { _ in }
        }
        #expect(try #require(second.latest.altitude).floorsUp == 5)
        #expect(try #require(second.latest.altitude).floorsDown == 5)
        // Metres are the same; flights of the common three metres are more.
        #expect(try #require(stranger.latest.altitude).floorsUp > 5)
    }

    @Test func `another building has storeys of its own, and a reset forgets none`() throws {
        var core = FusionCore()
        let other = Coordinate(latitude: 48.01, longitude: 11)
        var events = visits(of: [1, 2, 3], storey: 3.0, door: door)
        events += visits(of: [1, 2, 3], storey: 4.5, door: other, start: 2_000)
        for event in events { core.consume(event) { _ in } }
        #expect(core.storeys.places.count == 2)
        core.consume(SensorEvent(time: Instant(seconds: 1.7e9 + 9_000), payload: .reset)) { _ in }
        #expect(core.storeys.places.map(\.storeys.heights.count) == [3, 3])
    }

    @Test func `a person's word gives the floor, and near doors are one`() throws {
        var storeys = PlaceStoreys()
        let beside = Coordinate(latitude: 48.0002, longitude: 11)
        storeys.add(height: 13.6, floor: 4, at: door, within: 60, parameters: .init())
        storeys.add(height: 6.8, floor: 2, at: beside, within: 60, parameters: .init())
        #expect(storeys.places.count == 1)
        let place = try #require(storeys.place(near: beside, within: 60))
        #expect(place.storeys.floor(at: 20.3) == 6)
        #expect(storeys.place(near: Coordinate(latitude: 48.1, longitude: 11), within: 60) == nil)
    }

    @Test func `a building that a session was told of is learned on, up to what is remembered`() throws {
        var parameters = Parameters()
        parameters.altimeter.storeys.memory = 5
        let known = Learned.Building(entrance: door, heights: [1, 2, 3, 4, 5, 6].map { 3.4 * $0 })
        var core = FusionCore(parameters: parameters)
        let nowhere = Learned.Building(entrance: Coordinate(latitude: .nan, longitude: 200), heights: [3])
        let told = Learned(buildings: [known, nowhere])
        core.consume(SensorEvent(time: Instant(seconds: 1.7e9), payload: .learned(told))) { _ in }
        for event in visits(of: [1, 2], storey: 3.4, door: door) { core.consume(event) { _ in } }
        #expect(core.learned.buildings.map(\.entrance) == [door])
        let heights = try #require(core.learned.buildings.first?.heights)
        #expect(heights.count == 5 && heights.prefix(3) == known.heights.suffix(3).prefix(3), "\(heights)")
    }

    @Test func `a lift that moves when the recording ends is counted in the summary`() {
        var core = FusionCore()
        var accumulator = SummaryAccumulator()
        for index in 0..<400 {
            let seconds = Double(index) / 5
            let height = seconds < 60 ? 0 : (seconds - 60) * 1.2
            let time = Instant(seconds: 1.7e9 + seconds)
            var events = [
                SensorEvent(time: time, payload: .scalar(.pressure, ScalarSample(value: 101.325 - 0.012 * height)))
            ]
            let sample = VectorSample(x: 0, y: 0, z: 9.81)
            events.append(SensorEvent(time: time, payload: .acceleration(sample)))
            for event in events {
                accumulator.consume(event)
                core.consume(event) { accumulator.consume($0) }
            }
        }
        #expect(core.latest.altitude?.floorsUp == 0)
        #expect((6...8).contains(accumulator.summary(of: core).floorsUp))
        #expect(accumulator.summary(of: core).floorsDown == 0)
    }
}
