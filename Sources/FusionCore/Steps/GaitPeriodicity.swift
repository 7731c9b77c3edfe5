import Glibc

/// What a stretch of acceleration magnitude says about walking: how regular it is and at which step rate.
public struct Gait: Sendable, Hashable {
    /// Steps a second.
    public var stepFrequency: Double
    /// The normalised autocorrelation at the period found, -1 ... 1.
    public var regularity: Double
    /// Root mean square of the band-passed magnitude in m/s^2.
    public var amplitude: Double
}

/// Finds the step rate of a window by autocorrelation.
///
/// A body part repeats once a stride, and, where both legs move it alike, once a step. The shortest lag at which the
/// window nearly repeats itself is therefore the step or the stride; an arm that swings, or a phone in one pocket, shows
/// the stride. Which of the two it is follows from how usual either step rate is and from how much power lies at twice
/// the frequency. After the normalised autocorrelation of pitch detection (de Cheveigne & Kawahara 2002) and the
/// harmonic weighing of Straczkiewicz et al. 2023.
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
    ///   - window: The newest stretch, oldest first.
    ///   - tracked: The step rate of the run that continues; nil outside a run.
    ///   - parameters: How steps are counted.
    /// - Returns: Nil where nothing moves or no period fits a walk or run.
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
        // One knock must not hide seconds of even steps.
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

    /// Weighs the frequency found against its double: the one is the step rate if both legs look alike, the other if
    /// what was found is the stride.
    private func stepFrequency(
        repeating frequency: Double, window: UnsafeBufferPointer<Double>, ceiling: Double, amplitude: Double,
        tracked: Double?, parameters: StepDetector.Parameters
    ) -> Double {
        func usual(_ candidate: Double) -> Double {
            let deviation = log(candidate / parameters.usualCadence) / parameters.cadenceSpread
            var score = -0.5 * deviation * deviation
            // A run leaves the ground, so what shakes gently at that rate are the harmonics of a slow walk.
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

    /// The power at a frequency under a Hann window.
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
