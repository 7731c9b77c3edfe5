/// Whether an amount was measured, or the reason why it was not.
public enum Availability: String, Sendable, Hashable, Codable, CaseIterable {
    /// A sensor measured it for at least part of the time.
    case measured
    /// There was no sensor for it.
    case unavailable
    /// The sensor existed, but the user had no permission to read it.
    case notPermitted
    /// Nothing was recorded.
    case noData

    /// Determines the availability of an amount over a recorded time.
    /// - Parameters:
    ///   - isMeasured: Whether a sensor measured it.
    ///   - isDenied: Whether the user had no permission to read the sensor.
    public init(isMeasured: Bool, isDenied: Bool) {
        self = isMeasured ? .measured : isDenied ? .notPermitted : .unavailable
    }
}
