import SensorModel

/// Derives 1-sigma accuracies from the error estimates that gpsd reports.
///
/// gpsd's `eph` is a 95% radius if the receiver reports one. Most NMEA receivers do not, and gpsd then reports a
/// dilution of precision times a constant, which reflects geometry rather than a measured error. The derivation
/// recognizes this case by its ratio to the dilution. If the receiver sends GST, which is already 1-sigma, GST takes
/// precedence. gpsd derives `eps`, `epc`, and `epd` from `eph` by dividing by time, so they are never used. Derivation
/// and sources: docs/recording.md.
public struct AccuracyDerivation: Sendable, Hashable {
    /// The constants of the derivation.
    public struct Parameters: Sendable, Hashable {
        /// The 95% radius of a two-dimensional normal error, in standard deviations per axis: sqrt(-2 ln 0.05).
        public var planarConfidence = 2.4477
        /// The 95% half-width of a one-dimensional normal error, in standard deviations.
        public var linearConfidence = 1.96
        /// The metres of `eph` that gpsd reports per unit of horizontal dilution.
        public var horizontalConstant = 19.0
        /// The divisor that gpsd applies to its constant if differential corrections are in use.
        public var differentialGain = 4.0
        /// The 1-sigma horizontal error per unit of dilution, in metres, typical of receivers under open sky.
        public var rangeError = 4.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// The accuracies derived for an epoch.
    struct Accuracy: Hashable {
        var horizontal: Double?
        var vertical: Double?
        var origin = AccuracyOrigin.receiver
        var horizontalDilution: Double?
    }

    /// The constants of the derivation.
    public var parameters: Parameters = .init()

    /// Derives the accuracies of an epoch.
    /// - Parameters:
    ///   - report: The epoch's merged TPV.
    ///   - noise: The epoch's GST.
    ///   - dilution: The receiver's latest horizontal dilution of precision.
    ///   - speaksNMEA: Whether the driver reads plain NMEA or is unknown.
    func accuracy(
        of report: PositionReport, noise: NoiseReport?, horizontalDilution dilution: Double?, speaksNMEA: Bool
    ) -> Accuracy {
        var accuracy = Accuracy(horizontalDilution: dilution)
        let gain = report.isDifferential ? parameters.differentialGain : 1
        let isDilution = isMadeOfDilution(report, dilution: dilution, gain: gain, speaksNMEA: speaksNMEA)
        if let north = noise?.northSigma, let east = noise?.eastSigma {
            accuracy.horizontal = ((north * north + east * east) / 2).squareRoot()
        } else if let error = report.horizontalError, isDilution {
            let made = error * gain / parameters.horizontalConstant
            accuracy.origin = .dilutionOfPrecision
            accuracy.horizontalDilution = made
            accuracy.horizontal = sigma(ofDilution: made, error: error, isDifferential: report.isDifferential)
        } else {
            accuracy.horizontal = statedHorizontal(report)
        }
        accuracy.vertical = noise?.verticalSigma ?? vertical(report, isDilution: isDilution)
        return accuracy
    }

    /// Returns the 1-sigma error for a dilution, in metres.
    ///
    /// With corrections, gpsd's constant is realistic. Without them, it is a worst case that would reject good fixes.
    private func sigma(ofDilution dilution: Double, error: Double, isDifferential: Bool) -> Double {
        isDifferential ? error / parameters.planarConfidence : dilution * parameters.rangeError
    }

    private func statedHorizontal(_ report: PositionReport) -> Double? {
        if let error = report.horizontalError { return error / parameters.planarConfidence }
        guard let east = report.eastError, let north = report.northError else { return nil }
        return ((east * east + north * north) / 2).squareRoot() / parameters.linearConfidence
    }

    private func vertical(_ report: PositionReport, isDilution: Bool) -> Double? {
        guard let error = report.verticalError else { return nil }
        guard isDilution, !report.isDifferential else { return error / parameters.linearConfidence }
        return error * parameters.rangeError / parameters.horizontalConstant
    }

    /// Returns whether the reported error is a dilution times a constant, not a receiver's estimate.
    ///
    /// Compares it with the known dilution. For plain NMEA, an error that is a whole number of hundredths of the
    /// constant also counts, which is rare for an estimate by the receiver.
    private func isMadeOfDilution(
        _ report: PositionReport, dilution: Double?, gain: Double, speaksNMEA: Bool
    ) -> Bool {
        guard let error = report.horizontalError else { return false }
        let made = error * gain / parameters.horizontalConstant
        if let dilution, abs(made - dilution) <= 0.005 * dilution { return true }
        // gpsd writes errors with three decimals, so a small deviation from a whole hundredth is rounding.
        return speaksNMEA && abs(made * 100 - (made * 100).rounded()) < 0.011 * gain
    }
}
