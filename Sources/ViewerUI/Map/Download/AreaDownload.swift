import Foundation
import GTKKit
import MapTiles
import ShumateKit

/// A running download of an area: asks for its tiles at the pace that the server allows, and stores them.
@MainActor
final class AreaDownload {
    private let download: TileDownload
    private let client: AreaClient
    private let requests: TileRequests
    private var pace = DownloadPace()
    /// The tiles that are still to be asked for, the next one last.
    private var rest: [TileAddress] = []
    /// Called whenever something has changed.
    var onProgress: (TileDownload.Progress) -> Void = { _ in }
    private var progress: TileDownload.Progress {
        didSet { onProgress(progress) }
    }

    /// The longest sleep in seconds, after which the pause that is shown has changed.
    private static let tick = 1.0

    init(_ download: TileDownload, client: AreaClient, userAgent: String) {
        self.download = download
        self.client = client
        progress = TileDownload.Progress(planned: download.plan.count)
        requests = TileRequests(
            userAgent: userAgent, connections: DownloadPace.Limits().requestsAtOnce,
            mostBytes: MapTileBounds.storedTile)
    }

    /// Downloads the missing tiles, and finishes the map.
    /// - Returns: The map's path.
    /// - Throws: `TileDownloadError`; `CancellationError` if the task is cancelled. What was downloaded is kept.
    func run() async throws -> String {
        let host = ViewerPreferences.host(of: download.template.plain(isDense: false))
        guard let host, download.template.isWeb else { throw TileDownloadError.notAddress }
        guard !TileServerRules.forbidsCopies(host: host) else { throw TileDownloadError.forbidden(host: host) }
        let map = try await client.begin(download)
        progress = map.progress
        rest = map.rest.reversed()
        do {
            try await withTaskCancellationHandler {
                try await fill(map)
            } onCancel: {
                Task { @MainActor [requests] in requests.cancel() }
            }
        } catch {
            try await map.keep()
            throw error
        }
        return try await map.finish()
    }

    private typealias Reply = (address: TileAddress, answer: TileRequests.Answer)

    private func fill(_ map: AreaClient.Map) async throws {
        var running: [Task<Reply, Never>] = []
        while !rest.isEmpty || !running.isEmpty {
            try Task.checkCancellation()
            let now = Self.now
            while let next = rest.last, pace.allowance(at: now, running: running.count) > 0 {
                rest.removeLast()
                let address = download.template.address(of: next)
                running.append(Task { [requests] in (next, await requests.get(address)) })
            }
            if running.isEmpty {
                try await wait()
            } else {
                // The oldest one: the other one's answer waits meanwhile.
                let reply = await running.removeFirst().value
                try Task.checkCancellation()
                try await take(reply, map)
            }
        }
    }

    /// Waits for a part of the pause.
    private func wait() async throws {
        guard let pause = pace.pause(at: Self.now) else { return }
        progress.pause = pause
        try await Task.sleep(for: .seconds(min(pause, Self.tick)))
        progress.pause = pace.pause(at: Self.now)
    }

    private func take(_ reply: Reply, _ map: AreaClient.Map) async throws {
        switch reply.answer {
        case .body(let bytes):
            try await store(.bytes(bytes), reply.address, map, odd: localized("neither pictures nor shapes"))
        case .tooLarge: try await store(.odd, reply.address, map, odd: localized("more bytes than a tile has"))
        case .missing: try await store(.missing, reply.address, map, odd: "")
        case .moved(let address): throw TileDownloadError.moved(address: address)
        case .refused(let status): throw TileDownloadError.refused(status: status)
        case .failed(let reason, let pause):
            rest.append(reply.address)
            try pace.noteFailure(reason, at: Self.now, asked: pause)
        }
    }

    private func store(
        _ answer: AreaClient.Answer, _ address: TileAddress, _ map: AreaClient.Map, odd reason: String
    ) async throws {
        let result = try await map.take(answer, address)
        progress = result.progress
        if result.isTile { pace.noteAnswer() } else { try pace.noteOddAnswer(reason) }
    }

    /// Seconds of a clock that only grows.
    private static var now: Double { ProcessInfo.processInfo.systemUptime }
}
