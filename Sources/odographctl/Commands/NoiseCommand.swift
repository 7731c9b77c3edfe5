import ArgumentParser
import Foundation
import FusionCore
import NavigationMath
import Replay
import SensorModel
import TrackFormats

/// `odographctl noise`: the noise of the motion sensors of a session.
struct NoiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noise",
        abstract: "Show the noise of a session's motion sensors, from its longest rest.",
        discussion: """
            Computes the overlapping Allan deviation of each axis of the accelerometers and gyroscopes during the \
            longest rest, of at most two hours, and fits white noise, bias instability and random walk to it. Leave \
            the sensors untouched for at least a minute; the bias instability shows after some ten minutes, the \
            random walk after hours.
            """)

    @Argument(help: "A session, or any file that import accepts.")
    var file: String

    @Flag(help: "Write a JSON array, one object per sensor, in m/s^2 or rad/s, with the Allan deviations.")
    var json = false

    @OptionGroup var parameterOptions: ParameterOptions

    func run() throws {
        let input = try SessionInput(path: file)
        let parameters = try parameterOptions.parameters(over: input.parameters)
        let noises = MotionNoise.all(of: input.recording, parameters: parameters).map { noise in
            NoiseText(noise, name: input.names[noise.device] ?? "unnamed")
        }
        guard !noises.isEmpty else {
            throw CommandError(
                "“\(file)” has no accelerometer at rest for a minute: record a session with the sensors untouched.")
        }
        print(json ? try JSONText.indented(noises) : noises.map(\.text).joined(separator: "\n\n"))
    }
}

/// The noise of one sensor. Accelerations are in m/s^2, rotations in rad/s, but in degrees in the text.
private struct NoiseText: Encodable {
    struct Axis: Encodable {
        let axis: String
        let whiteNoise: Double
        let biasInstability: Double
        let randomWalk: Double
        let averagingTimes: [Double]
        let deviations: [Double]
    }

    let device: String
    let sensor: MotionNoise.Sensor
    let rest: Double
    let interval: Double
    let axes: [Axis]

    init(_ noise: MotionNoise, name: String) {
        device = name
        sensor = noise.sensor
        rest = noise.rest.end - noise.rest.start
        interval = noise.interval
        axes = zip(["x", "y", "z"], noise.axes).compactMap { name, deviation in
            deviation.map {
                Axis(
                    axis: name, whiteNoise: $0.whiteNoise, biasInstability: $0.biasInstability,
                    randomWalk: $0.randomWalk, averagingTimes: $0.points.map(\.seconds),
                    deviations: $0.points.map(\.deviation))
            }
        }
    }

    var text: String {
        let (scale, unit) = sensor == .gyroscope ? (180 / Double.pi, "°/s") : (1, "m/s²")
        func row(_ title: String, _ level: (Axis) -> Double, _ unit: String) -> String {
            let values = axes.map { axis in
                let value = level(axis) * scale
                return "\(axis.axis) " + (value > 0 ? String(format: "%.2g", value) : "–")
            }
            return title.column(18) + values.joined(separator: "  ") + " " + unit
        }
        return [
            sensor.rawValue.column(18) + device.visible,
            "at rest".column(18) + String(format: "%.0f s at %.4g Hz", rest, 1 / interval),
            row("white noise", \.whiteNoise, unit + "/√Hz"),
            row("bias instability", \.biasInstability, unit),
            row("random walk", \.randomWalk, unit + "/√s"),
        ].joined(separator: "\n")
    }
}
