import MapTiles

/// The meaning of roads in usual vector tiles: OpenMapTiles, Protomaps and Shortbread.
enum RoadSchema {
    /// Returns whether a layer has roads or their names.
    static func isWanted(layer name: String) -> Bool { isRoads(name) || isNames(name) }

    static func isRoads(_ name: String) -> Bool { ["transportation", "roads", "streets"].contains(name) }

    static func isNames(_ name: String) -> Bool { ["transportation_name", "street_labels"].contains(name) }

    /// Returns the rank of a road; `nil` for railways, ferries, and roads under construction.
    static func kind(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> RoadClass? {
        if layer.flag("rail", of: feature) == true { return nil }
        for key in ["kind_detail", "pmap:kind_detail", "class", "kind", "pmap:kind"] {
            guard let word = layer.text(key, of: feature) else { continue }
            if isNoRoad(word) { return nil }
            if let kind = RoadClass(word: word) { return kind }
        }
        return nil
    }

    private static func isNoRoad(_ word: String) -> Bool {
        word.hasSuffix("construction") || ["rail", "transit", "ferry", "aerialway", "aeroway", "pier"].contains(word)
    }

    static func direction(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> RoadDirection {
        if layer.flag("oneway_reverse", of: feature) == true { return .backward }
        if layer.number("oneway", of: feature) == -1 { return .backward }
        return layer.flag("oneway", of: feature) == true ? .forward : .both
    }

    /// Returns the level of a road; `nil` if the feature states none, which most roads on the ground do not.
    static func level(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> Int8? {
        for key in ["layer", "level", "pmap:level"] {
            if let level = layer.number(key, of: feature), abs(level) <= 20, let whole = Int8(exactly: level),
                whole != 0
            {
                return whole
            }
        }
        switch layer.text("brunnel", of: feature) {
        case "bridge"?: return 1
        case "tunnel"?: return -1
        default: break
        }
        if ["bridge", "is_bridge"].contains(where: { layer.flag($0, of: feature) == true }) { return 1 }
        if ["tunnel", "is_tunnel"].contains(where: { layer.flag($0, of: feature) == true }) { return -1 }
        return nil
    }

    static func name(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> String? {
        ["name", "name:latin", "name_en", "ref"].lazy.compactMap { layer.text($0, of: feature) }.first
    }
}

extension VectorTile.Layer {
    /// Returns an attribute that is a truth value, as a number or as a word; `nil` if there is none.
    fileprivate func flag(_ key: String, of feature: VectorTile.Feature) -> Bool? {
        switch value(key, of: feature) {
        case .number(let number)?: number == 1
        case .text(let text)?: ["yes", "true", "1"].contains(text)
        case nil: nil
        }
    }
}
