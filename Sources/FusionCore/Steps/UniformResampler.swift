public import SensorModel

/// Resamples a signal of any rate, with jitter, on a uniform grid.
///
/// Each grid value is the mean, over its cell, of the line through the samples. A fast signal is averaged, which
/// prevents aliasing of vibration into the gait band; a slow one is interpolated; jitter affects neither. A gap longer
/// than the maximum, or a clock set back by more than that, starts a new grid. Amortised O(1) per sample, without
/// allocation.
public struct UniformResampler: Sendable, Hashable {
    /// The grid values per second.
    public let rate: Double
    /// The maximum time between two samples that is bridged by a line, in seconds.
    public var maximumGap: Double

    private let step: Double
    private var origin: Instant?
    private var cell = 0
    private var lastTime = 0.0
    private var lastValue = 0.0
    private var targetTime = 0.0
    private var slope = 0.0
    private var integral = 0.0

    /// Creates a resampler without samples.
    /// - Parameters:
    ///   - rate: The grid values per second.
    ///   - maximumGap: The maximum time between two samples that is bridged, in seconds.
    public init(rate: Double, maximumGap: Double) {
        self.rate = rate
        self.maximumGap = maximumGap
        step = 1 / rate
    }

    /// Processes a sample; ``next()`` then returns the cells that it completes.
    /// - Parameters:
    ///   - value: The sample.
    ///   - time: The time of the sample.
    /// - Returns: True if the sample starts a new grid.
    @inline(__always)
    public mutating func update(_ value: Double, at time: Instant) -> Bool {
        guard let origin else { return restart(value, at: time) }
        let moment = time - origin
        let elapsed = moment - targetTime
        if elapsed <= 0 {
            // A repeated or slightly late timestamp adds no information; a clock set back starts a new grid.
            return elapsed < -maximumGap ? restart(value, at: time) : false
        }
        guard elapsed <= maximumGap else { return restart(value, at: time) }
        targetTime = moment
        slope = (value - lastValue) / elapsed
        return false
    }

    /// Returns the mean of the next completed cell with the time of its middle; `nil` if more samples are needed.
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
