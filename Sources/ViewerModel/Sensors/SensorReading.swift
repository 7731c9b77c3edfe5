public import SensorModel

/// The connected sensors and their state, read repeatedly while the pane is open.
public struct SensorReading: Sendable {
    /// The state of an address: a gpsd, or a context of motion sensors.
    public struct Address: Sendable, Hashable {
        /// The name for the user.
        public var name: String
        /// The state in a word or two: connecting, no device, no data, no fix, fix.
        public var state: String
        /// True if the address might still start to deliver without an action of the user.
        public var isOnItsWay: Bool
        /// True if the address delivers its data.
        public var isDelivering: Bool
        /// The problem in one sentence; `nil` if there is none.
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

    /// A problem, with advice.
    public struct Finding: Sendable, Hashable {
        /// The name of the address or source that it concerns.
        public var source: String
        /// The problem as a sentence.
        public var problem: Phrase
        /// The advice as a sentence.
        public var advice: String

        /// Describes a finding.
        public init(source: String, problem: Phrase, advice: String) {
            self.source = source
            self.problem = problem
            self.advice = advice
        }
    }

    /// The data that each source delivered.
    public var survey: SourceSurvey
    /// The state of each address.
    public var addresses: [Address]
    /// The problems, most basic first.
    public var findings: [Finding]
    /// The current time, by the clock of the samples' arrival.
    public var now: Instant

    /// Creates a reading.
    public init(
        survey: SourceSurvey = .init(), addresses: [Address] = [], findings: [Finding] = [], now: Instant
    ) {
        self.survey = survey
        self.addresses = addresses
        self.findings = findings
        self.now = now
    }
}
