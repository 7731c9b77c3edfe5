public import GPSDClient
public import GeoClueClient
public import SensorModel

/// The connection state of an address.
public enum AddressState: Sendable, Hashable {
    /// No data has been received.
    case silent
    /// The state of the connection to a gpsd.
    case gpsd(GPSDLink.State)
    /// The state of the conversation with the system's location service.
    case locationService(GeoClueLink.State)
    /// The streams of the sensors at an address; empty if there are none.
    case sensors([StreamKind])

    /// Whether the address may still start to deliver without intervention.
    public var isOnItsWay: Bool {
        switch self {
        case .silent, .gpsd(.greeted), .gpsd(.watching), .locationService(.connecting), .locationService(.noLocation):
            true
        case .gpsd, .locationService, .sensors: false
        }
    }

    /// Whether it is the state of a location service.
    var isLocationService: Bool { if case .locationService = self { true } else { false } }

    private static let words: [(state: AddressState, text: String)] = [
        (.silent, "silent"), (.gpsd(.connecting), "connecting"), (.gpsd(.greeted), "greeted"),
        (.gpsd(.watching), "watching"), (.gpsd(.noDevice), "no device"), (.gpsd(.noData), "no data"),
        (.gpsd(.noFix), "no fix"), (.gpsd(.fix), "fix"), (.sensors([]), "no sensors"),
        (.locationService(.connecting), "asking"), (.locationService(.noBus), "no message bus"),
        (.locationService(.notInstalled), "not installed"), (.locationService(.denied), "denied"),
        (.locationService(.noLocation), "no location"), (.locationService(.silent), "no new location"),
        (.locationService(.location), "location"),
    ]

    /// A short description for the user, such as `no fix`, or the streams of sensors, such as `acceleration+rotation`.
    public var text: String {
        if case .sensors(let streams) = self, !streams.isEmpty {
            return streams.map(\.rawValue).sorted().joined(separator: "+")
        }
        return Self.words.first { $0.state == self }?.text ?? ""
    }
}

extension AddressState: Codable {
    /// Decodes ``text``; unknown streams are skipped.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self =
            Self.words.first { $0.text == text }?.state
            ?? .sensors(text.split(separator: "+").compactMap { StreamKind(rawValue: String($0)) })
    }

    /// Encodes ``text``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The state of a source, with its name and its current problem.
public struct SourceStatus: Sendable, Hashable, Codable {
    /// The source, as named by ``EventSource/name``.
    public var name: String
    /// The connection state.
    public var state: AddressState
    /// Whether the source is a program on this machine that can be started here.
    public var isLocal: Bool
    /// A sentence about the current problem; `nil` if there is none.
    public var detail: String?
    /// A sentence about what to do, if the source itself knows; `nil` otherwise.
    public var advice: String?

    /// Creates a status.
    public init(
        name: String, state: AddressState, isLocal: Bool = false, detail: String? = nil, advice: String? = nil
    ) {
        self.name = name
        self.state = state
        self.isLocal = isLocal
        self.detail = detail
        self.advice = advice
    }

    /// Whether the source currently delivers its main data: a fix, or samples of sensors.
    public var isDelivering: Bool {
        switch state {
        case .silent: false
        case .gpsd(let state): state == .fix
        case .locationService(let state): state == .location
        case .sensors(let streams): !streams.isEmpty
        }
    }

    private enum Key: CodingKey { case name, state, isDelivering, isLocal, detail, advice }

    /// Encodes the status, including ``isDelivering`` for readers that do not know the states.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(state, forKey: .state)
        try container.encode(isDelivering, forKey: .isDelivering)
        try container.encode(isLocal, forKey: .isLocal)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encodeIfPresent(advice, forKey: .advice)
    }

    /// Decodes a status written by ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        state = try container.decode(AddressState.self, forKey: .state)
        isLocal = try container.decodeIfPresent(Bool.self, forKey: .isLocal) ?? false
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
        advice = try container.decodeIfPresent(String.self, forKey: .advice)
    }
}
