/// The address of a server's tiles, with places for the level, the column and the row of each.
public struct TileTemplate: Sendable, Hashable {
    /// The address with its placeholders.
    public let text: String

    /// The placeholder of the ending of pictures with twice the pixels, and its short form in the addresses of Leaflet.
    private static let ratios = ["{ratio}", "{r}"]
    /// The placeholder of one of several equal hosts in the addresses of Leaflet.
    private static let subdomain = "{s}"

    /// The endings of the addresses of vector tiles.
    private static let vectorEndings = [".pbf", ".mvt"]
    /// The endings of the addresses of pictures.
    private static let pictureEndings = [".png", ".jpg", ".jpeg", ".webp"]

    /// Creates an address; `nil` if it does not name a tile by `{z}`, `{x}`, and `{y}`.
    public init?(_ text: String) {
        guard ["{z}", "{x}", "{y}"].allSatisfy(text.contains) else { return nil }
        self.text = text
    }

    /// Returns the host of an address; `nil` if it has none.
    public static func host(of address: String) -> String? {
        plain(address, isDense: false).split(separator: "/").dropFirst().first.map(String.init)
    }

    /// Whether the address ends as those of vector tiles do.
    public var namesVectorTiles: Bool { ends(with: Self.vectorEndings) }

    /// Whether the address ends as those of pictures do.
    public var namesPictures: Bool { ends(with: Self.pictureEndings) }

    private func ends(with endings: [String]) -> Bool {
        let path = text.prefix { $0 != "?" }.lowercased()
        return endings.contains(where: path.hasSuffix)
    }

    /// Whether there are pictures with twice the pixels, too.
    public var hasDensePictures: Bool { Self.ratios.contains { text.contains($0) } }

    /// Returns the address of the usual pictures, or of those with twice the pixels, with `{z}`, `{x}`, and `{y}`.
    public func plain(isDense: Bool) -> String { Self.plain(text, isDense: isDense) }

    /// Returns any address without the placeholders of hosts and of pictures with twice the pixels.
    public static func plain(_ text: String, isDense: Bool) -> String {
        ratios.reduce(text.replacing(subdomain, with: "a")) { $0.replacing($1, with: isDense ? "@2x" : "") }
    }
}
