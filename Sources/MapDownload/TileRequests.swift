import CTileRequest
import SensorModel

/// Requests single tiles of a server over HTTP, for storage: nothing is kept, and nothing is asked of another server.
///
/// Unchecked since every function of the requests may be called on any thread.
final class TileRequests: @unchecked Sendable {
    /// The answer of a server.
    enum Answer: Sendable, Hashable {
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
        case failed(reason: Phrase, pause: Double?)
    }

    private let requests: OpaquePointer
    private let mostBytes: Int

    /// Creates requests; nothing is requested before ``get(_:)``.
    /// - Parameters:
    ///   - userAgent: How the program introduces itself.
    ///   - connections: The maximum number of connections to the server.
    ///   - mostBytes: The bytes of the largest tile that is taken.
    init(userAgent: String, connections: Int, mostBytes: Int) {
        requests = odo_tile_requests_new(userAgent, UInt32(clamping: connections), mostBytes)
        self.mostBytes = mostBytes
    }

    deinit { odo_tile_requests_free(requests) }

    /// A request that waits for its answer, and keeps the thread of the requests meanwhile.
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

    /// Ends the requests that run, and those that follow; all of them fail.
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
        // No content: how some servers say that they have no tile.
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
