import Glibc
public import SensorModel

/// Gives the length of a step, by a published model whose constant calibrates itself against good satellite fixes.
///
/// Guide: docs/estimators/stride.md.
public struct StrideModel: Sendable, Hashable {
    /// The published models.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Length in proportion to step rate: the walk ratio (Sekiya & Nagasaki 1998).
        case frequency
        /// Fourth root of the range of acceleration (Weinberg 2002).
        case weinberg
        /// Cubic root of the mean acceleration (Kim et al. 2004).
        case kim
    }

    /// How long a step is.
    public struct Parameters: Sendable, Hashable {
        /// Which model.
        public var model = Kind.frequency
        /// The wearer's steps against those of the average person: what calibration finds.
        public var constant = 1.0
        /// True if fixes may calibrate the constant.
        public var calibrates = true
        /// Metres a step at one step a second, of the frequency model.
        public var walkRatio = 0.384
        /// Weinberg's constant, m for a range of 1 m/s^2.
        public var weinbergConstant = 0.45
        /// Kim's constant, m for a mean of 1 m/s^2.
        public var kimConstant = 0.55
        /// Shortest step of a walk in metres.
        public var shortestWalk = 0.3
        /// Longest step of a walk in metres.
        public var longestWalk = 1.4
        /// Shortest step of a run in metres.
        public var shortestRun = 0.6
        /// Longest step of a run in metres.
        public var longestRun = 2.2
        /// Steps a second above which a step is a run's.
        public var runningCadence = 2.3
        /// Seconds of a stretch that calibrates.
        public var stretch = 30.0
        /// Metres of 1-sigma accuracy that a fix of the stretch must stay below.
        public var accuracy = 10.0
        /// Slowest speed of the stretch in m/s.
        public var slowest = 0.8
        /// Fastest speed of the stretch in m/s.
        public var fastest = 2.5
        /// Least chord over path of the stretch.
        public var straightness = 0.92
        /// Standard deviation of the constant among people.
        public var spread = 0.12
        /// Standard deviation by which the constant wanders from stretch to stretch: shoes, load, ground.
        public var wander = 0.01
        /// Metres of standard error of a stretch's distance.
        public var distanceError = 1.5
        /// The same as a share of it, where that is more.
        public var distanceShare = 0.02
        /// Seconds between two fixes beyond which a stretch has a hole.
        public var longestInterval = 10.0
        /// Seconds since the last known step after which nobody walks.
        public var walkingPause = 3.5
        /// Smallest constant that is learnt.
        public var leastConstant = 0.5
        /// Largest constant that is learnt.
        public var greatestConstant = 1.8
        /// Share by which a new interval moves the cadence on show.
        public var cadenceSmoothing = 0.25

        /// Creates parameters with default values.
        public init() {}
    }

    /// How long a step is.
    public var parameters: Parameters {
        didSet {
            if parameters.constant != oldValue.constant || parameters.model != oldValue.model { learned = nil }
        }
    }
    /// What has been learnt; nil before the first calibration.
    public private(set) var learned: Learned.Stride?

    /// Creates a model.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Goes on with what an earlier session learnt. What is no constant of the user's, or belongs to another model, is
    /// passed over, and so is everything where the user gave the constant.
    mutating func learn(_ earlier: Learned.Stride) {
        guard parameters.calibrates, parameters.constant == Parameters().constant,
            earlier.model == parameters.model.rawValue, earlier.variance > 0, earlier.variance.isFinite,
            earlier.constant >= parameters.leastConstant, earlier.constant <= parameters.greatestConstant
        else { return }
        learned = earlier
    }

    /// The constant in use: calibrated, or as given.
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

    /// Returns the length of a step in metres, within what legs can do.
    public func length(of step: StepDetector.Step) -> Double {
        let length = constant * averageLength(of: step)
        return step.cadence > parameters.runningCadence
            ? min(max(length, parameters.shortestRun), parameters.longestRun)
            : min(max(length, parameters.shortestWalk), parameters.longestWalk)
    }

    /// Learns from a stretch whose distance is known: one step of recursive least squares on the constant.
    /// - Parameters:
    ///   - distance: Metres over ground.
    ///   - average: Metres that an average person would have made with the same steps.
    mutating func calibrate(distance: Double, average: Double) {
        guard parameters.calibrates, average > 1, distance > 1 else { return }
        let prior = (learned?.variance ?? parameters.spread * parameters.spread) + parameters.wander * parameters.wander
        let error = max(parameters.distanceError, parameters.distanceShare * distance) / average
        let gain = prior / (prior + error * error)
        let updated = constant + gain * (distance / average - constant)
        // A file's count may be any; no session comes near it.
        learned = Learned.Stride(
            model: parameters.model.rawValue,
            constant: min(max(updated, parameters.leastConstant), parameters.greatestConstant),
            variance: prior * (1 - gain), stretches: (learned?.stretches ?? 0) &+ 1)
    }
}
