import SensorModel

/// Derives 1-sigma accuracies from what gpsd calls errors.
///
/// gpsd's `eph` is a 95 % radius where a receiver states one. NMEA receivers mostly state none, and gpsd then writes
/// a dilution of precision times a constant, a shape rather than a measurement, which is told apart here by its ratio
/// to the dilution. GST, where a receiver sends it, is 1-sigma already and wins. `eps`, `epc` and `epd` follow from
/// `eph` by division through time and are never used. Derivation and sources: docs/recording.md.
public struct AccuracyDerivation: Sendable, Hashable {
    /// The constants of the derivation.
    public struct Parameters: Sendable, Hashable {
        /// The 95 % radius of a two-dimensional normal error in standard deviations an axis: sqrt(-2 ln 0.05).
        public var planarConfidence = 2.4477
        /// The 95 % half-width of a one-dimensional normal error in standard deviations.
        public var linearConfidence = 1.96
        /// Metres of `eph` that gpsd writes for one unit of horizontal dilution.
        public var horizontalConstant = 19.0
        /// What gpsd divides it by under differential corrections.
        public var differentialGain = 4.0
        /// Metres of 1-sigma horizontal error for one unit of dilution, as receivers under open sky have it.
        public var rangeError = 4.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// What came out.
    struct Accuracy: Hashable {
        var horizontal: Double?
        var vertical: Double?
        var origin = AccuracyOrigin.receiver
        var horizontalDilution: Double?
    }

    /// The constants of the derivation.
    public var parameters: Parameters

    /// Creates a derivation.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Derives the accuracies of an epoch.
    /// - Parameters:
    ///   - report: The epoch's merged TPV.
    ///   - noise: The epoch's GST.
    ///   - dilution: The receiver's latest horizontal dilution of precision.
    ///   - speaksNMEA: True for a driver that reads plain NMEA, or none known.
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

    /// Under corrections gpsd's own constant is honest; without, it is a worst case that would throw good fixes away.
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

    /// Tells a dilution times a constant from a stated error: by the ratio to a dilution that is known, and for plain
    /// NMEA also by the error being a whole number of hundredths of the constant, which a stated one rarely is.
    private func isMadeOfDilution(
        _ report: PositionReport, dilution: Double?, gain: Double, speaksNMEA: Bool
    ) -> Bool {
        guard let error = report.horizontalError else { return false }
        let made = error * gain / parameters.horizontalConstant
        if let dilution, abs(made - dilution) <= 0.005 * dilution { return true }
        // gpsd writes errors with three decimals: what is left of a hundredth is rounding.
        return speaksNMEA && abs(made * 100 - (made * 100).rounded()) < 0.011 * gain
    }
}
