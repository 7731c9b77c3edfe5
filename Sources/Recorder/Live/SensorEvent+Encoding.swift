import Geometry
import SensorModel
import Wire

/// The numbers of payloads in the live framing, in addition to those of ``Quantity``; their meaning never changes.
enum WireKind: UInt8 {
    case fix = 1
    case sky = 2
    case acceleration = 3
    case rotation = 4
    case magneticField = 5
    case tick = 8
    case source = 9
    case drop = 10
    case clockStep = 11
    case parameters = 12
    case marker = 13
    case correction = 14
    case reset = 15
    case learned = 16
    case statement = 19
    case note = 20
    case clock = 24
    case span = 25
}

extension WireWriter {
    /// Writes events with exact bit patterns.
    mutating func write(_ events: [SensorEvent]) {
        write(UInt32(events.count))
        for event in events { write(event) }
    }

    private mutating func write(_ event: SensorEvent) {
        write(event.time.nanoseconds)
        write(event.received.nanoseconds)
        write(event.sequence)
        write(event.isLate)
        write(event.payload)
    }

    private mutating func write(_ payload: SensorEvent.Payload) {
        switch payload {
        case .fix(let fix): write(.fix) { $0.write(fix) }
        case .sky(let sky): write(.sky) { $0.write(sky) }
        case .acceleration(let sample): write(.acceleration) { $0.write(sample) }
        case .rotation(let sample): write(.rotation) { $0.write(sample) }
        case .magneticField(let sample): write(.magneticField) { $0.write(sample) }
        case .scalar(let quantity, let sample):
            write(quantity.wireNumber)
            write(sample)
        case .tick: write(.tick) { _ in }
        case .source(let report): write(.source) { $0.write(report) }
        case .drop(let report): write(.drop) { $0.write(report) }
        case .clockStep(let seconds): write(.clockStep) { $0.write(seconds) }
        case .clock(let decision):
            write(.clock) {
                $0.write(decision.device.rawValue)
                $0.write(decision.reason.rawValue)
                $0.write(decision.shift)
                $0.write(decision.translation)
            }
        case .parameters(let values): write(.parameters) { $0.write(values) }
        case .marker(let text): write(.marker) { $0.write(text) }
        case .correction(let correction): write(.correction) { $0.write(correction) }
        case .statement(let statement):
            write(.statement) {
                $0.write(.activity(statement.activity, from: statement.from, until: statement.until))
                $0.write(statement.sport)
                $0.write(statement.distance)
            }
        case .span(let span):
            write(.span) {
                $0.write(span.kind.rawValue)
                $0.write(span.name)
                $0.write(span.duration)
                $0.write(span.timerTime)
                $0.write(span.distance)
            }
        case .note(let note):
            write(.note) {
                $0.write(note.kind.rawValue)
                $0.write(note.text)
            }
        case .reset: write(.reset) { _ in }
        case .learned(let learned): write(.learned) { $0.write(learned) }
        }
    }

    private mutating func write(_ kind: WireKind, _ body: (inout WireWriter) -> Void) {
        write(kind.rawValue)
        body(&self)
    }

    private mutating func write(_ fix: Fix) {
        write(fix.device.rawValue)
        write(UInt8(fix.mode.rawValue))
        write(UInt8(fix.accuracyOrigin.rawValue))
        write(fix.timeIsArrival)
        write(fix.coordinate?.latitude)
        write(fix.coordinate?.longitude)
        for value in [
            fix.altitude, fix.horizontalAccuracy, fix.verticalAccuracy, fix.speed, fix.speedAccuracy,
            fix.courseDegrees, fix.courseAccuracyDegrees, fix.climb, fix.horizontalDilution,
        ] { write(value) }
        write(fix.satellites)
    }

    private mutating func write(_ sky: Sky) {
        write(sky.device.rawValue)
        for value in [sky.horizontalDilution, sky.verticalDilution, sky.positionDilution] { write(value) }
        write(UInt32(sky.satellites.count))
        for satellite in sky.satellites {
            write(Int64(satellite.number))
            write(satellite.constellation)
            for value in [satellite.elevationDegrees, satellite.azimuthDegrees, satellite.signalStrength] {
                write(value)
            }
            write(satellite.isUsed)
        }
    }

    private mutating func write(_ sample: VectorSample) {
        write(sample.device.rawValue)
        write(sample.vector)
    }

    private mutating func write(_ sample: ScalarSample) {
        write(sample.device.rawValue)
        write(sample.value)
    }

    private mutating func write(_ report: DropReport) {
        write(report.device.rawValue)
        write(report.stream.rawValue)
        write(Int64(report.count))
    }

    private mutating func write(_ values: [String: ParameterValue]) {
        write(UInt32(values.count))
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            write(name)
            switch value {
            case .number(let number):
                write(UInt8(0))
                write(number)
            case .choice(let choice):
                write(UInt8(1))
                write(choice)
            case .toggle(let isOn):
                write(UInt8(2))
                write(isOn)
            }
        }
    }

    private mutating func write(_ correction: Correction) {
        switch correction {
        case .activity(let activity, let from, let until):
            write(UInt8(0))
            write(activity.rawValue)
            write(from.nanoseconds)
            write(until.nanoseconds)
        case .stop(let from, let until):
            write(UInt8(1))
            write(from.nanoseconds)
            write(until.nanoseconds)
        case .noStop(let from, let until):
            write(UInt8(2))
            write(from.nanoseconds)
            write(until.nanoseconds)
        case .placeName(let name, let instant):
            write(UInt8(3))
            write(name)
            write(instant.nanoseconds)
        case .fix(let ruling):
            write(UInt8(4))
            write(ruling.fix.time.nanoseconds)
            write(ruling.fix.received.nanoseconds)
            write(ruling.isAccepted)
        }
    }
}
