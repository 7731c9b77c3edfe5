import MapTiles
import SessionStore
import ViewerUI

extension AreaClient {
    /// Stores maps in the user's folder.
    static func live(_ folder: MapFolder) -> AreaClient {
        AreaClient(
            begin: { download in
                let keeper = try UnfinishedMapKeeper(download, in: folder)
                return Map(
                    rest: await keeper.rest, progress: await keeper.progress,
                    take: { try await keeper.take($0, at: $1) }, keep: { try await keeper.keep() },
                    finish: { try await keeper.finish() })
            },
            interrupted: { folder.interruptedDownloads() })
    }
}

/// An unfinished map on one thread at a time.
private actor UnfinishedMapKeeper {
    private let map: UnfinishedMap
    private let folder: MapFolder

    init(_ download: TileDownload, in folder: MapFolder) throws {
        self.folder = folder
        map = try UnfinishedMap(download, target: folder.target(of: download))
    }

    var rest: [TileAddress] { map.download.plan.addresses.filter(map.needs) }

    var progress: TileDownload.Progress { map.progress }

    func take(
        _ answer: AreaClient.Answer, at address: TileAddress
    ) throws -> (isTile: Bool, progress: TileDownload.Progress) {
        var isTile = true
        switch answer {
        case .bytes(let bytes): isTile = try map.take(bytes, at: address)
        case .missing: try map.noteMissing(address)
        case .odd: isTile = false
        }
        if !isTile { map.noteOdd() }
        return (isTile, map.progress)
    }

    /// Writes all tiles so far; a file without any is removed.
    func keep() throws {
        try map.keep()
        guard map.progress.stored == 0, map.progress.missing == 0 else { return }
        folder.forget(TileDownload.Interrupted(path: map.target, download: map.download, done: 0))
    }

    func finish() throws -> String {
        try map.finish()
        return map.target
    }
}
