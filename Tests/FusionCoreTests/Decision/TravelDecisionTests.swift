import Foundation
import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// The activity, decided from places alone.
@Suite struct TravelDecisionTests {
    private typealias Stretch = ActivitySessions.Stretch

    private func told(
        _ stretches: [ActivitySessions.Stretch], every interval: Double, hasSpeed: Bool = false,
        and others: [SensorEvent] = []
    ) -> [ActivityEstimate] {
        var sessions = ActivitySessions(rate: 1)
        (sessions.fixInterval, sessions.hasSpeed) = (interval, hasSpeed)
        let events = (sessions.events(stretches) + others).sorted { $0.time < $1.time }
        return FinishedTrack(events: events, parameters: .init()).activities
    }

    private func seconds(of activity: Activity, in told: [ActivityEstimate]) -> Double {
        told.filter { $0.activity == activity }.reduce(0) { $0 + ($1.until - $1.time) }
    }

    @Test func `a fast runner is recognized by the user's own pace`() {
        var sessions = ActivitySessions(rate: 1)
        sessions.hasSpeed = false
        let events = sessions.events([Stretch(activity: .running, seconds: 2_400, speed: 4.6)])
        var parameters = Parameters()
        let average = FinishedTrack(events: events, parameters: parameters).activities
        parameters.activity.paces.running = 4.5
        let own = FinishedTrack(events: events, parameters: parameters).activities
        #expect(seconds(of: .running, in: own) > 2_300)
        #expect(seconds(of: .running, in: average) < 2_300)
    }

    @Test(arguments: [1.0, 5, 10, 30]) func `the sampling interval decides nothing`(_ interval: Double) {
        let stretches = told(
            [
                Stretch(activity: .walking, seconds: 1_800, speed: 1.35),
                Stretch(activity: .automotive, seconds: 1_800, speed: 17),
                Stretch(activity: .stationary, seconds: 3_600, speed: 0),
                Stretch(activity: .running, seconds: 1_800, speed: 2.9),
            ], every: interval)
        #expect(stretches.map(\.activity) == [.walking, .automotive, .stationary, .running])
        for (stretch, end) in zip(stretches, [1_800.0, 3_600, 7_200, 9_000]) {
            #expect(abs(stretch.until.seconds - end) <= max(20, 2 * interval))
        }
        #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.until == $1.time })
    }

    /// In ten seconds, the errors of a network's positions are as long as the way: each chord then shows half the speed.
    @Test func `a ride of coarse fixes is as fast as it is`() {
        var random = RandomSource(seed: 3)
        var (wander, east) = (SIMD2(0.0, 0.0), 0.0)
        let events = (0..<400).map { number in
            wander = 0.8 * wander + 0.6 * 18 * random.normalPair
            east += 4.2 * 6.4 * (number % 40 < 37 ? 1.08 : 0)
            let error = wander + 14 * random.normalPair
            return SensorEvent(
                time: Session.at(Double(number) * 6.4),
                payload: .fix(
                    Fix(
                        coordinate: Session.plane.coordinate(PlanePoint(east: east + error.x, north: error.y)),
                        horizontalAccuracy: 65)))
        }
        let told = FinishedTrack(events: events, parameters: .init()).activities
        #expect(seconds(of: .cycling, in: told) > 0.8 * 2_560, "\(told)")
    }

    @Test(arguments: [1_200.0, 14_400]) func `an even run stays one, however long it is`(_ seconds: Double) {
        let run = told([Stretch(activity: .running, seconds: seconds, speed: 2.9)], every: 1)
        #expect(run.map(\.activity) == [.running])
    }

    @Test(arguments: [0.4, 0.5, 0.6], [true, false])
    func `a slow even way is a walk, since no bicycle stays upright`(_ speed: Double, hasSpeed: Bool) {
        let stroll = told([Stretch(activity: .walking, seconds: 7_200, speed: speed)], every: 1, hasSpeed: hasSpeed)
        #expect(stroll.map(\.activity) == [.walking])
    }

    /// Fixes every 10 s with the heights that a function gives.
    private func told(speed: Double, height: (Int) -> Double) -> [ActivityEstimate] {
        let events = (0..<360).map { number in
            let place = PlanePoint(east: Double(number) * 10 * speed, north: 0)
            let fix = Fix(coordinate: Session.plane.coordinate(place), altitude: height(number), horizontalAccuracy: 5)
            return SensorEvent(time: Session.at(Double(number) * 10), payload: .fix(fix))
        }
        return FinishedTrack(events: events, parameters: .init()).activities
    }

