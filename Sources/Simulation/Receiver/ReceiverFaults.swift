/// The faults of a reported velocity in addition to its white noise: reported = scale × v(t - lag) + noise.
public struct VelocityFaults: Sendable, Hashable {
    /// The conditions under which a receiver reports the course.
    public enum Course: String, Sendable, Hashable, CaseIterable {
        /// With every fix. At rest, it is the direction of the noise.
        case always
        /// Only above ``VelocityFaults/restSpeed``.
        case moving
        /// With every fix. Below ``VelocityFaults/restSpeed``, it is the last course reported in motion.
        case staleAtRest
        /// Never: the receiver reports a speed without a direction.
        case never
    }

    /// The age of the velocity at the time of the fix, in seconds (u-blox about 0.15, phones 0.1 to 0.6).
    public var lag = 0.0
    /// The 1-sigma deviation of the lag, in seconds, which lasts for about ``VelocityFaults/lagTime``; the velocity is never
    /// early.
    public var lagDeviation = 0.0
    /// The correlation time of a deviation of the lag, in seconds.
    public var lagTime = 20.0
    /// The ratio of the reported to the true speed; 0 for a speed that is always zero.
    public var scale = 1.0
    /// The conditions under which the course is reported.
    public var course = Course.always
    /// The minimum speed, in m/s, at which the receiver considers itself in motion.
    public var restSpeed = 0.5
    /// True if the receiver states an accuracy of the speed.
    public var statesAccuracy = true

    /// Creates a velocity without faults.
    public init() {}

    /// The longest lag that occurs, in seconds.
    var longestLag: Double { lag + 4 * lagDeviation }
}

/// The faults of a stated accuracy.
public struct AccuracyFaults: Sendable, Hashable {
    /// The forms in which a receiver states its accuracy.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// As a 1-sigma error in metres, along with the dilution of precision.
        case metres
        /// Only as a horizontal dilution of precision, which depends on the satellites and not on the error.
        case dilution
    }

    /// The ratio of the stated to the true accuracy.
    public var factor = 1.0
    /// The fraction of fixes that state neither an accuracy nor a dilution of precision, from 0 to 1.
    public var missingShare = 0.0
    /// The form in which the receiver states its accuracy.
    public var form = Form.metres

    /// Creates a correct accuracy.
    public init() {}
}

/// The faults of a receiver's timing.
public struct TimingFaults: Sendable, Hashable {
    /// The fraction of fixes that are lost, from 0 to 1.
    public var lossShare = 0.0
    /// The mean number of consecutive lost fixes, at least 1.
    ///
    /// Source: E. N. Gilbert, "Capacity of a burst-noise channel" (1960): a two-state chain.
    public var lossRun = 1.0
    /// The 1-sigma difference between a fix's time and the instant that it describes, in seconds.
    public var jitter = 0.0

    /// Creates timing without faults.
    public init() {}
}

/// Groups of consecutive fixes that share a large error, as after a wrong lock or a position from the network.
public struct OutlierBursts: Sendable, Hashable {
    /// The mean number of bursts per hour (Poisson).
    public var perHour = 32.0
    /// The number of fixes in a burst.
    public var count = 6
    /// The smallest error, in metres.
    public var nearest = 30.0
    /// The largest error, in metres. Sizes between the two are equally likely.
    public var farthest = 300.0

    /// Creates bursts of six fixes with errors of 30 to 300 m.
    public init() {}
}

/// The errors of signals reflected between tall buildings: correlated, large, and present in bouts.
///
/// The error during a bout is a first-order Gauss-Markov process per axis, whose size is drawn once per bout.
public struct Multipath: Sendable, Hashable {
    /// The smallest size of a bout: the root mean square of the horizontal error, in metres.
    public var smallest = 20.0
    /// The largest size of a bout, in metres. Sizes between the two are equally likely.
    public var largest = 40.0
    /// The correlation time of the error, in seconds.
    public var correlationTime = 15.0
    /// The mean duration of a bout, in seconds (exponential).
    public var bout = 60.0
    /// The mean time between two bouts, in seconds (exponential).
    public var pause = 90.0
    /// The fraction of the error's size that the stated accuracy includes, from 0 to 1. Receivers do not detect most of
    /// it.
    public var statedShare = 0.6

    /// Creates the multipath of a narrow street.
    public init() {}
}
