/// The reason why an amount is what it is: zero steps were counted, or nothing could count them.
public enum Availability: String, Sendable, Hashable, Codable, CaseIterable {
    /// A sensor measured it, for a part of the time at least.
    case measured
    /// No sensor for it was there.
    case unavailable
    /// The sensor was there, and the user has no permission to read it.
    case notPermitted
    /// Nothing was recorded at all.
    case noData

    /// Decides what an amount of recorded time is.
    /// - Parameters:
    ///   - isMeasured: Whether a sensor measured it.
    ///   - isDenied: Whether the user had no permission to read the sensor.
    public init(isMeasured: Bool, isDenied: Bool) {
        self = isMeasured ? .measured : isDenied ? .notPermitted : .unavailable
    }
}
