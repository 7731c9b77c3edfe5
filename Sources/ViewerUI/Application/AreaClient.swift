public import MapTiles

/// The download of the tiles of an area, as closures that the program provides.
public struct AreaClient: Sendable {
    /// Downloads a map into the folder of maps, or continues its download, and reports the progress. Returns the map's
    /// path; throws `TileDownloadError`, or `CancellationError` if the task is cancelled. What was downloaded is kept.
    public var download:
        @Sendable (
            _ download: TileDownload, _ progress: @escaping @Sendable (TileDownload.Progress) -> Void
        ) async throws -> String
    /// Lists the downloads that were not finished.
    public var interrupted: @Sendable () async -> [TileDownload.Interrupted]

    /// Creates a client from its closures.
    public init(
        download:
            @escaping @Sendable (
                _ download: TileDownload, _ progress: @escaping @Sendable (TileDownload.Progress) -> Void
            ) async throws -> String,
        interrupted: @escaping @Sendable () async -> [TileDownload.Interrupted] = { [] }
    ) {
        self.download = download
        self.interrupted = interrupted
    }
}
