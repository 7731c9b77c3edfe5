import Foundation
public import MapTiles
import SensorModel
import SessionStore

/// A running download of an area. It requests the tiles at the pace that the server allows, and stores them.
public actor AreaDownload {
    private let download: TileDownload
    private let target: String
    private let requests: TileRequests
    private var pace = DownloadPace()
    /// The tiles that have not been requested yet, with the next one last.
    private var rest: [TileAddress] = []
    private var onProgress: @Sendable (TileDownload.Progress) -> Void = { _ in }

    /// The maximum sleep in seconds, after which the displayed pause is updated.
    private static let tick = 1.0

    /// Prepares a download.
    /// - Parameters:
    ///   - download: The area, its server, and the name of the map.
    ///   - target: The path of the map. The unfinished map of an earlier download is next to it.
    ///   - programVersion: The program's version in its identification to the server.
    public init(_ download: TileDownload, to target: String, programVersion: String) {
        self.download = download
        self.target = target
        requests = TileRequests(
            userAgent: "Odograph/\(programVersion) (+https://github.com/odograph/odograph)",
            connections: DownloadPace.Limits().requestsAtOnce, mostBytes: MapTileBounds.storedTile)
    }

    /// Downloads the missing tiles, and finishes the map.
    /// - Parameter onProgress: Called whenever something has changed.
    /// - Returns: The map's path.
    /// - Throws: `TileDownloadError`; `CancellationError` if the task is cancelled. What was downloaded is kept.
    public nonisolated func run(
        onProgress: @escaping @Sendable (TileDownload.Progress) -> Void
    ) async throws -> String {
        try await withTaskCancellationHandler {
            try await complete(onProgress)
        } onCancel: {
            requests.cancel()
        }
    }

    private func complete(_ onProgress: @escaping @Sendable (TileDownload.Progress) -> Void) async throws -> String {
        _ = try download.template.hostForCopies()
        self.onProgress = onProgress
        let map = try UnfinishedMap(download, target: target)
        onProgress(map.progress)
        rest = download.plan.addresses.filter(map.needs).reversed()
        do { try await fill(map) } catch {
            requests.cancel()
            try map.interrupt()
            throw error
        }
        try map.finish()
        return target
    }

    private typealias Reply = (address: TileAddress, answer: TileRequests.Answer)

    private func fill(_ map: UnfinishedMap) async throws {
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
                try await wait(map)
            } else {
                // The oldest request; the answer to the other one waits meanwhile.
                let reply = await running.removeFirst().value
                try Task.checkCancellation()
                try take(reply, map)
            }
        }
    }

    /// Waits for a part of the pause.
    private func wait(_ map: UnfinishedMap) async throws {
        guard let pause = pace.pause(at: Self.now) else { return }
        var progress = map.progress
        progress.pause = pause
        onProgress(progress)
        try await Task.sleep(for: .seconds(min(pause, Self.tick)))
    }

    private func take(_ reply: Reply, _ map: UnfinishedMap) throws {
        switch reply.answer {
        case .body(let bytes):
            if try map.take(bytes, at: reply.address) {
                pace.noteAnswer(at: Self.now)
            } else {
                map.noteOdd()
                try pace.noteOddAnswer(Phrase(translatable("neither pictures nor shapes")), at: Self.now)
            }
        case .tooLarge:
            map.noteOdd()
            try pace.noteOddAnswer(Phrase(translatable("more bytes than a tile has")), at: Self.now)
        case .missing:
            try map.noteMissing(reply.address)
            pace.noteAnswer(at: Self.now)
        case .moved(let address): throw TileDownloadError.moved(address: address)
        case .refused(let status): throw TileDownloadError.refused(status: status)
        case .failed(let reason, let pause):
            rest.append(reply.address)
            try pace.noteFailure(reason, at: Self.now, asked: pause)
        }
        onProgress(map.progress)
    }

    /// The time of a monotonic clock, in seconds.
    private static var now: Double { ProcessInfo.processInfo.systemUptime }
}
