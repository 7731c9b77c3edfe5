/// The limits for reading map files, which may come from any source.
public enum MapTileBounds {
    /// The largest stored tile, in bytes: the largest tiles of usual maps have about 1 MB.
    public static let storedTile = 4 << 20
    /// The largest tile after inflating, in bytes.
    public static let inflatedTile = 12 << 20
    /// The largest directory of an archive after inflating, in bytes; also that of its metadata.
    public static let directory = 8 << 20
    /// The longest text about the layers of a database of tiles, in characters: that of OpenMapTiles has some 20 KB.
    public static let details = 1 << 18
    /// The maximum number of entries in a directory: the specification recommends some thousands.
    public static let entries = 1 << 20
    /// The maximum number of directories between the root and a tile; the specification knows two.
    public static let depth = 4
    /// The maximum number of layers in a tile.
    public static let layers = 64
    /// The maximum number of features in a tile.
    public static let features = 200_000
    /// The maximum number of points in a tile.
    public static let points = 1_000_000
    /// The maximum number of different keys or values in a layer.
    public static let words = 100_000
    /// The longest text of a feature, in bytes of UTF-8.
    public static let text = 200
    /// The largest extent of a layer, in its own units.
    public static let extent = 1 << 16
    /// The deepest zoom level of a map.
    public static let zoom = 22
}
