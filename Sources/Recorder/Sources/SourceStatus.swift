public import GPSDClient
public import SensorModel

/// How a source stands.
public enum AddressState: Sendable, Hashable {
    /// Nothing was heard of it yet.
    case silent
    /// The conversation with a gpsd.
    case gpsd(GPSDLink.State)
    /// The streams of the sensors of an address; empty if it has none.
    case sensors([StreamKind])

    /// True while it may still come to deliver by itself.
    public var isOnItsWay: Bool {
        switch self {
        case .silent, .gpsd(.greeted), .gpsd(.watching): true
        case .gpsd, .sensors: false
        }
    }

    private static let words: [(state: AddressState, text: String)] = [
        (.silent, "silent"), (.gpsd(.connecting), "connecting"), (.gpsd(.greeted), "greeted"),
        (.gpsd(.watching), "watching"), (.gpsd(.noDevice), "no device"), (.gpsd(.noData), "no data"),
        (.gpsd(.noFix), "no fix"), (.gpsd(.fix), "fix"), (.sensors([]), "no sensors"),
    ]

    /// A word or two for the user: `no fix`, or the streams of sensors: `acceleration+rotation`.
    public var text: String {
        if case .sensors(let streams) = self, !streams.isEmpty {
            return streams.map(\.rawValue).sorted().joined(separator: "+")
        }
        return Self.words.first { $0.state == self }?.text ?? ""
    }
}

extension AddressState: Codable {
    /// Reads what ``text`` says; streams that are not known are passed over.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self =
            Self.words.first { $0.text == text }?.state
            ?? .sensors(text.split(separator: "+").compactMap { StreamKind(rawValue: String($0)) })
    }

    /// Writes ``text``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// How a source stands, with its name and what is wrong with it.
public struct SourceStatus: Sendable, Hashable, Codable {
    /// The source's name.
    public var name: String
    /// How it stands.
    public var state: AddressState
    /// True if it accepts connections and does not answer on them.
    public var isUnresponsive: Bool
    /// What is wrong, in a sentence; `nil` while nothing is.
    public var detail: String?

    /// Creates a status.
    public init(name: String, state: AddressState, isUnresponsive: Bool = false, detail: String? = nil) {
        self.name = name
        self.state = state
        self.isUnresponsive = isUnresponsive
        self.detail = detail
    }

    /// True if it delivers what it is there for.
    public var isDelivering: Bool {
        switch state {
        case .silent: false
        case .gpsd(let state): state == .fix
        case .sensors(let streams): !streams.isEmpty
        }
    }

    private enum Key: CodingKey { case name, state, isDelivering, isUnresponsive, detail }

    /// Writes all of it, with ``isDelivering`` for readers that know no states.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(state, forKey: .state)
        try container.encode(isDelivering, forKey: .isDelivering)
        try container.encode(isUnresponsive, forKey: .isUnresponsive)
        try container.encodeIfPresent(detail, forKey: .detail)
    }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        state = try container.decode(AddressState.self, forKey: .state)
        isUnresponsive = try container.decodeIfPresent(Bool.self, forKey: .isUnresponsive) ?? false
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
    }
}
