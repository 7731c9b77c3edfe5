import Geometry
import SensorModel

/// Events of every kind with values that no sensor would send, the same for the same seed.
struct RandomEvents: RandomNumberGenerator {
    private var state: UInt64
    private var clock: Int64 = 1_700_000_000_000_000_000
    private(set) var sequence: UInt64 = 0

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func take(_ count: Int) -> [LoggedEvent] { (0..<count).map { _ in one() } }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    private mutating func number() -> Double {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: -0.0
        case 1: .infinity
        case 2: .leastNonzeroMagnitude
        case 3: Double(Int.random(in: -5...5, using: &self))
        case 4: .greatestFiniteMagnitude
        default: Double.random(in: -1000...1000, using: &self)
        }
    }

    private mutating func maybe() -> Double? { chance(30) ? nil : number() }

    private mutating func text() -> String {
        ["", "walk", "a\"b\\c\n\u{1}", "Žluťoučký kůň 🐎", "nan", "x\u{0}y", "'; DROP TABLE fix; --"]
            .randomElement(using: &self) ?? ""
    }

    private mutating func device() -> DeviceID { DeviceID(chance(90) ? UInt16(next() % 3) : .max) }

    private mutating func instant() -> Int64 {
        switch Int.random(in: 0..<40, using: &self) {
        case 0: .min
        case 1: .max
        case 2: 0
        default: clock + Int64.random(in: -2_000_000...2_000_000, using: &self)
        }
    }

    private mutating func one() -> LoggedEvent {
        clock += Int64.random(in: 0...20_000_000, using: &self)
        sequence += chance(95) ? 1 : 7
        var raw: RawReport?
        let payload = payload(&raw)
        let time = Instant(nanoseconds: instant())
        let received = Instant(nanoseconds: chance(50) ? time.nanoseconds : instant())
        return LoggedEvent(
            SensorEvent(
                time: time, received: received, sequence: sequence, isLate: chance(10), payload: payload),
            raw: raw)
    }

    private mutating func payload(_ raw: inout RawReport?) -> SensorEvent.Payload {
        switch Int.random(in: 0..<24, using: &self) {
        case 0: return .tick
        case 1: return .reset
        case 2:
            guard chance(50) else { return .marker(text()) }
            return .span(
                DeviceSpan(
                    chance(50) ? .pause : .lap, name: chance(50) ? text() : nil, duration: Double(next() % 10_000) / 8,
                    timerTime: chance(50) ? Double(next() % 10_000) / 8 : nil,
                    distance: chance(50) ? Double(next() % 10_000) / 8 : nil))
        case 3:
            guard chance(50) else { return .clockStep(number()) }
            return .clock(ClockDecision(device: device(), reason: .decidedBefore, shift: Int64(bitPattern: next())))
        case 4: return .drop(DropReport(device: device(), stream: .rotation, count: Int(next() % 1000)))
        case 5: return .parameters(["a.b": .number(number()), "c": .choice("scalar"), "d": .toggle(true)])
        case 6:
            let correction = correction()
            guard case .activity(let activity, let from, let until) = correction, from.nanoseconds % 2 == 0 else {
                return .correction(correction)
            }
            if from.nanoseconds % 4 == 0 { return .note(ImportNote(.doubted, Phrase(plain: text()))) }
            return .statement(
                ActivityStatement(
                    activity, sport: chance(50) ? text() : nil,
                    distance: chance(50) ? Double(next() % 10_000) / 8 : nil, from: from,
                    until: until))
        case 7: return .source(source())
        case 8: return .learned(learned())
        case 9:
            raw = chance(50) ? .gpsd(text()) : nil
            return .sky(sky())
        case 10, 11, 12:
            raw = chance(50) ? .gpsd(text()) : nil
            return .fix(fix())
        case 13, 14: return scalar(Quantity.allCases.randomElement(using: &self) ?? .pressure, &raw)
        default: return vector(&raw)
        }
    }

    private mutating func vector(_ raw: inout RawReport?) -> SensorEvent.Payload {
        let device = device()
        var sample = VectorSample(device: device, x: number(), y: number(), z: number())
        if chance(80) {
            let wide = chance(5)
            let counts = (0..<3).map { _ in
                wide ? Int32(truncatingIfNeeded: next()) : Int32.random(in: -300...300, using: &self)
            }
            raw = .counts(x: counts[0], y: counts[1], z: counts[2])
            if chance(90) {
                let values = Self.scaling.values(x: counts[0], y: counts[1], z: counts[2])
                sample = VectorSample(device: device, x: values.x, y: values.y, z: values.z)
            }
        } else if chance(20) {
            raw = .gpsd(text())
        }
        return switch next() % 3 {
        case 0: .acceleration(sample)
        case 1: .rotation(sample)
        default: .magneticField(sample)
        }
    }

    private mutating func scalar(_ quantity: Quantity, _ raw: inout RawReport?) -> SensorEvent.Payload {
        var sample = ScalarSample(device: device(), value: number())
        if chance(70) {
            let count = Int32.random(in: -9...9, using: &self)
            raw = .count(count)
            sample.value = chance(80) ? Self.scaling.values(x: count, y: 0, z: 0).x : number()
        }
        return .scalar(quantity, sample)
    }

    static let scaling = SampleScaling(scale: Vector3(0.000598, 0.1, 1.0 / 3), offset: Vector3(0.25, -7, 1e-9))

    private mutating func source() -> SourceReport {
        SourceReport(
            device: device(), name: text(), label: chance(50) ? text() : nil,
            streams: [.acceleration, .scalar(.pressure)],
            state: .connected, mountMatrix: chance(50) ? .identity : nil,
            scalings: Dictionary(
                uniqueKeysWithValues: StreamKind.allCases.map {
                    ($0, chance(80) ? Self.scaling : SampleScaling(scale: Vector3(1, 2, 3), offset: .zero))
                }), nominalRate: maybe(),
            trouble: chance(50) ? .bufferInUse : nil, detail: chance(50) ? text() : nil)
    }

    private mutating func learned() -> Learned {
        var learned = Learned()
        if chance(50) {
            learned.stride = .init(model: text(), constant: number(), variance: number(), stretches: Int(next() % 9))
        }
        while chance(40) {
            var building = Learned.Building(entrance: Coordinate(latitude: number(), longitude: number()))
            building.heights = [number(), number()]
            if chance(50) { building.floors = [.init(height: number(), floor: -2)] }
            learned.buildings.append(building)
        }
        return learned
    }

    private mutating func correction() -> Correction {
        let from = Instant(nanoseconds: instant())
        let until = Instant(nanoseconds: instant())
        return switch next() % 4 {
        case 0: .activity(.cycling, from: from, until: until)
        case 1: .stop(from: from, until: until)
        case 2: .noStop(from: from, until: until)
        default: .placeName(text(), at: from)
        }
    }

    private mutating func sky() -> Sky {
        let satellites = (0..<Int(next() % 4)).map { index in
            Satellite(
                number: index, constellation: chance(50) ? 3 : nil, elevationDegrees: maybe(),
                azimuthDegrees: maybe(), signalStrength: maybe(), isUsed: chance(50))
        }
        return Sky(
            device: device(), satellites: satellites, horizontalDilution: maybe(), verticalDilution: maybe(),
            positionDilution: maybe())
    }

    private mutating func fix() -> Fix {
        var fix = Fix(
            device: device(), mode: .twoDimensional,
            coordinate: chance(80) ? Coordinate(latitude: number(), longitude: number()) : nil)
        fix.altitude = maybe()
        fix.horizontalAccuracy = maybe()
        fix.accuracyOrigin = chance(50) ? .receiver : .dilutionOfPrecision
        fix.verticalAccuracy = maybe()
        fix.speed = maybe()
        fix.speedAccuracy = maybe()
        fix.courseDegrees = maybe()
        fix.courseAccuracyDegrees = maybe()
        fix.climb = maybe()
        fix.satellites = chance(50) ? Int(next() % 40) : nil
        fix.horizontalDilution = maybe()
        fix.timeIsArrival = chance(20)
        return fix
    }
}
