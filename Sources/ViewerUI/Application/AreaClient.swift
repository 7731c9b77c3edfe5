public import MapTiles

/// How the window stores the tiles of an area.
public struct AreaClient: Sendable {
    /// The answer of a server to the request for a tile.
    public enum Answer: Sendable, Hashable {
        /// Bytes, which may turn out not to be a tile.
        case bytes([UInt8])
        /// There is no such tile.
        case missing
        /// Something that cannot be a tile.
        case odd
    }

    /// A map that is being downloaded.
    public struct Map: Sendable {
        /// The tiles that it still needs, in the order in which they are asked for.
        public var rest: [TileAddress]
        /// The progress at its start.
        public var progress: TileDownload.Progress
        /// Processes an answer. Returns false if it is not a tile, and how far the download is.
        public var take:
            @Sendable (_ answer: Answer, _ address: TileAddress) async throws -> (
                isTile: Bool, progress: TileDownload.Progress
            )
        /// Writes all tiles so far, so that the download can be continued.
        public var keep: @Sendable () async throws -> Void
        /// Turns it into a map in the folder of maps; returns its path.
        public var finish: @Sendable () async throws -> String

        /// Collects the closures.
        public init(
            rest: [TileAddress], progress: TileDownload.Progress,
            take:
                @escaping @Sendable (_ answer: Answer, _ address: TileAddress) async throws -> (
                    isTile: Bool, progress: TileDownload.Progress
                ),
            keep: @escaping @Sendable () async throws -> Void, finish: @escaping @Sendable () async throws -> String
        ) {
            self.rest = rest
            self.progress = progress
            self.take = take
            self.keep = keep
            self.finish = finish
        }
    }

    /// Begins a download, or continues the one of the same area; throws `TileDownloadError`.
    public var begin: @Sendable (_ download: TileDownload) async throws -> Map
    /// Lists the downloads that were not finished.
    public var interrupted: @Sendable () async -> [TileDownload.Interrupted]

    /// Collects the closures.
    public init(
        begin: @escaping @Sendable (_ download: TileDownload) async throws -> Map,
        interrupted: @escaping @Sendable () async -> [TileDownload.Interrupted] = { [] }
    ) {
        self.begin = begin
        self.interrupted = interrupted
    }
}
