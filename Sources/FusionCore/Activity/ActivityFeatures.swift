import Glibc

/// What the magnitude of acceleration looks like over one window: fifteen numbers that do not depend on how the sensor
/// is turned, and hardly on its rate, because nothing above 5 Hz is looked at.
///
/// Bao & Intille 2004 and Straczkiewicz et al. 2021 for the choice; scripts/train-activity computes the same.
public struct ActivityFeatures: Sendable, Hashable {
    /// The names, in the order of ``values``.
    public static let names = [
        "logDeviation", "logChange", "band0", "band1", "band2", "band3", "band4", "band5", "dominantFrequency",
        "dominantShare", "entropy", "regularity", "period", "skewness", "kurtosis",
    ]
    /// Grid values in a window: 5.12 s.
    public static let window = 128
    /// Frequency bins of the bands, 0.195 Hz each: 0.3-0.9, 0.9-1.5, 1.5-2, 2-2.6, 2.6-3.4, 3.4-5 Hz.
    private static let bands: [ClosedRange<Int>] = [2...4, 5...7, 8...10, 11...13, 14...17, 18...25]
    private static let tables = Tables()

    /// The features.
    public var values: [Float]

    /// Standard deviation of the magnitude in m/s^2.
    public var deviation: Double { exp(Double(values[0])) - 0.01 }

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
        let count = Self.window
        var squares = [Double](repeating: 0, count: count + 1)
        for index in 0..<count { squares[index + 1] = squares[index] + deviations[index] * deviations[index] }
        let correlations = deviations.withUnsafeBufferPointer { values in
            (6..<45).map { lag in
                var sum = 0.0
                for index in 0..<(count - lag) { sum += values[index] * values[index + lag] }
                let norm = (squares[count - lag] * (squares[count] - squares[lag])).squareRoot()
                return norm > 1e-9 ? sum / norm : 0
            }
        }
        var (best, period) = (0.0, 0.0)
        for index in 1..<(correlations.count - 1) {
            let here = correlations[index]
            guard here > correlations[index - 1], here >= correlations[index + 1], here > best else { continue }
            best = here
            period = Double(index + 6) / AccelerationGrid.rate
        }
        values.append(Float(best))
        values.append(Float(period))
    }

    /// Cosines and sines of the bins under a Hann window.
    private struct Tables: Sendable {
        static let firstBin = 2
        static let lastBin = 25
        var cosines: [Double] = []
        var sines: [Double] = []

        init() {
            let size = Double(ActivityFeatures.window)
            for bin in Self.firstBin...Self.lastBin {
                for index in 0..<ActivityFeatures.window {
                    let taper = 1 - cos(2 * Double.pi * (Double(index) + 0.5) / size)
                    let angle = 2 * Double.pi * Double(bin) * Double(index) / size
                    cosines.append(taper * cos(angle))
                    sines.append(taper * sin(angle))
                }
            }
        }

        /// Mean square by bin, first bin first.
        func power(of values: [Double]) -> [Double] {
            let size = ActivityFeatures.window
            let scale = 2 / 1.5 / Double(size * size)
            return (0...(Self.lastBin - Self.firstBin)).map { bin in
                var (real, imaginary) = (0.0, 0.0)
                for index in 0..<size {
                    real += values[index] * cosines[bin * size + index]
                    imaginary += values[index] * sines[bin * size + index]
                }
                return (real * real + imaginary * imaginary) * scale
            }
        }
    }
}
