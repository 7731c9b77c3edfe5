import SensorModel

/// A column of a table of events.
struct InputColumn: Sendable {
    /// The name, as in the event log.
    let name: String
    /// The type of the values.
    let kind: ColumnKind
    /// The unit; empty if it has none.
    let unit: String
    /// True if every push has to contain the column.
    let isRequired: Bool

    init(_ name: String, _ kind: ColumnKind, unit: String = "", isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.isRequired = isRequired
    }
}

/// A table that accepts events.
enum InputTable: String, CaseIterable, Sendable {
    case fix, acceleration, rotation, magneticField, pressure, heartRate, cadence, sensorSpeed
    case tick, reset, other, parameter, correction, statement, source, learned, span

    /// The columns at the start of every table.
    private static let common = [
        InputColumn("time", .integer, unit: "ns", isRequired: true),
        InputColumn("received", .integer, unit: "ns"),
        InputColumn("sequence", .integer),
    ]

    /// The columns specific to the table; the indices in `FixColumn` and similar enumerations count from the first of
    /// these.
    private var own: [InputColumn] {
        switch self {
        case .fix: FixColumn.columns
        case .acceleration: Self.vector(unit: "m/s^2")
        case .rotation: Self.vector(unit: "rad/s")
        case .magneticField: Self.vector(unit: "uT")
        case .pressure, .heartRate, .cadence, .sensorSpeed: Self.scalar(unit: quantity?.unit ?? "")
        case .tick, .reset, .other: []
        case .parameter: ParameterColumn.columns
        case .correction: CorrectionColumn.columns
        case .statement: StatementColumn.columns
        case .source: SourceColumn.columns
        case .learned: LearnedColumn.columns
        case .span: SpanColumn.columns
        }
    }

    /// The quantity that samples of a single number measure; `nil` for other tables.
    var quantity: Quantity? { Quantity(rawValue: rawValue) }

    private static func vector(unit: String) -> [InputColumn] {
        [
            InputColumn("x", .number, unit: unit, isRequired: true),
            InputColumn("y", .number, unit: unit, isRequired: true),
            InputColumn("z", .number, unit: unit, isRequired: true), InputColumn("device", .integer),
        ]
    }

    private static func scalar(unit: String) -> [InputColumn] {
        [InputColumn("value", .number, unit: unit, isRequired: true), InputColumn("device", .integer)]
    }

    private static let columnsByTable = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, common + $0.own) })

    /// All columns, with the common ones first.
    var columns: [InputColumn] { Self.columnsByTable[self] ?? [] }

    /// The number of columns common to all tables.
    static let commonCount = 3

    /// The rank among events at the same instant.
    var rank: Int {
        switch self {
        case .reset: SensorEvent.Payload.reset.rank
        case .source: 1
        case .parameter: SensorEvent.Payload.parameters([:]).rank
        case .correction, .statement, .learned: 3
        case .acceleration: SensorEvent.Payload.acceleration(VectorSample(x: 0, y: 0, z: 0)).rank
        case .rotation: SensorEvent.Payload.rotation(VectorSample(x: 0, y: 0, z: 0)).rank
        case .magneticField: SensorEvent.Payload.magneticField(VectorSample(x: 0, y: 0, z: 0)).rank
        case .pressure, .heartRate, .cadence, .sensorSpeed:
            quantity.map { SensorEvent.Payload.scalar($0, ScalarSample(value: 0)).rank } ?? 0
        case .fix: SensorEvent.Payload.fix(Fix(coordinate: nil)).rank
        case .other, .span: SensorEvent.Payload.marker("").rank
        case .tick: SensorEvent.Payload.tick.rank
        }
    }
}

/// The columns of fixes after the common ones.
enum FixColumn: Int {
    case latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, speed, speedAccuracy, climb, course
    case courseAccuracy, horizontalDilution, mode, satellites, device, accuracyIsDilution, timeIsArrival

