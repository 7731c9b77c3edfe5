import Glibc
public import SensorModel

/// Gives the length of a step from its rate.
public struct StrideModel: Sendable, Hashable {
    /// How long a step is.
    public struct Parameters: Sendable, Hashable {
        /// Metres a step at one step a second: the walk ratio.
        public var constant = 0.384

        /// Makes the defaults.
        public init() {}
    }

    /// How long a step is.
    public var parameters: Parameters

    /// Makes a model.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Returns the length of a step in metres.
    public func length(of step: StepDetector.Step) -> Double {
        min(max(parameters.constant * step.cadence, 0.3), 1.6)
    }
}
