public import SensorModel

/// What was learnt of a receiver.
public struct ReceiverFindings: Sendable, Hashable {
    /// The receiver.
    public var device: DeviceID
    /// The white error of a position in metres, 1-sigma an axis.
    public var white: Double
    /// The wandering error of a position in metres, 1-sigma an axis.
    public var wander: Double
    /// The seconds by which its velocity is late; 0 unless that is significant.
    public var speedLag: Double
    /// The speed that it reports as a share of the true speed; 1 unless another share is significant.
    public var speedScale: Double
}

extension MultipleModelFilter {
    /// Returns what has been learnt of a receiver; `nil` before its first fix.
    func findings(of device: DeviceID) -> ReceiverFindings? {
        guard let record else { return nil }
        let share = bank.errorShares
        let velocity = identification.findings
        return ReceiverFindings(
            device: device, white: share.white * record.accuracy, wander: share.wander * record.accuracy,
            speedLag: velocity.lag, speedScale: 1 / velocity.factor)
    }
}
