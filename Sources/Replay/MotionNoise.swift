public import FusionCore
public import NavigationMath
public import SensorModel

/// The noise of one motion sensor during the longest rest of a recording.
public struct MotionNoise: Sendable {
    /// The kinds of sensor whose noise is analysed.
    public enum Sensor: String, Sendable, CaseIterable, Encodable {
        /// Accelerations in m/s^2.
        case accelerometer
        /// Rotations in rad/s.
        case gyroscope
    }

    /// The device that measured.
    public let device: DeviceID
    /// The kind of sensor.
    public let sensor: Sensor
    /// The rest; at most its first two hours.
    public let rest: TimeSpan
    /// The mean time between two samples, in seconds.
    public let interval: Double
    /// The Allan deviations of x, y, and z; `nil` for an axis that always gave the same value.
    public let axes: [AllanDeviation?]

    /// The minimum and maximum length of the rest, in seconds: averages over a ninth of the minimum show white noise.
    public static let (shortestRest, longestRest) = (60.0, 7_200.0)
    /// The minimum share of the shortest rest that a sensor has to cover: it may start late or stop early.
    private static let leastShare = 0.9

    /// Returns the noise of all motion sensors that were at rest for a minute, accelerometers first.
    ///
    /// The rest of a gyroscope is that of the accelerometer of the same device; without one, that of the first accelerometer.
    /// O(events).
    public static func all(of recording: Recording, parameters: Parameters) -> [MotionNoise] {
        var rests = Rests(parameters: parameters.stillness)
        for event in recording.events {
            if case .acceleration(let sample) = event.payload { rests.note(sample, at: event.time) }
        }
        guard let first = rests.order.first else { return [] }
        var signals: [Source: Signal] = [:]
        var order: [Source] = []
        for event in recording.events {
            let (sensor, sample): (Sensor, VectorSample)
            switch event.payload {
            case .acceleration(let value): (sensor, sample) = (.accelerometer, value)
            case .rotation(let value): (sensor, sample) = (.gyroscope, value)
            default: continue
            }
            let source = Source(device: sample.device, sensor: sensor)
            guard let rest = rests.longest[source.device] ?? rests.longest[first], rest.contains(event.time) else {
                continue
            }
            if signals[source] == nil { order.append(source) }
            signals[source, default: Signal()].add(sample, at: event.time)
        }
        return Sensor.allCases.flatMap { sensor in
            order.filter { $0.sensor == sensor }.compactMap { source in
                signals[source].flatMap { MotionNoise(source, $0) }
            }
        }
    }

    private init?(_ source: Source, _ signal: Signal) {
        guard let start = signal.start, let end = signal.end, signal.axes[0].count > 1,
            end - start >= Self.shortestRest * Self.leastShare
        else { return nil }
        (device, sensor) = (source.device, source.sensor)
        rest = TimeSpan(start: start, end: end)
        let interval = (end - start) / Double(signal.axes[0].count - 1)
        self.interval = interval
        axes = signal.axes.map { AllanDeviation($0, interval: interval) }
        guard axes.contains(where: { $0 != nil }) else { return nil }
    }

    private struct Source: Hashable {
        var device: DeviceID
        var sensor: Sensor
    }

    private struct Signal {
        var start: Instant?
        var end: Instant?
        var axes = [[Double]](repeating: [], count: 3)

        mutating func add(_ sample: VectorSample, at time: Instant) {
            guard end.map({ $0 < time }) ?? true else { return }
            if start == nil { start = time }
            end = time
            axes[0].append(sample.x)
            axes[1].append(sample.y)
            axes[2].append(sample.z)
        }
    }

    /// The longest rest of each accelerometer.
    private struct Rests {
        let parameters: Stillness.Parameters
        var order: [DeviceID] = []
        var longest: [DeviceID: TimeSpan] = [:]
        private var trackers: [DeviceID: (stillness: Stillness, since: Instant?)] = [:]

        init(parameters: Stillness.Parameters) { self.parameters = parameters }

        mutating func note(_ sample: VectorSample, at time: Instant) {
            let device = sample.device
            if trackers[device] == nil {
                order.append(device)
                trackers[device] = (Stillness(parameters: parameters), nil)
            }
            let square = sample.x * sample.x + sample.y * sample.y + sample.z * sample.z
            // A value that is not finite would stay in the averages.
            guard square.isFinite else { return }
            trackers[device]?.stillness.update(acceleration: square.squareRoot(), at: time)
            guard trackers[device]?.stillness.sensorsRest(at: time) == true else {
                trackers[device]?.since = nil
                return
            }
            let since = trackers[device]?.since ?? time
            trackers[device]?.since = since
            // The end of a rest is noticed late, as its start is, and a single sample of the movement outweighs minutes of noise.
            let length = min(time - since - parameters.sensorTime, longestRest)
            if length >= shortestRest, length > longest[device].map({ $0.end - $0.start }) ?? 0 {
                longest[device] = TimeSpan(start: since, end: since + length)
            }
        }
    }
}
