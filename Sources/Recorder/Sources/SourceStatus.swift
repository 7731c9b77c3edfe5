public import GPSDClient
public import SensorModel

/// How a source stands.
public enum AddressState: Sendable, Hashable, Codable {
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

    /// A word or two for the user.
    public var text: String {
        switch self {
        case .silent: "silent"
        case .gpsd(.connecting): "connecting"
        case .gpsd(.greeted): "greeted"
        case .gpsd(.watching): "watching"
        case .gpsd(.noDevice): "no device"
        case .gpsd(.noData): "no data"
        case .gpsd(.noFix): "no fix"
        case .gpsd(.fix): "fix"
        case .sensors(let streams):
            streams.isEmpty ? "no sensors" : streams.map(\.rawValue).sorted().joined(separator: "+")
        }
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
}
