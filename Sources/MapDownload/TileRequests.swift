import CTileRequest
import SensorModel

/// Requests single tiles of a server over HTTP, for storage. It has no cache, and makes no requests to other servers.
///
/// Unchecked, because every function may be called on any thread.
final class TileRequests: @unchecked Sendable {
    /// The answer of a server.
    enum Answer: Sendable, Hashable {
        /// The bytes of the body, without checks.
        case body([UInt8])
        /// The server sends more bytes than a tile has.
        case tooLarge
        /// The server has no such tile.
        case missing
        /// The server redirects the request.
        case moved(to: String)
        /// The server denies access to the tile.
        case refused(status: Int)
        /// The server could not be reached, failed, or asks for a pause of a number of seconds; `nil` if it does not
        /// state the duration.
        case failed(reason: Phrase, pause: Double?)
    }

    private let requests: OpaquePointer
    private let mostBytes: Int

    /// Creates requests; nothing is requested before ``get(_:)``.
    /// - Parameters:
    ///   - userAgent: The program's identification.
    ///   - connections: The maximum number of connections to the server.
    ///   - mostBytes: The maximum size of a tile, in bytes.
    init(userAgent: String, connections: Int, mostBytes: Int) {
        requests = odo_tile_requests_new(userAgent, UInt32(clamping: connections), mostBytes)
        self.mostBytes = mostBytes
    }

    deinit { odo_tile_requests_free(requests) }

    /// A request that waits for its answer. It retains the thread of the requests meanwhile.
    private final class Pending: Sendable {
        let requests: TileRequests
        let answer: CheckedContinuation<Answer, Never>

        init(_ requests: TileRequests, _ answer: CheckedContinuation<Answer, Never>) {
            (self.requests, self.answer) = (requests, answer)
        }
    }

    /// Requests an address over HTTP or HTTPS.
    func get(_ address: String) async -> Answer {
        await withCheckedContinuation { answer in
            odo_tile_requests_get(
                requests, address,
                { @Sendable data, response in
                    guard let data, let response else { return }
                    let pending = Unmanaged<Pending>.fromOpaque(data).takeRetainedValue()
                    pending.answer.resume(returning: pending.requests.answer(in: response.pointee))
                }, Unmanaged.passRetained(Pending(self, answer)).toOpaque())
        }
    }

    /// Cancels the current requests and all later ones, which fail.
    func cancel() { odo_tile_requests_cancel(requests) }

    private func answer(in response: OdoTileResponse) -> Answer {
        if let trouble = response.trouble {
            return .failed(reason: Phrase(plain: String(cString: trouble)), pause: nil)
        }
        let status = Int(response.status)
        switch status {
        case 200:
            let bytes = Array(UnsafeBufferPointer(start: response.bytes, count: response.length))
            return bytes.count > mostBytes ? .tooLarge : .body(bytes)
        // No content: the answer of some servers if they have no tile.
        case 204, 404, 410: return .missing
        case 300..<400:
            return response.location.map { .moved(to: String(cString: $0)) } ?? .refused(status: status)
        case 408, 429, 500...:
            return .failed(
                reason: Phrase(translatable("it answers {1}"), "\(status)"),
                pause: response.pause >= 0 ? response.pause : nil)
        default: return .refused(status: status)
        }
    }
}
