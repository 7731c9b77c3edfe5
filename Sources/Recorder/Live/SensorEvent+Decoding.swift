import Geometry
import SensorModel
import Wire

extension WireReader {
    /// Reads events written by ``WireWriter``.
    mutating func events() throws(WireError) -> [SensorEvent] {
        let count = try count(minimumSize: 26)
        var events: [SensorEvent] = []
        events.reserveCapacity(count)
        for _ in 0..<count { events.append(try event()) }
        return events
    }

    private mutating func event() throws(WireError) -> SensorEvent {
        let time = try instant()
        let received = try instant()
        let sequence = try integer(UInt64.self)
        let isLate = try flag()
        return SensorEvent(
            time: time, received: received, sequence: sequence, isLate: isLate, payload: try payload())
    }

    private mutating func payload() throws(WireError) -> SensorEvent.Payload {
        let number = try integer(UInt8.self)
        if let quantity = Quantity(wireNumber: number) { return .scalar(quantity, try scalarSample()) }
        guard let kind = WireKind(rawValue: number) else { throw .malformed }
        return switch kind {
        case .fix: .fix(try fix())
        case .sky: .sky(try sky())
        case .acceleration: .acceleration(try vectorSample())
        case .rotation: .rotation(try vectorSample())
        case .magneticField: .magneticField(try vectorSample())
        case .tick: .tick
        case .source: .source(try sourceReport())
        case .drop: .drop(try dropReport())
        case .clockStep: .clockStep(try double())
        case .clock: .clock(try clockDecision())
        case .parameters: .parameters(try parameters())
        case .marker: .marker(try text())
        case .correction: .correction(try correction())
        case .statement: .statement(try statement())
        case .span: .span(try span())
        case .note: .note(try note())
        case .reset: .reset
        case .learned: .learned(try learned())
        }
    }

    private mutating func fix() throws(WireError) -> Fix {
        let device = try device()
        guard let mode = FixMode(rawValue: Int(try integer(UInt8.self))),
            let origin = AccuracyOrigin(rawValue: Int(try integer(UInt8.self)))
        else { throw .malformed }
        let timeIsArrival = try flag()
        let latitude = try optionalDouble()
        let longitude = try optionalDouble()
        var fix = Fix(device: device, mode: mode, coordinate: nil, accuracyOrigin: origin)
        fix.timeIsArrival = timeIsArrival
        if let latitude, let longitude { fix.coordinate = Coordinate(latitude: latitude, longitude: longitude) }
        fix.altitude = try optionalDouble()
        fix.horizontalAccuracy = try optionalDouble()
        fix.verticalAccuracy = try optionalDouble()
        fix.speed = try optionalDouble()
        fix.speedAccuracy = try optionalDouble()
        fix.courseDegrees = try optionalDouble()
        fix.courseAccuracyDegrees = try optionalDouble()
        fix.climb = try optionalDouble()
        fix.horizontalDilution = try optionalDouble()
        fix.satellites = try optionalInteger()
        return fix
    }

    private mutating func sky() throws(WireError) -> Sky {
        var sky = Sky(device: try device())
        sky.horizontalDilution = try optionalDouble()
        sky.verticalDilution = try optionalDouble()
        sky.positionDilution = try optionalDouble()
        for _ in 0..<(try count(minimumSize: 13)) {
            var satellite = Satellite(number: Int(try integer(Int64.self)))
            satellite.constellation = try optionalInteger()
            satellite.elevationDegrees = try optionalDouble()
            satellite.azimuthDegrees = try optionalDouble()
            satellite.signalStrength = try optionalDouble()
            satellite.isUsed = try flag()
            sky.satellites.append(satellite)
        }
        return sky
    }

    private mutating func vectorSample() throws(WireError) -> VectorSample {
        let device = try device()
        let vector = try vector()
        return VectorSample(device: device, x: vector.x, y: vector.y, z: vector.z)
    }

    private mutating func scalarSample() throws(WireError) -> ScalarSample {
        ScalarSample(device: try device(), value: try double())
    }

    private mutating func dropReport() throws(WireError) -> DropReport {
        let report = DropReport(device: try device(), stream: try stream(), count: Int(try integer(Int64.self)))
        guard DropReport.possibleCounts.contains(report.count) else { throw .malformed }
        return report
    }

    private mutating func parameters() throws(WireError) -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        for _ in 0..<(try count(minimumSize: 6)) {
            let name = try text()
            switch try integer(UInt8.self) {
            case 0: values[name] = .number(try double())
            case 1: values[name] = .choice(try text())
            case 2: values[name] = .toggle(try flag())
            default: throw .malformed
            }
        }
        return values
    }

    private mutating func statement() throws(WireError) -> ActivityStatement {
        guard case .activity(let activity, let from, let until) = try correction() else { throw .malformed }
        return ActivityStatement(
            activity, sport: try optionalText(), distance: try optionalDouble(), from: from, until: until)
    }

    private mutating func span() throws(WireError) -> DeviceSpan {
        guard let kind = DeviceSpan.Kind(rawValue: try text()) else { throw .malformed }
        return DeviceSpan(
            kind, name: try optionalText(), duration: try double(), timerTime: try optionalDouble(),
            distance: try optionalDouble())
    }

    private mutating func note() throws(WireError) -> ImportNote {
        guard let kind = ImportNote.Kind(rawValue: try text()) else { throw .malformed }
        return ImportNote(kind, try text())
    }

    private mutating func clockDecision() throws(WireError) -> ClockDecision {
        let device = try device()
        guard let reason = ClockDecision.Reason(rawValue: try text()) else { throw .malformed }
        return ClockDecision(
            device: device, reason: reason, shift: try integer(Int64.self), translation: try integer(Int64.self))
    }

    private mutating func correction() throws(WireError) -> Correction {
        switch try integer(UInt8.self) {
        case 0:
            guard let activity = Activity(rawValue: try text()) else { throw .malformed }
            return .activity(activity, from: try instant(), until: try instant())
        case 1: return .stop(from: try instant(), until: try instant())
        case 2: return .noStop(from: try instant(), until: try instant())
        case 3: return .placeName(try text(), at: try instant())
        case 4:
            let fix = FixRuling.Identity(time: try instant(), received: try instant())
            return .fix(FixRuling(fix, isAccepted: try flag()))
        default: throw .malformed
        }
    }
}
