public import SensorModel

/// Puts a signal of any rate, with jitter, onto a uniform grid.
///
/// Each grid value is the mean, over its cell, of the line drawn through the samples: a fast stream is averaged (which
/// keeps vibration from aliasing into the gait band), a slow one is interpolated, and jitter changes neither. A gap
/// that is longer than allowed, or a clock that jumps back, starts a new grid. O(1) amortised a sample; no allocation.
public struct UniformResampler: Sendable, Hashable {
    /// Grid values a second.
    public let rate: Double
    /// Seconds between two samples beyond which the line between them is not believed.
    public var maximumGap: Double

    private let step: Double
    private var origin: Instant?
    private var cell = 0
    private var lastTime = 0.0
    private var lastValue = 0.0
    private var targetTime = 0.0
    private var slope = 0.0
    private var integral = 0.0

    /// Creates a resampler that has seen nothing.
    /// - Parameters:
    ///   - rate: Grid values a second.
    ///   - maximumGap: Seconds between two samples that are still bridged.
    public init(rate: Double, maximumGap: Double) {
        self.rate = rate
        self.maximumGap = maximumGap
        step = 1 / rate
    }

    /// Processes a sample; ``next()`` then gives out the cells that it completes.
    /// - Parameters:
    ///   - value: The sample.
    ///   - time: When it was taken.
    /// - Returns: True if the sample starts a new grid.
    @inline(__always)
    public mutating func update(_ value: Double, at time: Instant) -> Bool {
        guard let origin else { return restart(value, at: time) }
        let moment = time - origin
        let elapsed = moment - targetTime
        if elapsed <= 0 {
            // A repeated or slightly late stamp carries nothing new; a clock set back starts again.
            return elapsed < -maximumGap ? restart(value, at: time) : false
        }
        guard elapsed <= maximumGap else { return restart(value, at: time) }
        targetTime = moment
        slope = (value - lastValue) / elapsed
        return false
    }

    /// Returns the next completed cell: its mean, and the moment of its middle; nil if more samples are needed.
    @inline(__always)
    public mutating func next() -> (value: Double, time: Instant)? {
        guard let origin, lastTime < targetTime else { return nil }
        let end = Double(cell + 1) * step
        let reached = min(end, targetTime)
        let value = lastValue + slope * (reached - lastTime)
        integral += 0.5 * (lastValue + value) * (reached - lastTime)
        lastTime = reached
        lastValue = value
        guard reached == end else { return nil }
        let mean = integral * rate
        integral = 0
        cell += 1
        return (mean, origin + (end - 0.5 * step))
    }

    private mutating func restart(_ value: Double, at time: Instant) -> Bool {
        origin = time
        cell = 0
        lastTime = 0
        targetTime = 0
        slope = 0
        lastValue = value
        integral = 0
        return true
    }
}
