public import SensorModel

/// The connected sensors and their state, read again and again while the pane is open.
public struct SensorReading: Sendable {
    /// How an address stands: a gpsd, a context of motion sensors.
    public struct Address: Sendable, Hashable {
        /// Its name for the user.
        public var name: String
        /// A word or two: connecting, no device, no data, no fix, fix.
        public var state: String
        /// True while it may still come to deliver by itself.
        public var isOnItsWay: Bool
        /// True if it delivers what it is there for.
        public var isDelivering: Bool
        /// The problem in one sentence; `nil` without one.
        public var detail: String?

        /// Describes an address.
        public init(
            name: String, state: String, isOnItsWay: Bool = false, isDelivering: Bool, detail: String? = nil
        ) {
            self.name = name
            self.state = state
            self.isOnItsWay = isOnItsWay
            self.isDelivering = isDelivering
            self.detail = detail
        }
    }

    /// One thing that is wrong, and the one thing to do about it.
    public struct Finding: Sendable, Hashable {
        /// The name of the address or source that it concerns.
        public var source: String
        /// The problem.
        public var problem: String
        /// The advice.
        public var advice: String

        /// Describes a finding.
        public init(source: String, problem: String, advice: String) {
            self.source = source
            self.problem = problem
            self.advice = advice
        }
    }

    /// The data that each source delivered.
    public var survey: SourceSurvey
    /// How each address stands.
    public var addresses: [Address]
    /// The problems, most basic first.
    public var findings: [Finding]
    /// The present, by the clock of the samples' arrival.
    public var now: Instant

    /// Collects what is known.
    public init(
        survey: SourceSurvey = .init(), addresses: [Address] = [], findings: [Finding] = [], now: Instant
    ) {
        self.survey = survey
        self.addresses = addresses
        self.findings = findings
        self.now = now
    }
}
