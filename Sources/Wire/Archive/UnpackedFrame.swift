/// The head of a message from an unpacking child: the kind (1 byte) and the length of what follows (4 bytes,
/// little-endian).
///
/// An answer consists of members, each followed by its data and by a fault if it cannot be read, and of an end.
public struct UnpackedFrame: Sendable, Hashable {
    /// The content of a message.
    public enum Kind: UInt8, Sendable {
        /// The path of a member; empty for a file that is compressed and not an archive.
        case member = 0x4D
        /// Bytes of the member.
        case data = 0x44
        /// The reason why the member cannot be read, an ``UnpackingFault``.
        case fault = 0x46
        /// The end, with an ``UnpackingFault`` if the archive as a whole cannot be read.
        case end = 0x45
    }

    /// The length of a head in bytes.
    public static let headBytes = 5
    /// The maximum length of what follows, in bytes.
    public static let longest = 1 << 20

    /// The content of the message.
    public let kind: Kind
    /// The length of what follows, in bytes.
    public let count: Int

    /// Creates a head. The length is at most ``longest``.
    public init(_ kind: Kind, count: Int) { (self.kind, self.count) = (kind, count) }

    /// Parses a head; `nil` if it violates the format.
    public init?(_ head: some Sequence<UInt8>) {
        let head = Array(head)
        guard head.count == Self.headBytes, let kind = Kind(rawValue: head[0]) else { return nil }
        let count = head[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= (kind == .fault || kind == .end ? 1 : Self.longest), kind != .fault || count == 1 else {
            return nil
        }
        self.init(kind, count: count)
    }

    /// The bytes of the head.
    public var bytes: [UInt8] { [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } }
}

/// The reason why an archive or a member cannot be unpacked.
public enum UnpackingFault: UInt8, Error, Sendable {
    /// The data are damaged, or end too early.
    case damaged = 1
    /// The end of a zip file, with its directory, is missing.
    case noDirectory
    /// Members of a zip file occupy the same bytes.
    case overlap
    /// A password is needed.
    case locked
    /// The compression is not supported.
    case method
    /// There is not enough memory.
    case memory
}

/// A request to an unpacking child, sent along with the descriptor of an archive.
public struct UnpackingRequest: Sendable, Hashable {
    /// The hidden command of `odographctl` that runs the child.
    public static let command = "unpack-archives"
    /// The maximum length of a request in bytes.
    public static let longest = 64

    /// The end of the names, without regard to case, of the members whose data are required.
    public let ending: String

    /// Creates a request.
    public init(ending: String) { self.ending = ending }

    /// Parses the bytes of a request.
    public init(_ bytes: [UInt8]) { ending = String(decoding: bytes.dropFirst(), as: UTF8.self) }

    /// The bytes of the request. The first one is constant, because a message is never empty.
    public var bytes: [UInt8] { [0] + ending.utf8.prefix(Self.longest - 1) }
}