    @Test(arguments: [1.5, 4, 18], [5.0, -6])
    func `what climbs or descends for long as nothing on the ground does is an aircraft`(speed: Double, climb: Double) {
        let told = told(speed: speed) { 20_000 + Double($0) * 10 * climb }
        #expect(told.allSatisfy { $0.activity == .automotive && $0.vehicle == .aircraft }, "\(told)")
    }

    @Test func `a descent by bicycle and wrong heights are no flight`() {
        let descent = told(speed: 12) { 3_000 - Double($0) * 10 * 1.5 }
        #expect(descent.allSatisfy { $0.vehicle != .aircraft }, "\(descent)")
        let wrong = told(speed: 4) { $0.isMultiple(of: 2) ? 0 : 600 }
        #expect(wrong.allSatisfy { $0.vehicle != .aircraft && $0.activity != .automotive }, "\(wrong)")
    }

    @Test(arguments: [(25.0, VehicleKind.car), (55, .train), (230, .aircraft)], [5.0, 30])
    func `an even ride has the kind whose speed it is`(_ ride: (speed: Double, kind: VehicleKind), every: Double) {
        let stretches = [
            ActivitySessions.Stretch(activity: .walking, seconds: 900, speed: 1.35),
            ActivitySessions.Stretch(activity: .automotive, seconds: 3_600, speed: ride.speed),
        ]
        let told = told(stretches, every: every)
        #expect(told.map(\.activity) == [.walking, .automotive])
        #expect(told.map(\.vehicle) == [nil, ride.kind])
    }

    @Test func `a move has the kind of its ride unless the sport is stated`() {
        var sessions = ActivitySessions(rate: 1)
        (sessions.fixInterval, sessions.hasSpeed) = (5, false)
        let events = sessions.events([ActivitySessions.Stretch(activity: .automotive, seconds: 3_600, speed: 45)])
        let statement = ActivityStatement(.automotive, from: Instant(seconds: 0), until: Instant(seconds: 3_599))
        let stated = SensorEvent(time: statement.from, payload: .statement(statement))
        func kinds(_ events: [SensorEvent]) -> [VehicleKind?] {
            FinishedTrack(events: events, parameters: .init()).day.items.map { item in
                if case .move(let move) = item { move.vehicle } else { nil }
            }
        }
        #expect(kinds(events) == [.train])
        #expect(kinds([stated] + events) == [nil])
    }

    @Test func `no fast ride with a cadence is told automotive`() {
        let ride = [Stretch(activity: .cycling, seconds: 3_600, speed: 11)]
        let turns = stride(from: 0.0, to: 3_600, by: 1).map {
            SensorEvent(time: Instant(seconds: $0), payload: .scalar(.cadence, ScalarSample(value: 85)))
        }
        #expect(seconds(of: .cycling, in: told(ride, every: 1, and: turns)) > 3_500)
        #expect(told(ride, every: 1).map(\.activity) == [.automotive])
    }

    @Test(arguments: [(178.0, Activity.running), (112, .cycling)])
    func `a heart rate tells a fast run from a slow ride`(_ heart: (rate: Double, activity: Activity)) {
        let way = [Stretch(activity: .running, seconds: 3_600, speed: 4)]
        let beats = stride(from: 0.0, to: 3_600, by: 1).map {
            SensorEvent(time: Instant(seconds: $0), payload: .scalar(.heartRate, ScalarSample(value: heart.rate)))
        }
        #expect(told(way, every: 1, and: beats).map(\.activity) == [heart.activity])
    }

    @Test func `the power that a watch states makes no ride of a run`() {
        let way = [2.4, 2.9, 3.4, 2.6].map { Stretch(activity: .running, seconds: 900, speed: $0) }
        let samples = stride(from: 0.0, to: 3_600, by: 1).flatMap { second in
            [(Quantity.power, 220.0), (.cadence, 84)].map { quantity, value in
                SensorEvent(
                    time: Instant(seconds: second), payload: .scalar(quantity, ScalarSample(value: value)))
            }
        }
        #expect(told(way, every: 1, and: samples).map(\.activity) == [.running])
    }

    @Test func `a stride sensor tells a walk from a run at one speed`() {
        let way = [Stretch(activity: .walking, seconds: 1_200, speed: 2)]
        func strides(_ cadence: Double) -> [SensorEvent] {
            stride(from: 0.0, to: 1_200, by: 1).map {
                SensorEvent(time: Instant(seconds: $0), payload: .scalar(.cadence, ScalarSample(value: cadence)))
            }
        }
        #expect(told(way, every: 1, and: strides(57)).map(\.activity) == [.walking])
        #expect(told(way, every: 1, and: strides(84)).map(\.activity) == [.running])
    }

