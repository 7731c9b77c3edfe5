import MapTiles

/// A known tile server, identified by the host in its address.
@MainActor
package struct TileProvider {
    /// The name of its map.
    package let name: String
    /// The address of its tiles.
    package let address: String
    /// The text that names the authors of its map.
    package let attribution: String
    /// Its deepest zoom level.
    package let deepestZoom: Int
    /// The known host, or the parent of its subdomains.
    private let host: String

    /// The deepest zoom level of an unknown server.
    package static let usualDepth = 19

    private static let openStreetMap = "© OpenStreetMap contributors"
    /// The servers that can be chosen by name.
    package static let known = [
        TileProvider(
            name: "OpenStreetMap", address: ViewerPreferences.openStreetMap, attribution: openStreetMap,
            deepestZoom: 19, host: "openstreetmap.org"),
        TileProvider(
            name: "CyclOSM", address: "https://a.tile-cyclosm.openstreetmap.fr/cyclosm/{z}/{x}/{y}.png",
            attribution: openStreetMap + ", CyclOSM", deepestZoom: 19, host: "tile-cyclosm.openstreetmap.fr"),
        TileProvider(
            name: "OpenTopoMap", address: "https://tile.opentopomap.org/{z}/{x}/{y}.png",
            attribution: openStreetMap + ", SRTM · © OpenTopoMap (CC-BY-SA)", deepestZoom: 17,
            host: "opentopomap.org"),
    ]

    /// Returns the provider behind an address; `nil` if its host is not known.
    package static func provider(of address: String) -> TileProvider? {
        let host = TileTemplate.host(of: address) ?? ""
        return known.first { host == $0.host || host.hasSuffix("." + $0.host) }
    }

    // MARK: Addresses

    /// Returns whether an address also has pictures with twice the pixels.
    package static func hasDensePictures(_ address: String) -> Bool {
        TileTemplate(address)?.hasDensePictures ?? false
    }

    /// Returns the address of the usual pictures, or of those with twice the pixels, with `{z}`, `{x}`, and `{y}`.
    package static func template(_ address: String, isDense: Bool) -> String {
        TileTemplate.plain(address, isDense: isDense)
    }
}
