import FusionCore
import Geometry
import SensorModel

/// Events made of the fuzzer's bytes themselves.
///
/// A mutated text rarely contains more than a few readable lines. Here, every byte has a meaning, and an input is
/// minutes of samples with other events between them.
struct ByteEvents: Sequence, IteratorProtocol {
    private var source: ByteSource
    private var time = Instant(seconds: 1_700_000_000)
    private var sequence: UInt64 = 0
    private var place = (latitude: 52.0, longitude: 13.0)

    private static let steps = [0.02, 0.02, 0.04, 1, 1, 5, 120, -3]
    private static let strangeCounts = [Int.max, .min, -1, .max / 2 + 1, 1 << 40]
    private static let strange = [.nan, .infinity, -.infinity, 1e300, 5e-324, -0.0]

    init(_ bytes: [UInt8]) {
        source = ByteSource(bytes: bytes[...])
    }

    mutating func next() -> SensorEvent? {
        guard !source.isEmpty else { return nil }
        let kind = source.byte()
        time = time + Self.steps[Int(kind >> 5)]
        sequence += 1
        return SensorEvent(
            time: time, sequence: sequence, isLate: kind >> 5 == 7, payload: payload(of: kind & 31))
    }

    private mutating func payload(of kind: UInt8) -> SensorEvent.Payload {
        switch kind {
        case 0...7: .acceleration(vector(16, around: 9.8))
        case 8...11: .rotation(vector(4, around: 0))
        case 13: .magneticField(vector(64, around: 20))
        case 14...16: .scalar(.pressure, ScalarSample(device: device(), value: number(0.5, around: 101)))
        case 17...22: .fix(fix())
        case 23: .tick
        case 24: .source(report())
        case 25: .reset
        case 26: .learned(learned())
        case 27: .correction(correction())
        case 28: .parameters(parameters())
        case 29: .clockStep(number(1_000, around: 0))
        case 12: .span(span())
        case 30: .drop(DropReport(device: device(), stream: .acceleration, count: count()))
        default: .scalar(.heartRate, ScalarSample(device: device(), value: number(100, around: 100)))
        }
    }

    /// Returns a number close to another one; rarely, an impossible one.
    private mutating func number(_ spread: Double, around middle: Double) -> Double {
        let byte = source.byte()
        let strange = Int(byte) - (256 - Self.strange.count)
        return strange >= 0 ? Self.strange[strange] : middle + spread * (Double(byte) / 125 - 1)
    }

    /// Returns a small number; rarely, an impossibly large one.
    private mutating func count() -> Int {
        let byte = Int(source.byte())
        let strange = byte - (256 - Self.strangeCounts.count)
        return strange >= 0 ? Self.strangeCounts[strange] : byte
    }

    private mutating func device() -> DeviceID { DeviceID(UInt16(source.byte() & 3)) }

    private mutating func vector(_ spread: Double, around z: Double) -> VectorSample {
        VectorSample(
            device: device(), x: number(spread, around: 0), y: number(spread, around: 0),
            z: number(spread, around: z))
    }

    private mutating func span() -> DeviceSpan {
        DeviceSpan(
            source.byte() & 1 == 0 ? .pause : .lap, duration: number(300, around: 200),
            distance: number(500, around: 1_000))
    }

    private mutating func fix() -> Fix {
        let holds = source.byte()
        // Mostly a step from where the last one was, as one goes.
        place.latitude = place.latitude.isFinite ? number(3e-4, around: place.latitude) : 52
        place.longitude = place.longitude.isFinite ? number(3e-4, around: place.longitude) : 13
        var fix = Fix(
            device: device(), mode: holds & 1 == 0 ? .threeDimensional : .noFix,
            coordinate: holds & 3 == 3 ? nil : Coordinate(latitude: place.latitude, longitude: place.longitude))
        if holds & 4 == 0 { fix.horizontalAccuracy = number(8, around: 9) }
        if holds & 8 == 0 { fix.speed = number(15, around: 15) }
        if holds & 16 == 0 { fix.courseDegrees = number(180, around: 180) }
        if holds & 32 == 0 { fix.altitude = number(40, around: 100) }
        if holds & 64 == 0 { fix.horizontalDilution = number(5, around: 6) }
        return fix
    }

    private mutating func report() -> SourceReport {
        let states: [SourceState] = [.connecting, .connected, .noDevice, .silent, .lost, .notPermitted, .missing]
        let state = states[Int(source.byte()) % states.count]
        var report = SourceReport(device: device(), name: "a", streams: [.acceleration, .rotation], state: state)
        if source.byte() & 1 == 1 {
            let row = Vector3(number(1, around: 0), number(1, around: 0), number(1, around: 0))
            report.mountMatrix = MountMatrix(first: row, second: Vector3(0, 1, 0), third: Vector3(0, 0, 1))
        }
        report.nominalRate = number(100, around: 100)
        return report
    }

    private mutating func learned() -> Learned {
        let stride = Learned.Stride(
            model: "frequency", constant: number(1, around: 1), variance: number(1, around: 1),
            stretches: Int(source.byte()))
        let entrance = Coordinate(latitude: place.latitude, longitude: place.longitude)
        let heights = [number(3, around: 3), number(3, around: 3)]
        let floors = (0..<Int(source.byte() & 3)).map { _ in
            Learned.Building.Floor(height: number(6, around: 6), floor: count())
        }
        return Learned(stride: stride, buildings: [.init(entrance: entrance, heights: heights, floors: floors)])
    }

    private mutating func correction() -> Correction {
        let from = time + number(600, around: -600)
        let until = time + number(600, around: 0)
        return switch source.byte() % 5 {
        case 0: .activity(.walking, from: from, until: until)
        case 1: .stop(from: from, until: until)
        case 2: .noStop(from: from, until: until)
        case 3: .fix(FixRuling(.init(time: from, received: until), isAccepted: source.byte() & 1 == 0))
        default: .placeName("a", at: from)
        }
    }

    private mutating func parameters() -> [String: ParameterValue] {
        let place = Int(source.byte()) << 8 | Int(source.byte())
        let name = Parameters.table[place % Parameters.table.count].name
        return [name: source.byte() & 3 == 0 ? .toggle(false) : .number(number(50, around: 50))]
    }
}