    @Test(arguments: [30.0, 60]) func `at one speed, legs that keep their pace run and others ride`(_ every: Double) {
        let way = [Stretch(activity: .running, seconds: 3_600, speed: 5)]
        func turns(_ cadence: (Double) -> Double) -> [SensorEvent] {
            stride(from: 0.0, to: 3_600, by: every).map {
                SensorEvent(time: Instant(seconds: $0), payload: .scalar(.cadence, ScalarSample(value: cadence($0))))
            }
        }
        let steady = turns { 88 + 1.5 * sin($0 / 90) }
        let gears = [88.0, 71, 94, 83, 62, 90, 76, 97, 69, 85]
        let varying = turns { gears[Int($0 / 40) % gears.count] }
        #expect(told(way, every: every, and: steady).map(\.activity) == [.running])
        #expect(told(way, every: every, and: varying).map(\.activity) == [.cycling])
    }

    @Test func `nobody runs faster than the record`() {
        let way = [Stretch(activity: .cycling, seconds: 3_600, speed: 8)]
        let turns = stride(from: 0.0, to: 3_600, by: 1).map {
            SensorEvent(time: Instant(seconds: $0), payload: .scalar(.cadence, ScalarSample(value: 85)))
        }
        #expect(told(way, every: 1, and: turns).map(\.activity) == [.cycling])
    }

    @Test(arguments: [(0.0, VehicleKind.train), (0.06, .car)]) func `no train climbs a hill`(
        _ way: (gradient: Double, kind: VehicleKind)
    ) {
        let places = (0..<360).map { index -> SensorEvent in
            let (seconds, metres) = (Double(index) * 10, Double(index) * 450)
            let height = 500 + way.gradient * 1_000 * sin(metres / 1_000)
            let fix = Fix(
                coordinate: Coordinate(latitude: 48 + metres / 111_320, longitude: 11), altitude: height,
                horizontalAccuracy: 4)
            return SensorEvent(time: Instant(seconds: seconds), payload: .fix(fix))
        }
        let told = FinishedTrack(events: places, parameters: .init()).activities
        #expect(told.map(\.activity) == [.automotive])
        #expect(told.map(\.vehicle) == [way.kind])
    }

    @Test func `a correction changes nothing beside it`() throws {
        let plan = [
            Stretch(activity: .walking, seconds: 900, speed: 1.3),
            Stretch(activity: .automotive, seconds: 900, speed: 15),
            Stretch(activity: .walking, seconds: 900, speed: 1.3),
        ]
        let correction = Correction.activity(
            .cycling, from: Instant(seconds: 900), until: Instant(seconds: 1_800))
        let word = SensorEvent(time: Instant(seconds: 2_699), payload: .correction(correction))
        let stretches = told(plan, every: 1, and: [word])
        #expect(stretches.map(\.activity) == [.walking, .cycling, .walking])
        #expect(stretches[1].probability == 1)
        let alone = try #require(told([plan[0]], every: 1).first)
        #expect(abs(alone.probability - stretches[0].probability) < 0.05)
    }

    /// A walk, an hour in a place whose fixes wander by tens of metres, and a walk.
    private func visit(every interval: Double, speed: @escaping (_ isMoving: Bool) -> Double?) -> [SensorEvent] {
        stride(from: 0.0, to: 5_400, by: interval).map { second in
            let isMoving = second < 900 || second >= 4_500
            let way = 1.3 * (min(second, 900) + max(0, second - 4_500))
            let wander = isMoving ? 0 : 25 * sin(second / 47)
            let fix = Fix(
                coordinate: Coordinate(latitude: 48 + (way + wander) / 111_320, longitude: 11), horizontalAccuracy: 6,
                speed: speed(isMoving))
            return SensorEvent(time: Instant(seconds: second), payload: .fix(fix))
        }
    }

    @Test(arguments: [30.0, 60]) func `a speed at each place shows who stands, though places wander`(_ every: Double) {
        func told(_ speed: @escaping (Bool) -> Double?) -> [ActivityEstimate] {
            FinishedTrack(events: visit(every: every, speed: speed), parameters: .init()).activities
        }
        let stated = told { $0 ? 1.3 : 0.05 }
        #expect(stated.map(\.activity) == [.walking, .stationary, .walking])
        #expect(abs(seconds(of: .stationary, in: stated) - 3_600) <= 2 * every)
        // A speed that is always zero was not measured.
        #expect(told { _ in 0 } == told { _ in nil })
    }

