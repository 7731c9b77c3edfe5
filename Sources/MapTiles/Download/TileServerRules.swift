/// The rules of tile servers that are known about copies for use without a network.
public enum TileServerRules {
    /// The domains whose tiles may not be downloaded in bulk; they are run by volunteers on donations.
    ///
    /// Source: the tile usage policy of the OpenStreetMap Foundation (openstreetmap.org), the terms of OpenStreetMap
    /// France, whose servers draw CyclOSM (openstreetmap.fr), of OpenStreetMap Germany (openstreetmap.de), and of
    /// OpenTopoMap (opentopomap.org), all of which allow viewing a map but not downloading it.
    private static let closedDomains = [
        "openstreetmap.org", "osm.org", "openstreetmap.fr", "openstreetmap.de", "opentopomap.org",
    ]

    /// Returns whether a host is known to forbid copies of its map.
    /// - Parameter host: The host of an address, with or without a port.
    public static func forbidsCopies(host: String) -> Bool {
        var name = host.lowercased()[...]
        // An address can disguise its host with a user name or with encoded letters.
        if let at = name.lastIndex(of: "@") { name = name[at...].dropFirst() }
        name = name.prefix { !"?#\\".contains($0) }
        if name.contains("%") { return true }
        if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber) {
            name = name[..<colon]
        }
        // The dot of the root domain is allowed.
        while name.hasSuffix(".") { name = name.dropLast() }
        return closedDomains.contains { name == $0 || name.hasSuffix("." + $0) }
    }
}
