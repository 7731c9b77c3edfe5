public import SensorModel

/// The learned properties of a receiver.
public struct ReceiverFindings: Sendable, Hashable {
    /// The receiver, as numbered in the session.
    public var device: DeviceID
    /// The white error of a position, in metres, 1-sigma per axis.
    public var white: Double
    /// The wandering error of a position, in metres, 1-sigma per axis.
    public var wander: Double
    /// The lag of the reported velocity, in seconds; 0 unless a lag is probable.
    public var speedLag: Double
    /// The ratio of the reported to the true speed; 1 unless another ratio is probable.
    public var speedScale: Double
    /// The root mean square of the error of a position, in metres, inferred from the differences to the fixes of other
    /// receivers; `nil` without any. It lacks the errors that all receivers share.
    public var error: Double?
}

extension MultipleModelFilter {
    /// The time, in seconds, that it takes to tell white errors from those that wander. Before, the findings are little more
    /// than what is assumed of any receiver.
    private static let learningTime = 240.0

    /// Returns the learned properties of a receiver; `nil` during its first minutes.
    func findings(of device: DeviceID) -> ReceiverFindings? {
        guard let record, bank.observed >= Self.learningTime else { return nil }
        let share = bank.errorShares
        let velocity = identification.findings
        return ReceiverFindings(
            device: device, white: share.white * record.accuracy, wander: share.wander * record.accuracy,
            speedLag: velocity.isLate ? velocity.lag : 0, speedScale: velocity.isMisscaled ? 1 / velocity.factor : 1)
    }
}
