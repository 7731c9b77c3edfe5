import Glibc

/// The gait in a window of acceleration magnitude.
public struct Gait: Sendable, Hashable {
    /// The step rate, in steps per second.
    public var stepFrequency: Double
    /// The normalised autocorrelation at the detected period, -1 ... 1.
    public var regularity: Double
    /// The root mean square of the band-passed magnitude, in m/s^2.
    public var amplitude: Double
}

/// Finds the step rate of a window by autocorrelation.
///
/// The motion of a body part repeats with every stride, and also with every step if both legs move it alike. The
/// shortest lag at which the window nearly repeats is therefore the step or the stride; a swinging arm, or a phone in a
/// pocket, shows the stride. Two things decide between them: which step rates are usual, and the power at twice the
/// frequency. Based on the normalised autocorrelation of pitch detection (de Cheveigne & Kawahara 2002) and the
/// harmonic weighting of Straczkiewicz et al. 2023.
struct GaitPeriodicity: Sendable, Hashable {
    let rate: Double
    private let longestLag: Int
    private let shortestLag: Int
    private var correlation: Autocorrelation

    init(rate: Double, longestPeriod: Double, shortestPeriod: Double, windowLength: Int) {
        self.rate = rate
        longestLag = min(windowLength * 2 / 3, Int((longestPeriod * rate).rounded(.up)) + 1)
        shortestLag = min(longestLag, max(2, Int((shortestPeriod * rate).rounded(.down)) - 1))
        correlation = Autocorrelation(lags: (shortestLag - 1)...(longestLag + 1), windowLength: windowLength)
    }

    /// Analyses a window of band-passed magnitude. O(window x lags).
    /// - Parameters:
    ///   - window: The most recent values, oldest first.
    ///   - tracked: The step rate of the current run; `nil` outside a run.
    ///   - parameters: The parameters for counting steps.
    /// - Returns: The gait; `nil` if nothing moves or no period fits a walk or run.
    mutating func analyse(
        _ window: UnsafeBufferPointer<Double>, tracked: Double?, parameters: StepDetector.Parameters
    ) -> Gait? {
        let count = window.count
        var sum = 0.0
        var absolute = 0.0
        for value in window {
            sum += value * value
            absolute += abs(value)
        }
        let amplitude = (sum / Double(count)).squareRoot()
        guard amplitude >= parameters.minimumAmplitude else { return nil }
        // A single impact must not hide seconds of even steps.
        let ceiling = parameters.clip * absolute / Double(count)
        correlation.update(window, ceiling: ceiling)
        guard let period = shortestNearlyBestPeriod(parameters.nearlyBest) else { return nil }
        let frequency = rate / period.lag
        let step = stepFrequency(
            repeating: frequency, window: window, ceiling: ceiling, amplitude: amplitude, tracked: tracked,
            parameters: parameters)
        guard step >= parameters.minimumCadence, step <= parameters.maximumCadence else { return nil }
        return Gait(stepFrequency: step, regularity: period.value, amplitude: amplitude)
    }

    private func shortestNearlyBestPeriod(_ nearlyBest: Double) -> (lag: Double, value: Double)? {
        var best = 0.0
        for lag in shortestLag...longestLag where isPeak(lag) { best = max(best, correlation[lag]) }
        guard best > 0 else { return nil }
        for lag in shortestLag...longestLag where isPeak(lag) && correlation[lag] >= nearlyBest * best {
            let (before, here, after) = (correlation[lag - 1], correlation[lag], correlation[lag + 1])
            let bend = before - 2 * here + after
            let shift = bend < 0 ? 0.5 * (before - after) / bend : 0
            return (Double(lag) + shift, here)
        }
        return nil
    }

    private func isPeak(_ lag: Int) -> Bool {
        correlation[lag] > correlation[lag - 1] && correlation[lag] >= correlation[lag + 1]
    }

    /// Returns the detected frequency or its double: the former is the step rate if both legs look alike, the latter if
    /// the detected period is that of the stride.
    private func stepFrequency(
        repeating frequency: Double, window: UnsafeBufferPointer<Double>, ceiling: Double, amplitude: Double,
        tracked: Double?, parameters: StepDetector.Parameters
    ) -> Double {
        func usual(_ candidate: Double) -> Double {
            let deviation = log(candidate / parameters.usualCadence) / parameters.cadenceSpread
            var score = -0.5 * deviation * deviation
            // A run leaves the ground, so gentle shaking at that rate is a harmonic of a slow walk.
            if candidate > parameters.runningCadence, amplitude < parameters.runningAmplitude {
                score -= parameters.continuityWeight
            }
            if let tracked, abs(log(candidate / tracked)) < 0.2 { score += parameters.continuityWeight }
            return score
        }
        let single = power(at: frequency, window, ceiling: ceiling)
        let double = power(at: 2 * frequency, window, ceiling: ceiling)
        let evidence = parameters.harmonicWeight * log(max(double, 1e-12) / max(single, 1e-12))
        return usual(2 * frequency) + evidence > usual(frequency) ? 2 * frequency : frequency
    }

    /// Returns the power at a frequency under a Hann window.
    private func power(at frequency: Double, _ window: UnsafeBufferPointer<Double>, ceiling: Double) -> Double {
        let turn = 2 * Double.pi * frequency / rate
        let taper = 2 * Double.pi / Double(window.count)
        let (cosTurn, sinTurn, cosTaper, sinTaper) = (cos(turn), sin(turn), cos(taper), sin(taper))
        var (c, s, tc, ts) = (1.0, 0.0, cosTaper, sinTaper)
        var (real, imaginary) = (0.0, 0.0)
        for value in window {
            let weighted = min(max(value, -ceiling), ceiling) * (1 - tc)
            real += weighted * c
            imaginary += weighted * s
            (c, s) = (c * cosTurn - s * sinTurn, s * cosTurn + c * sinTurn)
            (tc, ts) = (tc * cosTaper - ts * sinTaper, ts * cosTaper + tc * sinTaper)
        }
        return real * real + imaginary * imaginary
    }
}
