/// A tile server whose rules are known, by the host in its address.
@MainActor
struct TileProvider {
    /// The text that names the authors of its map.
    let attribution: String
    /// The deepest zoom level that it has.
    let deepestZoom: Int

    /// The deepest zoom level of a server that is not known.
    static let usualDepth = 19

    private static let openStreetMap = "© OpenStreetMap contributors"
    private static let known: [(host: String, provider: TileProvider)] = [
        ("openstreetmap.org", TileProvider(attribution: openStreetMap, deepestZoom: 19)),
        (
            "tile-cyclosm.openstreetmap.fr",
            TileProvider(attribution: openStreetMap + ", CyclOSM", deepestZoom: 19)
        ),
        (
            "opentopomap.org",
            TileProvider(attribution: openStreetMap + ", SRTM · © OpenTopoMap (CC-BY-SA)", deepestZoom: 17)
        ),
    ]

    /// Returns the provider behind an address; `nil` if its host is not known.
    static func provider(of address: String) -> TileProvider? {
        let host = ViewerPreferences.host(of: address) ?? ""
        return known.first { host == $0.host || host.hasSuffix("." + $0.host) }?.provider
    }
}