    @Test func `a night at home leaves what came before it decided`() {
        // Six hours of rest, seen once a minute: the probability of what cannot be reached must not crowd out the rest.
        let stretches = told(
            [
                Stretch(activity: .walking, seconds: 1_200, speed: 1.3),
                Stretch(activity: .stationary, seconds: 6 * 3_600, speed: 0),
            ], every: 60)
        #expect(stretches.map(\.activity) == [.walking, .stationary])
        #expect(stretches.allSatisfy { $0.probability > 0.8 })
    }

    @Test func `nothing is known of a silence of ten minutes`() {
        let walk = Stretch(activity: .walking, seconds: 900, speed: 1.3)
        let stretches = told([walk, Stretch(activity: .unknown, seconds: 900, speed: nil), walk], every: 5)
        #expect(stretches.map(\.activity) == [.walking, .unknown, .walking])
        #expect(stretches[1].probability == 0)
    }

    @Test(arguments: [89.9, -89.9, 0]) func `the antimeridian and the poles are places like others`(_ latitude: Double)
    {
        var cells = TravelCells()
        for second in 0..<900 {
            // Seven metres per second to the east, across 180 degrees.
            let metres = Double(second - 450) * 7
            let degrees =
                metres / (LocalPlane(origin: Coordinate(latitude: latitude, longitude: 0)).metresPerDegreeLongitude)
            let place = Coordinate(latitude: latitude, longitude: wrappedDegrees(180 + degrees))
            cells.consume(Fix(coordinate: place), at: Instant(seconds: Double(second)))
        }
        let places = cells.cells
        #expect(places.count == 90)
        for (before, after) in zip(places, places.dropFirst()) {
            #expect(abs((TravelInterval(before, after).speed ?? 0) - 7) < 0.2)
        }
    }

    @Test func `a place that is none, or too poor, is left out`() {
        var cells = TravelCells()
        cells.consume(Fix(mode: .noFix, coordinate: nil), at: Instant(seconds: 0))
        cells.consume(Fix(coordinate: Coordinate(latitude: .nan, longitude: 0)), at: Instant(seconds: 1))
        let place = Coordinate(latitude: 48, longitude: 11)
        cells.consume(Fix(coordinate: place, horizontalAccuracy: 900), at: Instant(seconds: 2))
        #expect(cells.cells.isEmpty)
        cells.consume(Fix(coordinate: place, horizontalAccuracy: 9), at: Instant(seconds: 30))
        cells.consume(Fix(coordinate: place, horizontalAccuracy: 9), at: Instant(seconds: 3))
        #expect(cells.cells.count == 1)
    }

    @Test func `powers are right to a thousandth`() {
        for step in -600...600 {
            let exponent = Float(step) / 5
            let power = FastPower.exp2(.init(repeating: exponent))[3]
            #expect(abs(power / exp2(exponent) - 1) < 1e-3)
            #expect(abs(FastPower.log2(.init(repeating: power))[5] - log2(power)) < 1e-3)
        }
        #expect(FastPower.exp2(.init(repeating: -.infinity))[0] > 0)
        #expect(FastPower.exp2(.init(repeating: .infinity))[0].isFinite)
    }

    @Test func `a recording of days is decided in blocks that fit together`() {
        let walk = (0..<40_000).map { index -> TravelInterval in
            let start = Double(index) * 10
            return interval(from: start, speed: (index / 600).isMultiple(of: 2) ? 1.2 : 20 + Double(index % 7))
        }
        let decoder = TravelDecoder(TravelEvidence(model: .trained))
        let whole = decoder.probabilities(of: walk[...])
        #expect(whole.count == walk.count)
        #expect(whole.allSatisfy { abs($0.sum() - 1) < 1e-3 })
        for edge in [16_384, 32_768] {
            let around = decoder.probabilities(of: walk[(edge - 2_000)..<(edge + 2_000)])
            for place in -400..<400 {
                let difference = whole[edge + place] - around[2_000 + place]
                #expect((difference * difference).sum() < 1e-4)
            }
        }
    }

    private func interval(from start: Double, speed: Double) -> TravelInterval {
        func cell(_ seconds: Double, _ metres: Double) -> TravelCells.Cell {
            TravelCells.Cell(
                time: Instant(seconds: seconds),
                place: Coordinate(latitude: metres / LocalPlane.sphericalMetresPerDegree, longitude: 0), variance: 1)
        }
        return TravelInterval(cell(start, 0), cell(start + 10, 10 * speed))
    }
}

extension RandomSource {
    /// Two independent numbers from the standard normal distribution.
    fileprivate var normalPair: SIMD2<Double> {
        mutating get {
            let first = normal()
            return SIMD2(first, normal())
        }
    }
}
