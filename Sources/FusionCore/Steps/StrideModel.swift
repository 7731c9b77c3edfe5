import Glibc
public import SensorModel

/// The length of a step, by a published model whose constant is calibrated with good satellite fixes.
///
/// Guide: docs/estimators/stride.md.
public struct StrideModel: Sendable, Hashable {
    /// The published models.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Length proportional to the step rate, the walk ratio (Sekiya & Nagasaki 1998).
        case frequency
        /// The fourth root of the range of acceleration (Weinberg 2002).
        case weinberg
        /// The cube root of the mean acceleration (Kim et al. 2004).
        case kim
    }

    /// The parameters for the length of a step.
    public struct Parameters: Sendable, Hashable {
        /// The published model that is calibrated.
        public var model = Kind.frequency
        /// The length of the user's steps relative to an average person's, which calibration estimates.
        public var constant = Self.usualConstant
        /// True if fixes may calibrate the constant.
        public var calibrates = true
        /// The step length of the frequency model at one step per second, in metres.
        public var walkRatio = 0.384
        /// Weinberg's constant, in metres for a range of 1 m/s^2.
        public var weinbergConstant = 0.45
        /// Kim's constant, in metres for a mean of 1 m/s^2.
        public var kimConstant = 0.55
        /// The minimum step length of a walk, in metres.
        public var shortestWalk = 0.3
        /// The maximum step length of a walk, in metres.
        public var longestWalk = 1.4
        /// The minimum step length of a run, in metres.
        public var shortestRun = 0.6
        /// The maximum step length of a run, in metres.
        public var longestRun = 2.2
        /// The maximum cadence of a walk, in steps per second; a faster step belongs to a run.
        public var runningCadence = 2.3
        /// The minimum duration of a stretch for calibration, in seconds.
        public var stretch = 30.0
        /// The 1-sigma accuracy, in metres, that the fixes of a stretch must be better than.
        public var accuracy = 10.0
        /// The minimum speed of a stretch, in m/s.
        public var slowest = 0.8
        /// The maximum speed of a stretch, in m/s.
        public var fastest = 2.5
        /// The minimum ratio of chord to path of a stretch.
        public var straightness = 0.92
        /// The standard deviation of the constant among users.
        public var spread = 0.12
        /// The standard deviation of the constant from stretch to stretch, caused by shoes, load, and ground.
        public var wander = 0.01
        /// The minimum standard error of a stretch's distance, in metres.
        public var distanceError = 1.5
        /// The minimum standard error of a stretch's distance, as a fraction of it; the larger minimum applies.
        public var distanceShare = 0.02
        /// The maximum time between two fixes of a stretch, in seconds.
        public var longestInterval = 10.0
        /// The maximum time since the last step, in seconds, at which the user still walks.
        public var walkingPause = 3.5
        /// The minimum learned constant.
        public var leastConstant = 0.5
        /// The maximum learned constant.
        public var greatestConstant = 1.8
        /// The weight of a new interval in the displayed cadence, 0 ... 1.
        public var cadenceSmoothing = 0.25

        /// Creates parameters with default values.
        public init() {}

        /// The default of ``constant``.
        static let usualConstant = 1.0
    }

    /// The parameters for the length of a step.
    public var parameters: Parameters {
        didSet {
            if parameters.constant != oldValue.constant || parameters.model != oldValue.model { learned = nil }
        }
    }
    /// The learned constant; `nil` before the first calibration.
    public private(set) var learned: Learned.Stride?

    /// Creates a model.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Continues with the constant that an earlier session learned. Ignores an implausible constant or one of another
    /// model, and every constant if calibration is off or the user set the constant.
    mutating func learn(_ earlier: Learned.Stride) {
        guard parameters.calibrates, parameters.constant == Parameters.usualConstant,
            earlier.model == parameters.model.rawValue, earlier.variance > 0, earlier.variance.isFinite,
            earlier.constant >= parameters.leastConstant, earlier.constant <= parameters.greatestConstant
        else { return }
        learned = earlier
    }

    /// The current constant: the learned one, or the parameter.
    public var constant: Double { learned?.constant ?? parameters.constant }

    /// Returns the length of an average person's step in metres.
    public func averageLength(of step: StepDetector.Step) -> Double {
        let range = 2 * max(0, step.amplitude)
        return switch parameters.model {
        case .frequency: parameters.walkRatio * step.cadence
        case .weinberg: parameters.weinbergConstant * range.squareRoot().squareRoot()
        // The mean of a rectified sine is its range over pi.
        case .kim: parameters.kimConstant * cbrt(range / Double.pi)
        }
    }

    /// Returns the length of a step in metres, within the limits for a walk or a run.
    public func length(of step: StepDetector.Step) -> Double {
        let length = constant * averageLength(of: step)
        return step.cadence > parameters.runningCadence
            ? min(max(length, parameters.shortestRun), parameters.longestRun)
            : min(max(length, parameters.shortestWalk), parameters.longestWalk)
    }

    /// Updates the constant from a stretch with a known distance, by one step of recursive least squares.
    /// - Parameters:
    ///   - distance: The distance over ground, in metres.
    ///   - average: The distance of an average person with the same steps, in metres.
    mutating func calibrate(distance: Double, average: Double) {
        guard parameters.calibrates, average > 1, distance > 1 else { return }
        let prior = (learned?.variance ?? parameters.spread * parameters.spread) + parameters.wander * parameters.wander
        let error = max(parameters.distanceError, parameters.distanceShare * distance) / average
        let gain = prior / (prior + error * error)
        let updated = constant + gain * (distance / average - constant)
        // The count can be any value from a file, so it wraps on overflow; no session gets near it.
        learned = Learned.Stride(
            model: parameters.model.rawValue,
            constant: min(max(updated, parameters.leastConstant), parameters.greatestConstant),
            variance: prior * (1 - gain), stretches: (learned?.stretches ?? 0) &+ 1)
    }
}
