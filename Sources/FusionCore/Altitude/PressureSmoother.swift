import Glibc
import SensorModel

/// Removes gusts, door movements, and noise from pressures at any rate, by short means, their median, and a low-pass.
struct PressureSmoother: Sendable, Hashable {
    /// The number of means in the window of the median, so that the cost does not depend on the rate.
    private static let bins = 7

    private var means = SIMD8<Double>(repeating: 0)
    private var times = SIMD8<Double>(repeating: -.infinity)
    private var next = 0
    private var count = 0
    private var sum = 0.0
    private var sumCount = 0.0
    private var binStart = 0.0
    private var origin: Instant?
    private var last = 0.0
    private var started = 0.0
    /// The smoothed pressure in kPa.
    private(set) var value: Double?

    /// Processes a pressure in kPa, and returns the smoothed pressure.
    mutating func update(_ pressure: Double, at time: Instant, _ parameters: Altimeter.Parameters) -> Double {
        let origin = self.origin ?? time
        self.origin = origin
        let now = time - origin
        if value != nil, now < last || now - last > parameters.gap { restart(at: now) }
        collect(pressure, at: now, parameters.medianTime / Double(Self.bins))
        let median = median(since: now - parameters.medianTime)
        let elapsed = now - last
        last = now
        // The first samples may be spikes, so the median is used alone until the window is full.
        guard let before = value, now - started > parameters.medianTime else {
            value = median
            return median
        }
        let share = parameters.smoothingTime > 0 ? 1 - exp(-elapsed / parameters.smoothingTime) : 1
        let smooth = before + share * (median - before)
        value = smooth
        return smooth
    }

    private mutating func restart(at now: Double) {
        (count, sumCount, sum, next, value, started) = (0, 0, 0, 0, nil, now)
        last = now
    }

    private mutating func collect(_ pressure: Double, at now: Double, _ width: Double) {
        if sumCount == 0 || now - binStart >= width {
            next = count == 0 ? 0 : (next + 1) % Self.bins
            count = min(count + 1, Self.bins)
            (sum, sumCount, binStart) = (0, 0, now)
        }
        sum += pressure
        sumCount += 1
        means[next] = sum / sumCount
        times[next] = now
    }

    private func median(since oldest: Double) -> Double {
        var sorted = SIMD8<Double>(repeating: .infinity)
        var size = 0
        for index in 0..<count where times[index] > oldest || index == next {
            var place = size
            while place > 0, sorted[place - 1] > means[index] {
                sorted[place] = sorted[place - 1]
                place -= 1
            }
            sorted[place] = means[index]
            size += 1
        }
        return size.isMultiple(of: 2) ? (sorted[size / 2 - 1] + sorted[size / 2]) / 2 : sorted[size / 2]
    }
}
