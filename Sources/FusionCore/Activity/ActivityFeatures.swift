import Glibc

/// Fifteen features of the acceleration magnitude in a window. They do not depend on the orientation of the sensor, and
/// hardly on its rate, since frequencies above 5 Hz are not used.
///
/// Choice of features: Bao & Intille 2004 and Straczkiewicz et al. 2021; Benchmarks/bench/train/activity.py
/// computes the same ones.
public struct ActivityFeatures: Sendable, Hashable {
    /// The names of the features, in the order of ``values``.
    public static let names = [
        "logDeviation", "logChange", "band0", "band1", "band2", "band3", "band4", "band5", "dominantFrequency",
        "dominantShare", "entropy", "regularity", "period", "skewness", "kurtosis",
    ]
    /// The number of grid values in a window: 5.12 s.
    public static let window = 128
    /// The frequency bins of the bands, 0.195 Hz each: 0.3-0.9, 0.9-1.5, 1.5-2, 2-2.6, 2.6-3.4, 3.4-5 Hz.
    private static let bands: [ClosedRange<Int>] = [2...4, 5...7, 8...10, 11...13, 14...17, 18...25]
    private static let tables = Tables()

    /// The features, in the order of ``names``.
    public var values: [Float]

    /// Computes the features of a window of magnitudes in m/s^2 on the grid. O(window x lags).
    public init(_ window: UnsafeBufferPointer<Double>) {
        let count = Self.window
        precondition(window.count == count, "a window has \(count) values")
        var mean = 0.0
        for value in window { mean += value }
        mean /= Double(count)
        var deviations = [Double](repeating: 0, count: count)
        var (second, third, fourth, change) = (0.0, 0.0, 0.0, 0.0)
        for index in 0..<count {
            let deviation = window[index] - mean
            deviations[index] = deviation
            let square = deviation * deviation
            second += square
            third += square * deviation
            fourth += square * square
            if index > 0 { change += abs(window[index] - window[index - 1]) }
        }
        let size = Double(count)
        let variance = second / size
        let spread = variance.squareRoot()
        values = []
        values.reserveCapacity(Self.names.count)
        values.append(Float(log(spread + 0.01)))
        values.append(Float(log(change / (size - 1) + 0.01)))
        appendSpectrum(of: deviations)
        appendPeriodicity(of: deviations)
        values.append(spread > 1e-6 ? Float(third / size / (variance * spread)) : 0)
        values.append(spread > 1e-6 ? Float(fourth / size / (variance * variance)) : 3)
    }

    private mutating func appendSpectrum(of deviations: [Double]) {
        let power = Self.tables.power(of: deviations)
        for band in Self.bands {
            var sum = 0.0
            for bin in band { sum += power[bin - Tables.firstBin] }
            values.append(Float(log(sum.squareRoot() + 0.01)))
        }
        var total = 0.0
        var peak = 0
        for index in power.indices {
            total += power[index] + 1e-12
            if power[index] > power[peak] { peak = index }
        }
        var entropy = 0.0
        for value in power {
            let share = (value + 1e-12) / total
            entropy -= share * log(share)
        }
        var around = 0.0
        for index in max(0, peak - 1)...min(power.count - 1, peak + 1) { around += power[index] + 1e-12 }
        values.append(Float(Double(peak + Tables.firstBin) * AccelerationGrid.rate / Double(Self.window)))
        values.append(Float(around / total))
        values.append(Float(entropy / log(Double(power.count))))
    }

    private mutating func appendPeriodicity(of deviations: [Double]) {
        var correlation = Autocorrelation(lags: 6...44, windowLength: Self.window)
        deviations.withUnsafeBufferPointer { correlation.update($0) }
        var (best, period) = (0.0, 0.0)
        for lag in 7..<44 {
            let here = correlation[lag]
            guard here > correlation[lag - 1], here >= correlation[lag + 1], here > best else { continue }
            best = here
            period = Double(lag) / AccelerationGrid.rate
        }
        values.append(Float(best))
        values.append(Float(period))
    }

    /// The cosines and sines of the bins under a Hann window, with the bins of each sample together.
    private struct Tables: Sendable {
        static let firstBin = 2
        static let bins = 24
        private var cosines: [SIMD8<Double>] = []
        private var sines: [SIMD8<Double>] = []

        init() {
            let size = Double(ActivityFeatures.window)
            for index in 0..<ActivityFeatures.window {
                let taper = 1 - cos(2 * Double.pi * (Double(index) + 0.5) / size)
                for group in 0..<(Self.bins / 8) {
                    var (cosine, sine) = (SIMD8<Double>(repeating: 0), SIMD8<Double>(repeating: 0))
                    for lane in 0..<8 {
                        let bin = Double(Self.firstBin + group * 8 + lane)
                        let angle = 2 * Double.pi * bin * Double(index) / size
                        cosine[lane] = taper * cos(angle)
                        sine[lane] = taper * sin(angle)
                    }
                    cosines.append(cosine)
                    sines.append(sine)
                }
            }
        }

        /// Returns the mean square for each bin, in order of frequency.
        func power(of values: [Double]) -> [Double] {
            let size = ActivityFeatures.window
            let scale = 2 / 1.5 / Double(size * size)
            let groups = Self.bins / 8
            var result: [Double] = []
            result.reserveCapacity(Self.bins)
            for group in 0..<groups {
                var (real, imaginary) = (SIMD8<Double>(repeating: 0), SIMD8<Double>(repeating: 0))
                for index in 0..<size {
                    real += values[index] * cosines[index * groups + group]
                    imaginary += values[index] * sines[index * groups + group]
                }
                let power = (real * real + imaginary * imaginary) * scale
                for lane in 0..<8 { result.append(power[lane]) }
            }
            return result
        }
    }
}
