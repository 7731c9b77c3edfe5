/// The format of a tile, recognized by its first bytes or, for shapes, by its structure.
public enum TileContent: String, Sendable, Hashable, CaseIterable {
    /// A PNG picture.
    case png
    /// A JPEG picture.
    case jpeg = "jpg"
    /// A WebP picture.
    case webP = "webp"
    /// A vector tile, with or without gzip.
    case shapes = "pbf"

    /// Recognizes a tile by its bytes, regardless of the type stated by the sender; `nil` if they are not a tile.
    public init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webP
        } else if Self.isShapes(bytes) {
            self = .shapes
        } else {
            return nil
        }
    }

    /// Whether tiles of this kind are pictures.
    public var isPicture: Bool { self != .shapes }

    private static func isShapes(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, let tile = try? VectorTile(bytes) else { return false }
        return !tile.layers.isEmpty
    }
}
