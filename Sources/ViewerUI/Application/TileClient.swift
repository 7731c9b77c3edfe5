/// How the window reads files of map tiles.
public struct TileClient: Sendable {
    /// An open file.
    public struct Tiles: Sendable {
        /// What it calls itself.
        public var name: String
        /// Whom to thank; nil if it does not say.
        public var attribution: String?
        /// The levels that it has.
        public var zoomLevels: ClosedRange<Int>
        /// Returns the picture of a tile, nil if there is none; called from any thread.
        public var read: @Sendable (_ x: Int, _ y: Int, _ zoom: Int) throws -> [UInt8]?

        /// Describes a file.
        public init(
            name: String, attribution: String?, zoomLevels: ClosedRange<Int>,
            read: @escaping @Sendable (_ x: Int, _ y: Int, _ zoom: Int) throws -> [UInt8]?
        ) {
            self.name = name
            self.attribution = attribution
            self.zoomLevels = zoomLevels
            self.read = read
        }
    }

    /// Opens a file; throws an error that says what is wrong with it.
    public var open: @Sendable (_ path: String) async throws -> Tiles

    /// Collects the closures.
    public init(open: @escaping @Sendable (_ path: String) async throws -> Tiles) { self.open = open }
}
