import Geometry
public import SensorModel

/// The motion of a session in batches of one second, which suffices for the peak and the mean of any part.
public struct MotionBatches: Sendable {
    /// The samples of one second.
    private struct Batch: Sendable {
        var second: Int64
        var count = 0
        /// The largest square of an acceleration without gravity, in m^2/s^4.
        var peak = 0.0
        /// The sum of the squares of these accelerations.
        var squares = 0.0
    }

    private var tracker: MotionTracker
    private var batches: [Batch] = []
    private static let nanoseconds: Int64 = 1_000_000_000

    /// Creates an instance without batches.
    public init(parameters: Parameters = .init()) {
        tracker = MotionTracker(parameters: parameters.motion, filter: parameters.attitude)
    }

    /// Adds an event; ignores all except motion samples, reports of sources, and resets.
    public mutating func consume(_ event: SensorEvent) {
        guard SampleBounds.hold(event.payload) else { return }
        let body: Int?
        switch event.payload {
        case .acceleration(let sample): body = tracker.take(acceleration: sample, at: event.time)
        case .rotation(let sample): body = tracker.take(rotation: sample, at: event.time)
        case .source(let report):
            tracker.consume(report)
            return
        case .reset:
            tracker = tracker.restarted
            return
        default: return
        }
        guard let body else { return }
        let isMain = body == tracker.mainBody
        while let output = tracker.next(body) {
            if isMain, case .motion(let sample) = output { consume(sample) }
        }
    }

    private mutating func consume(_ sample: DeviceMotion) {
        let square = sample.userAcceleration.dot(sample.userAcceleration)
        guard square.isFinite else { return }
        let second = sample.time.nanoseconds / Self.nanoseconds
        if batches.last?.second != second { batches.append(Batch(second: second)) }
        let last = batches.count - 1
        batches[last].count += 1
        batches[last].peak = max(batches[last].peak, square)
        batches[last].squares += square
    }

    /// The acceleration without gravity during a part of a session.
    public struct Acceleration: Sendable, Hashable {
        /// The maximum in m/s^2.
        public var peak: Double
        /// The root mean square in m/s^2.
        public var rootMeanSquare: Double
    }

    /// Returns the acceleration over the seconds that start within a span, or over the whole session; `nil` without a
    /// sample. O(seconds).
    public func acceleration(within span: TimeSpan? = nil) -> Acceleration? {
        var (count, peak, squares) = (0, 0.0, 0.0)
        let first = span.map { $0.start.nanoseconds / Self.nanoseconds }
        let last = span.map { $0.end.nanoseconds / Self.nanoseconds }
        for batch in batches {
            if let first, let last, batch.second < first || batch.second > last { continue }
            count += batch.count
            peak = max(peak, batch.peak)
            squares += batch.squares
        }
        guard count > 0 else { return nil }
        return Acceleration(peak: peak.squareRoot(), rootMeanSquare: (squares / Double(count)).squareRoot())
    }
}
