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
    private var integral = 0.0

    /// Makes a resampler that has seen nothing.
    /// - Parameters:
    ///   - rate: Grid values a second.
    ///   - maximumGap: Seconds between two samples that are still bridged.
    public init(rate: Double, maximumGap: Double) {
        self.rate = rate
        self.maximumGap = maximumGap
        step = 1 / rate
    }

    /// The moment of the middle of a cell of the present grid.
    public func time(ofCell index: Int) -> Instant {
        (origin ?? Instant(nanoseconds: 0)) + (Double(index) + 0.5) * step
    }

    /// Takes a sample and gives out the cells that it completes, in order.
    /// - Parameters:
    ///   - value: The sample.
    ///   - time: When it was taken.
    ///   - emit: Called with a cell's mean and its number on the present grid.
    /// - Returns: True where the sample starts a new grid.
    @inline(__always)
    public mutating func update(_ value: Double, at time: Instant, emit: (Double, Int) -> Void) -> Bool {
        guard let origin else { return restart(value, at: time) }
        let now = time - origin
        let elapsed = now - lastTime
        if elapsed <= 0 {
            // A repeated or slightly late stamp carries nothing new; a clock set back starts afresh.
            return elapsed < -maximumGap ? restart(value, at: time) : false
        }
        guard elapsed <= maximumGap else { return restart(value, at: time) }
        let slope = (value - lastValue) / elapsed
        var end = Double(cell + 1) * step
        while end <= now {
            let valueAtEnd = lastValue + slope * (end - lastTime)
            let mean = (integral + 0.5 * (lastValue + valueAtEnd) * (end - lastTime)) * rate
            lastTime = end
            lastValue = valueAtEnd
            integral = 0
            emit(mean, cell)
            cell += 1
            end = Double(cell + 1) * step
        }
        integral += 0.5 * (lastValue + value) * (now - lastTime)
        lastTime = now
        lastValue = value
        return false
    }

    private mutating func restart(_ value: Double, at time: Instant) -> Bool {
        origin = time
        cell = 0
        lastTime = 0
        lastValue = value
        integral = 0
        return true
    }
}
