import CGTK
import GTKKit

/// Requests single tiles of a server over HTTP, for storage: nothing is kept, and nothing is asked of another server.
@MainActor
public final class TileRequests {
    /// The answer of a server.
    public enum Answer: Sendable, Hashable {
        /// The bytes of a body, which may be anything.
        case body([UInt8])
        /// The server sends more bytes than a tile has.
        case tooLarge
        /// The server has no such tile.
        case missing
        /// The server sends the request elsewhere.
        case moved(to: String)
        /// The server does not give the tile to the one who asks.
        case refused(status: Int)
        /// The server could not be reached, failed, or asks for a pause of some seconds; `nil` if it does not say how
        /// long.
        case failed(reason: String, pause: Double?)
    }

    private let session: ObjectRef
    private let cancellable: ObjectRef
    private let mostBytes: Int

    /// Creates requests; nothing is requested before ``get(_:)``.
    /// - Parameters:
    ///   - userAgent: How the program introduces itself.
    ///   - connections: The maximum number of connections to the server.
    ///   - mostBytes: The bytes of the largest tile that is taken.
    public init(userAgent: String, connections: Int, mostBytes: Int) {
        session = ObjectRef(owning: made(odo_tile_session_new(userAgent, UInt32(clamping: connections))))
        cancellable = ObjectRef(owning: made(g_cancellable_new()))
        self.mostBytes = mostBytes
    }

    private typealias Reply = CheckedContinuation<Answer, Never>

    /// Requests an address over HTTP or HTTPS.
    public func get(_ address: String) async -> Answer {
        await withCheckedContinuation { (reply: Reply) in
            let most = mostBytes
            let box = CallbackBox<(Reply, Int)>((reply, most))
            odo_tile_request(
                session.pointer.cast(), address, gsize(most), cancellable.pointer.cast(),
                { @Sendable data, response in
                    guard let data, let response else { return }
                    let (reply, most) = CallbackBox<(Reply, Int)>.value(of: data)
                    CallbackBox<(Reply, Int)>.release(data)
                    reply.resume(returning: TileRequests.answer(in: response.pointee, most))
                }, box.retained())
        }
    }

    /// Ends the requests that run, and those that follow; all of them fail.
    public func cancel() { g_cancellable_cancel(cancellable.pointer.cast()) }

    private nonisolated static func answer(in response: OdoTileResponse, _ mostBytes: Int) -> Answer {
        if let trouble = response.trouble { return .failed(reason: String(cString: trouble), pause: nil) }
        let status = Int(response.status)
        switch status {
        case 200:
            let bytes = response.bytes.map(contents) ?? []
            return bytes.count > mostBytes ? .tooLarge : .body(bytes)
        // No content: how some servers say that they have no tile.
        case 204, 404, 410: return .missing
        case 300..<400: return .moved(to: response.location.map { String(cString: $0) } ?? "another address")
        case 408, 429, 500...:
            return .failed(reason: "it answers \(status)", pause: response.pause >= 0 ? response.pause : nil)
        default: return .refused(status: status)
        }
    }

    private nonisolated static func contents(of bytes: OpaquePointer) -> [UInt8] {
        var count: gsize = 0
        guard let start = g_bytes_get_data(bytes, &count) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