    static let columns = [
        InputColumn("latitude", .number, unit: "degrees", isRequired: true),
        InputColumn("longitude", .number, unit: "degrees", isRequired: true),
        InputColumn("altitude", .number, unit: "m"), InputColumn("horizontalAccuracy", .number, unit: "m"),
        InputColumn("verticalAccuracy", .number, unit: "m"), InputColumn("speed", .number, unit: "m/s"),
        InputColumn("speedAccuracy", .number, unit: "m/s"), InputColumn("climb", .number, unit: "m/s"),
        InputColumn("course", .number, unit: "degrees"), InputColumn("courseAccuracy", .number, unit: "degrees"),
        InputColumn("horizontalDilution", .number), InputColumn("mode", .integer),
        InputColumn("satellites", .integer), InputColumn("device", .integer),
        InputColumn("accuracyIsDilution", .flag), InputColumn("timeIsArrival", .flag),
    ]
}

/// The columns of parameters that change during a session.
enum ParameterColumn: Int {
    case name, word, number

    static let columns = [
        InputColumn("name", .text, isRequired: true), InputColumn("word", .text), InputColumn("number", .number),
    ]
}

/// The columns of corrections; `kind` is activity, stop, noStop, placeName, acceptFix, or rejectFix. For the last two,
/// `from` is the fix's own time and `until` that of its arrival.
enum CorrectionColumn: Int {
    case kind, activity, text, from, until

    static let columns = [
        InputColumn("kind", .text, isRequired: true), InputColumn("activity", .text), InputColumn("text", .text),
        InputColumn("from", .integer, unit: "ns", isRequired: true),
        InputColumn("until", .integer, unit: "ns", isRequired: true),
    ]
}

/// The columns of files' statements about a sport.
enum StatementColumn: Int {
    case activity, sport, distance, from, until

    static let columns = [
        InputColumn("activity", .text, isRequired: true), InputColumn("sport", .text),
        InputColumn("distance", .number, unit: "m"), InputColumn("from", .integer, unit: "ns", isRequired: true),
        InputColumn("until", .integer, unit: "ns", isRequired: true),
    ]
}

/// The columns of pauses and laps, which start at their time; `kind` is pause or lap.
enum SpanColumn: Int {
    case kind, name, duration, timerTime, distance

    static let columns = [
        InputColumn("kind", .text, isRequired: true), InputColumn("name", .text),
        InputColumn("duration", .number, unit: "s", isRequired: true), InputColumn("timerTime", .number, unit: "s"),
        InputColumn("distance", .number, unit: "m"),
    ]
}

/// The columns of source reports; `streams` contains words separated by commas, and the mount matrix is in row order.
enum SourceColumn: Int {
    case device, name, label, state, streams, detail, mount

    static let columns =
        [
            InputColumn("device", .integer, isRequired: true), InputColumn("name", .text, isRequired: true),
            InputColumn("label", .text), InputColumn("state", .text), InputColumn("streams", .text),
            InputColumn("detail", .text),
        ]
        + ["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"].map { InputColumn("mount_" + $0, .number) }
}

/// The columns of learned values; the rows of an event are consecutive. `kind` is stride, building, height, floor, or
/// gyroscope; a height or a floor belongs to the building before it.
enum LearnedColumn: Int {
    case kind, text, label, latitude, longitude, height, x, y, z, sigma, count, at

    static let columns = [
        InputColumn("kind", .text, isRequired: true), InputColumn("text", .text), InputColumn("label", .text),
        InputColumn("latitude", .number, unit: "degrees"), InputColumn("longitude", .number, unit: "degrees"),
        InputColumn("height", .number, unit: "m"), InputColumn("x", .number), InputColumn("y", .number),
        InputColumn("z", .number), InputColumn("sigma", .number), InputColumn("count", .integer),
        InputColumn("at", .integer, unit: "ns"),
    ]
}
