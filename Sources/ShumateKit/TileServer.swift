import CGTK
import GTKKit
public import MapTiles

/// A server of tiles. Tiles that are not cached on disk are requested from it, over HTTP only.
@MainActor
public final class TileServer {
    private let server: ObjectRef

    /// Creates a server; nothing is requested before ``tile(_:)``.
    /// - Parameters:
    ///   - template: The address with `{x}`, `{y}`, and `{z}`.
    ///   - userAgent: The program's identification.
    ///   - cacheSize: The maximum number of bytes of tiles that are kept on disk.
    ///   - reach: Called when the server can no longer be reached, and when it can again; meanwhile a single tile is
    ///     requested after pauses that double.
    public init(template: String, userAgent: String, cacheSize: Int, reach: @escaping @MainActor (Bool) -> Void) {
        typealias Reach = @MainActor (Bool) -> Void
        let raw = made(
            odo_tile_server_new(
                template, userAgent, UInt32(clamping: cacheSize),
                { @Sendable data, isReached in
                    guard let data else { return }
                    onMainThread(data) { data in CallbackBox<Reach>.value(of: data)(isReached != 0) }
                },
                CallbackBox<Reach>(reach).retained(),
                { @Sendable data in if let data { CallbackBox<Reach>.release(data) } }))
        server = ObjectRef(owning: raw)
    }

    private typealias Answer = CheckedContinuation<[UInt8]?, any Error>

    /// Returns the server's answer for a tile, which may be anything; `nil` if the server has none.
    /// - Throws: ``TileServerError``.
    public func tile(_ address: TileAddress) async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { (answer: Answer) in
            odo_tile_server_get(
                server.pointer.cast(), Int32(clamping: address.x), Int32(clamping: address.y),
                Int32(clamping: address.zoom),
                { @Sendable data, bytes, trouble, status, text in
                    guard let data else { return }
                    let answer = CallbackBox<Answer>.value(of: data)
                    CallbackBox<Answer>.release(data)
                    if let error = TileServerError(trouble, Int(status), text) {
                        answer.resume(throwing: error)
                    } else {
                        answer.resume(returning: bytes.map(TileServer.contents))
                    }
                }, CallbackBox<Answer>(answer).retained())
        }
    }

    private nonisolated static func contents(of bytes: OpaquePointer) -> [UInt8] {
        var count: gsize = 0
        guard let start = g_bytes_get_data(bytes, &count) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
