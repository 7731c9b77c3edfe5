public import FusionCore
import Geometry
public import SensorModel

/// Writes estimates as NDJSON, one object per line, in the format documented for the command line.
public struct EstimateLogWriter {
    private let sink: ByteSink
    private let kinds: Set<EmitKind>
    /// The device names written with attitudes and gravity. Call `consume(_:)` on it for every event, or pass the names
    /// at the start.
    public var names: DeviceNames

    /// Creates a writer that writes some kinds of lines and ignores the others.
    /// - Parameters:
    ///   - sink: The destination of the lines, which the caller must close.
    ///   - kinds: The kinds of lines to write.
    ///   - names: The names of the sources known so far.
    public init(
        sink: ByteSink, kinds: Set<EmitKind> = Set(EmitKind.allCases), names: DeviceNames = DeviceNames()
    ) {
        self.sink = sink
        self.kinds = kinds
        self.names = names
    }

    /// Writes an estimate from the core.
    public mutating func write(_ estimate: Estimate) throws {
        guard kinds.contains(Self.kind(of: estimate)) else { return }
        try line { line in
            switch estimate {
            case .verdict(let verdict): Self.add(verdict, to: &line)
            case .position(let position):
                line.add(word: "type", "position")
                Self.add(position, to: &line)
            case .speed(let speed): Self.add(speed, to: &line)
            case .step(let step): Self.add(step, to: &line)
            case .activity(let activity): Self.add(activity, to: &line)
            case .attitude(let attitude): add(attitude, to: &line)
            case .gravity(let gravity): add(gravity, to: &line)
            case .altitude(let altitude): Self.add(altitude, to: &line)
            case .status(let status): Self.add(status, to: &line)
            case .workout(let workout): Self.add(workout, to: &line)
            }
        }
    }

    /// Writes a point of the smoothed track.
    public mutating func write(smoothed position: PositionEstimate) throws {
        guard kinds.contains(.smoothed) else { return }
        try line { line in
            line.add(word: "type", "smoothed")
            Self.add(position, to: &line)
        }
    }

    /// Writes a point of the simplified track and its activity.
    public mutating func write(simplified position: PositionEstimate, activity: Activity) throws {
        guard kinds.contains(.simplified) else { return }
        try line { line in
            line.add(word: "type", "simplified")
            Self.add(position, to: &line)
            line.add("activity", activity.rawValue)
        }
    }

    /// Writes a stop, a move or a gap.
    public mutating func write(_ item: StorylineItem) throws {
        guard kinds.contains(.storyline) else { return }
        try line { $0.add(item, times: .seconds) }
    }

    /// Writes a workout of the finished session.
    public mutating func write(_ workout: Workout) throws {
        guard kinds.contains(.finishedWorkout) else { return }
        try line { line in
            line.add(word: "type", "finishedWorkout")
            line.add(workout, times: .seconds)
        }
    }

    /// Writes the line that summarises the session.
    public mutating func write(_ summary: Summary) throws {
        guard kinds.contains(.summary) else { return }
        try line { Self.add(summary, names, to: &$0) }
    }

    private func line(_ body: (inout ObjectText) -> Void) throws {
        var line = ObjectText(taking: &sink.buffer)
        body(&line)
        sink.buffer = line.end()
        sink.buffer.append(byte: 10)
        try sink.flushIfFull()
    }

    private static func kind(of estimate: Estimate) -> EmitKind {
        switch estimate {
        case .verdict: .verdict
        case .position: .position
        case .speed: .speed
        case .step: .step
        case .activity: .activity
        case .attitude: .attitude
        case .gravity: .gravity
        case .altitude: .altitude
        case .status: .status
        case .workout: .workout
        }
    }

    private func add(_ attitude: AttitudeEstimate, type: StaticString = "attitude", to line: inout ObjectText) {
        line.add(word: "type", type)
        line.add("time", attitude.time)
        line.add("w", attitude.rotation.w)
        line.add("x", attitude.rotation.x)
        line.add("y", attitude.rotation.y)
        line.add("z", attitude.rotation.z)
        line.add("reference", attitude.reference.rawValue)
        if let name = names[attitude.device] { line.add("device", name) }
    }

    private func add(_ gravity: GravityEstimate, type: StaticString = "gravity", to line: inout ObjectText) {
        line.add(word: "type", type)
        line.add("time", gravity.time)
        line.add("x", gravity.vector.x)
        line.add("y", gravity.vector.y)
        line.add("z", gravity.vector.z)
        if let name = names[gravity.device] { line.add("device", name) }
    }
}
