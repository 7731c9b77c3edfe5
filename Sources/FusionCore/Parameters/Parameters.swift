public import SensorModel

/// All tunable parameters, stored with a session as one value.
///
/// The parameters of the streaming core are a separate value, ``streaming``, whose groups are also members of this one.
/// The others belong to the passes over a finished track.
@dynamicMemberLookup
public struct Parameters: Sendable, Hashable {
    /// The parameters of the streaming core.
    public var streaming = StreamingParameters()
    /// The parameters for bridging outages in a saved track.
    public var smoother = TrackSmoother.Parameters()
    /// The parameters for simplifying a track.
    public var simplifier = Simplifier.Parameters()
    /// The parameters for dividing a day into stops and moves. Those that it shares with the core are kept in
    /// ``streaming`` alone.
    public var day: DayParameters {
        get {
            var day = ownDay
            (day.silences, day.cyclingFallback) = (streaming.outages.silences, streaming.gait.activity.cyclingFallback)
            return day
        }
        set {
            (streaming.outages.silences, streaming.gait.activity.cyclingFallback) =
                (newValue.silences, newValue.cyclingFallback)
            let own = Self().ownDay
            ownDay = newValue
            (ownDay.silences, ownDay.cyclingFallback) = (own.silences, own.cyclingFallback)
        }
    }
    private var ownDay = DayParameters()

    /// Creates parameters with default values.
    public init() {}

    /// Accesses a group of the streaming core's parameters.
    public subscript<Group>(dynamicMember path: WritableKeyPath<StreamingParameters, Group>) -> Group {
        get { streaming[keyPath: path] }
        set { streaming[keyPath: path] = newValue }
    }

    /// Accesses a group of the parameters for steps and activities.
    public subscript<Group>(dynamicMember path: WritableKeyPath<GaitParameters, Group>) -> Group {
        get { streaming.gait[keyPath: path] }
        set { streaming.gait[keyPath: path] = newValue }
    }

    /// Every parameter, in the order of the tuning panel.
    public static let table: [ParameterEntry<Parameters>] =
        PositionFilter.Parameters.table.map { $0.within(\.streaming.position, group: "position") }
        + FixGate.Parameters.table.map { $0.within(\.streaming.fixGate, group: "fixGate") }
        + SpeedArbiter.Parameters.table.map { $0.within(\.streaming.speed, group: "speed") }
        + SilenceWatchdog.Parameters.table.map { $0.within(\.streaming.watchdog, group: "watchdog") }
        + InterferenceDetector.Parameters.table.map { $0.within(\.streaming.interference, group: "interference") }
        + Stillness.Parameters.table.map { $0.within(\.streaming.stillness, group: "stillness") }
        + DeadReckoner.Parameters.table.map { $0.within(\.streaming.deadReckoning, group: "deadReckoning") }
        + TrackSmoother.Parameters.table.map { $0.within(\.smoother, group: "smoother") }
        + OutageParameters.table.map { $0.within(\.streaming.outages, group: "smoother") }
        + Simplifier.Parameters.table.map { $0.within(\.simplifier, group: "simplifier") }
        + StepDetector.Parameters.table.map { $0.within(\.streaming.gait.steps, group: "steps") }
        + AccelerationGrid.Parameters.table.map { $0.within(\.streaming.gait.grid, group: "steps") }
        + VehicleWatch.Parameters.table.map { $0.within(\.streaming.gait.vehicle, group: "steps") }
        + StrideModel.Parameters.table.map { $0.within(\.streaming.gait.stride, group: "stride") }
        + OrientationFilter.Parameters.table.map { $0.within(\.streaming.attitude, group: "attitude") }
        + MotionBody.Parameters.table.map { $0.within(\.streaming.motion, group: "attitude") }
        + ActivityClassifier.Parameters.table.map { $0.within(\.streaming.gait.activity, group: "activity") }
        + WorkoutDetector.Parameters.table.map { $0.within(\.streaming.workout, group: "workout") }
        + DayParameters.table.map { $0.within(\.day, group: "day") }
        + Altimeter.Parameters.table.map { $0.within(\.streaming.altimeter, group: "altimeter") }

    private static let entries = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })

    /// Returns the entry with a name.
    public static func entry(named name: String) -> ParameterEntry<Parameters>? { entries[name] }

    /// Returns a parameter's value; `nil` if no parameter has the name.
    public func value(of name: String) -> ParameterValue? { Self.entries[name]?.read(self) }

    /// Sets a parameter after checking that its domain contains the value.
    /// - Throws: ``ParameterError`` if no parameter has the name or the value is outside the parameter's domain.
    public mutating func set(_ name: String, to value: ParameterValue) throws(ParameterError) {
        guard let entry = Self.entries[name] else { throw .unknownName(name) }
        guard entry.write(&self, value) else {
            throw .outsideDomain(name: name, value: value, domain: entry.domain)
        }
    }

    /// Sets a parameter from the text of `--set`.
    /// - Throws: ``ParameterError`` as ``set(_:to:)`` does.
    public mutating func set(_ name: String, parsing text: String) throws(ParameterError) {
        guard let entry = Self.entries[name] else { throw .unknownName(name) }
        let value: ParameterValue? =
            switch entry.domain {
            case .number: Double(text).map(ParameterValue.number)
            case .choice: .choice(text)
            case .toggle: ["true": true, "on": true, "false": false, "off": false][text].map(ParameterValue.toggle)
            }
        guard let value, entry.write(&self, value) else {
            throw .outsideDomain(name: name, value: value ?? .choice(text), domain: entry.domain)
        }
    }

    /// Applies changes that a session recorded. Skips unknown names, as from an older or newer program, and unsuitable
    /// values, so that the rest of the session still counts.
    public mutating func apply(_ values: [String: ParameterValue]) {
        for name in values.keys.sorted() { if let value = values[name] { try? set(name, to: value) } }
    }

    /// Every parameter's value by name.
    public var values: [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        for entry in Self.table { values[entry.name] = entry.read(self) }
        return values
    }

    /// The values that differ from the defaults, by name.
    public var changes: [String: ParameterValue] {
        let defaults = Self()
        return values.filter { defaults.value(of: $0.key) != $0.value }
    }
}

/// A reason why a parameter was not set.
public enum ParameterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No parameter has this name.
    case unknownName(String)
    /// The value is outside the parameter's domain.
    case outsideDomain(name: String, value: ParameterValue, domain: ParameterDomain)

    /// A sentence that states the problem and the remedy.
    public var description: String {
        switch self {
        case .unknownName(let name):
            "There is no parameter named “\(name)”; `odographctl run --list-parameters --expert` lists all."
        case .outsideDomain(let name, let value, .number(let range)):
            "“\(value)” does not fit \(name): give a number from \(range.lowerBound) to \(range.upperBound)."
        case .outsideDomain(let name, let value, .choice(let names)):
            "“\(value)” does not fit \(name): choose one of \(names.joined(separator: ", "))."
        case .outsideDomain(let name, let value, .toggle):
            "“\(value)” does not fit \(name): write true or false."
        }
    }
}

extension Parameters: Codable {
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads a flat object of names and values. Missing names keep their defaults.
    /// - Throws: A decoding error for an unknown name or a value outside its domain.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Name.self)
        for key in container.allKeys {
            try set(key.stringValue, to: container.decode(ParameterValue.self, forKey: key))
        }
    }

    /// Writes a flat object of every parameter's name and value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for entry in Self.table { try container.encode(entry.read(self), forKey: Name(stringValue: entry.name)) }
    }
}
