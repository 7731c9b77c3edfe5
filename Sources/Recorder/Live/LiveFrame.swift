import Foundation
import SensorModel
import Wire

/// The greeting that a recorder sends to each follower.
public struct LiveHello: Sendable, Hashable, Codable {
    /// The version of the framing.
    public var version: Int
    /// The recorder's process ID.
    public var process: Int32
    /// The path of the file; `nil` for a recording without a file.
    public var path: String?
    /// The number of the first event sent over the socket; the file contains all earlier ones.
    public var firstSequence: UInt64

    /// The version that this program uses.
    public static let currentVersion = 4
}

/// A request of a follower to the recorder.
public enum LiveRequest: Sendable, Hashable {
    /// To end the recording cleanly.
    case stop
    /// To mark the present moment with a text.
    case mark(String)

    /// The maximum length of the text of a mark, in bytes of UTF-8.
    static let longestMark = 1_000

    /// Returns a text, shortened if it is longer than a mark can be.
    static func fitting(_ text: String) -> String {
        var text = text
        while text.utf8.count > longestMark { text.removeLast() }
        return text
    }
}

/// A message on the live socket: the length of the rest (4 bytes, little-endian), the kind (1 byte), and the body.
enum LiveFrame {
    /// The recorder's greeting, as JSON.
    case hello(LiveHello)
    /// Events in the session's order, in binary form.
    case events([SensorEvent])
    /// The state of the recording, as JSON.
    case status(RecorderStatus)
    /// A follower's request.
    case request(LiveRequest)

    /// The maximum length of a frame, in bytes; a longer one is invalid.
    static let bound = 64 << 20

    private enum Kind: UInt8 {
        case hello = 0x48
        case events = 0x45
        case status = 0x53
        case stop = 0x51
        case mark = 0x4D
    }

    /// The bytes of the frame, including its length and kind.
    var bytes: [UInt8] {
        switch self {
        case .hello(let hello): Self.frame(.hello, Self.json(hello))
        case .events(let events):
            Self.frame(.events) { $0.write(events) }
        case .status(let status): Self.frame(.status, Self.json(status))
        case .request(.stop): Self.frame(.stop, [])
        case .request(.mark(let text)): Self.frame(.mark, Array(LiveRequest.fitting(text).utf8))
        }
    }

    private static func frame(_ kind: Kind, _ body: [UInt8]) -> [UInt8] { frame(kind) { $0.write(raw: body) } }

    private static func frame(_ kind: Kind, _ body: (inout WireWriter) -> Void) -> [UInt8] {
        var content = WireWriter()
        body(&content)
        var frame = WireWriter()
        frame.write(UInt32(content.bytes.count + 1))
        frame.write(kind.rawValue)
        frame.write(raw: content.bytes)
        return frame.bytes
    }

    private static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }

    /// Decodes a `Codable` type that another process of this program has written: `JSONScanner` cannot create one.
    private static func decoded<Value: Decodable>(_ body: ArraySlice<UInt8>) throws(LiveError) -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do { return try decoder.decode(Value.self, from: Data(body)) } catch { throw .malformed }
    }

    /// Removes and returns the first complete frame of a buffer; `nil` if there is none yet. Skips unknown kinds, so
    /// that later versions can add some.
    static func next(in buffer: inout [UInt8]) throws(LiveError) -> LiveFrame? {
        while true {
            guard buffer.count >= 5 else { return nil }
            var reader = WireReader(buffer[..<4])
            guard let length = (try? reader.integer(UInt32.self)).map({ Int($0) }), length >= 1, length <= bound else {
                throw .malformed
            }
            guard buffer.count >= 4 + length else { return nil }
            defer { buffer.removeFirst(4 + length) }
            let body = buffer[5..<(4 + length)]
            switch Kind(rawValue: buffer[4]) {
            case .hello: return .hello(try decoded(body))
            case .status: return .status(try decoded(body))
            case .stop: return .request(.stop)
            case .mark: return .request(.mark(LiveRequest.fitting(String(decoding: body, as: UTF8.self))))
            case .events:
                var reader = WireReader(body)
                do { return .events(try reader.events()) } catch { throw .malformed }
            case nil: continue
            }
        }
    }
}
