/// Combines the speed of a receiver that reports no course with the speed of the position filter.
///
/// Most files of sports devices have a speed without a course. The filter cannot use it as a velocity and infers the
/// speed from the places, which jump; the device measures it by Doppler shifts or by a wheel. But some receivers always
/// report zero. So a speed is used while it agrees with the filter on the move.
struct CourselessSpeed: Sendable, Hashable {
    /// The mean squared difference of the two speeds, normalised by their variances; 1 if both variances are right.
    private var disagreement = Self.greatestDisagreement

    /// The standard deviation, in m/s, of a reported speed from the speed along the path of 8 s, in the files used for
    /// tuning.
    private static let error = 0.3
    /// The maximum mean disagreement of a speed that is used, and the maximum of a single one. Places jump, so two thirds
    /// of the fixes have to disagree before the speed is no longer used.
    private static let (greatestDisagreement, greatestSurprise) = (4.0, 6.0)
    /// The time constant, in seconds, with which the disagreement is forgotten.
    private static let memory = 60.0
    /// The minimum speed, in m/s, by which the speeds can disagree.
    private static let moving = 1.0

    /// Processes a reported speed in m/s and returns the speed to show, in m/s.
    /// - Parameters:
    ///   - speed: The receiver's speed.
    ///   - filtered: The speed of the position filter.
    ///   - variance: The variance of one axis of the filter's velocity, in m^2/s^2.
    ///   - interval: The time since the previous fix, in seconds.
    mutating func update(_ speed: Double, filtered: Double, variance: Double, after interval: Double) -> Double {
        let error = Self.error * Self.error
        let squared = (speed - filtered) * (speed - filtered)
        if max(speed, filtered) > Self.moving {
            let surprise = min(squared / (variance + error), Self.greatestSurprise)
            let share = 1 - Double.exponential(-max(0, interval) / Self.memory)
            disagreement += share * (surprise - disagreement)
        }
        guard disagreement < Self.greatestDisagreement else { return filtered }
        // A speed that usually agrees is off by no more than its error. The remaining difference is a jump of the
        // positions.
        return speed + (filtered - speed) * error / (error + variance + squared)
    }
}
