import FusionCore
import Geometry
import SensorModel

/// Feeds a core by hand and keeps what it says; times are seconds after an arbitrary start.
struct Session {
    static let start = Instant(seconds: 1_700_000_000)
    var core: FusionCore
    var verdicts: [FixVerdict] = []
    var speeds: [SpeedEstimate] = []
    var positions: [PositionEstimate] = []
    var statuses: [StatusEstimate] = []

    init(_ parameters: Parameters = .init()) {
        core = FusionCore(parameters: parameters)
        // The recorder's clock ticks first, so that the session starts at zero.
        tick(0)
    }

    static func at(_ seconds: Double) -> Instant { start + seconds }

    mutating func feed(_ payload: SensorEvent.Payload, at seconds: Double, received: Double? = nil) {
        let event = SensorEvent(
            time: Self.at(seconds), received: Self.at(received ?? seconds), payload: payload)
        var emitted: [Estimate] = []
        core.consume(event) { emitted.append($0) }
        for estimate in emitted {
            switch estimate {
            case .verdict(let verdict): verdicts.append(verdict)
            case .speed(let speed): speeds.append(speed)
            case .position(let position): positions.append(position)
            case .status(let status): statuses.append(status)
            default: break
            }
        }
    }

    mutating func tick(_ seconds: Double) { feed(.tick, at: seconds) }

    /// Feeds a fix `east` and `north` metres from a corner, moving at `speed` towards `course`; it arrives a little later, as
    /// live fixes do.
    mutating func fix(
        _ seconds: Double, received: Double? = nil, east: Double = 0, north: Double = 0, accuracy: Double? = 4,
        speed: Double? = 0, course: Double? = nil, mode: FixMode = .threeDimensional, device: UInt16 = 0
    ) {
        feed(
            .fix(
                Fix(
                    device: DeviceID(device), mode: mode,
                    coordinate: Self.plane.coordinate(PlanePoint(east: east, north: north)),
                    horizontalAccuracy: accuracy, speed: speed, courseDegrees: course)),
            at: seconds, received: received ?? seconds + 0.05)
    }

    static let plane = LocalPlane(origin: Coordinate(latitude: 50.1, longitude: 14.4))

    /// Metres between a coordinate and a place on the plane.
    static func distance(_ coordinate: Coordinate, toEast east: Double, north: Double) -> Double {
        let point = plane.point(coordinate)
        let de = point.east - east
        let dn = point.north - north
        return (de * de + dn * dn).squareRoot()
    }
}

extension DayMaterial {
    /// Joins sessions with the usual gap.
    static func joined(_ materials: [DayMaterial]) -> DayMaterial { joined(materials, gap: 600) }
}
