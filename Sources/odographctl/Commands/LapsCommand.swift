import ArgumentParser
import Foundation
import FusionCore
import Geometry
import Replay
import SensorModel

/// `odographctl laps`: divides a session into laps.
struct LapsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "laps",
        abstract: "Divide a session into laps: those that the device states, of a length, or from gate to gate.",
        discussion: """
            A gate is a line on the ground; each crossing begins a lap, at a time between two fixes. Of the laps that were \
            measured completely, the best one is marked; the spread is the difference between the slowest and the fastest.

            Examples:
              odographctl laps run.odograph --every 1km
              odographctl laps circuit.odograph --gate 50.0871,14.4209..50.0873,14.4214
            """)

    @Argument(help: "A session, or any file that import accepts.", completion: .recordings)
    var file: String

    @Option(
        help: ArgumentHelp(
            "The length of a lap: 1km, 400m, or 1mi. (default: laps of the device)", valueName: "length"),
        transform: LapsCommand.metres)
    var every: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The ends of a gate, as LATITUDE,LONGITUDE..LATITUDE,LONGITUDE in degrees.", valueName: "line"),
        transform: LapsCommand.gate)
    var gate: LapGate?

    @OptionGroup var parameterOptions: ParameterOptions

    @Flag(help: "Write NDJSON: one lap per line; metres, seconds, m/s.")
    var json = false

    func validate() throws {
        guard every == nil || gate == nil else { throw ValidationError("Give --every or --gate, not both.") }
    }

    func run() throws {
        let input = try SessionInput(path: file)
        var engine = TuningEngine(input.recording)
        guard let run = engine.run(try parameterOptions.parameters(over: input.parameters)) else { return }
        let table = LapTable(rule, of: run)
        guard !table.laps.isEmpty else { throw CommandError(absence) }
        for (index, lap) in table.laps.enumerated() {
            let isBest = table.best == index
            print(
                try json ? JSONText.line(LapLine(lap, number: index + 1, isBest)) : text(lap, number: index + 1, isBest)
            )
        }
        if !json, let spread = table.spread { print("spread  \(Self.time(spread))") }
    }

    private var rule: LapRule { gate.map(LapRule.gate) ?? every.map(LapRule.distance) ?? .stated }

    /// The reason why there are no laps.
    private var absence: String {
        switch rule {
        case .stated: "The device of “\(file)” states no laps; use --every 1km, or --gate."
        case .distance: "The track of “\(file)” is too short for a lap."
        case .gate: "The track of “\(file)” does not cross the gate twice."
        }
    }

    private func text(_ lap: Lap, number: Int, _ isBest: Bool) -> String {
        var parts = [Self.time(lap.time)]
        if let distance = lap.distance { parts.append(String(format: "%.3f km", distance / 1_000)) }
        if let speed = lap.speed { parts.append(String(format: "%.2f km/h", speed * 3.6)) }
        if let name = lap.name { parts.append(name.visible) }
        if isBest { parts.append("best") }
        if lap.isEstimated { parts.append("estimated") }
        if !lap.isWhole { parts.append("not whole") }
        let start = Date(timeIntervalSince1970: lap.start.seconds).formatted(.iso8601)
        return "\(number)  \(start)  \(parts.joined(separator: ", "))"
    }

    private static func time(_ seconds: Double) -> String {
        let hundredths = Int(nearest: seconds * 100)
        return String(format: "%d:%02d.%02d", hundredths / 6_000, hundredths / 100 % 60, hundredths % 100)
    }

    @Sendable private static func metres(_ text: String) throws -> Double {
        let units = [("km", 1_000.0), ("mi", Workout.mile), ("m", 1)]
        guard let (unit, length) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Double(text.dropLast(unit.count)), 10...1_000_000 ~= number * length
        else { throw ValidationError("“\(text)” is not a length from 10 m to 1000 km: use 1km, 400m, or 1mi.") }
        return number * length
    }

    @Sendable private static func gate(_ text: String) throws -> LapGate {
        guard let gap = text.range(of: ".."), let start = Coordinate(text: text[..<gap.lowerBound]), start.isValid,
            let end = Coordinate(text: text[gap.upperBound...]), end.isValid, start != end
        else {
            throw ValidationError("“\(text)” is not a line: use LATITUDE,LONGITUDE..LATITUDE,LONGITUDE, in degrees.")
        }
        return LapGate(from: start, to: end)
    }
}

/// A line of `laps --json`.
private struct LapLine: Encodable {
    var type = "lap"
    var number: Int
    var name: String?
    var start: Double
    var duration: Double
    var distance: Double?
    var speed: Double?
    var isBest: Bool
    var isEstimated: Bool
    var isWhole: Bool

    init(_ lap: Lap, number: Int, _ isBest: Bool) {
        (self.number, self.isBest) = (number, isBest)
        (name, start, duration) = (lap.name, lap.start.seconds, lap.time)
        (distance, speed) = (lap.distance, lap.speed)
        (isEstimated, isWhole) = (lap.isEstimated, lap.isWhole)
    }
}
