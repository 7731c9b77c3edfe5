/// The meaning of layers and attributes in usual vector tiles: OpenMapTiles, Protomaps and Shortbread.
public enum MapSchema {
    /// Returns whether some of a map's layers are drawn. If none is, the map follows another schema.
    public static func draws(layers: some Sequence<String>) -> Bool {
        layers.contains { purpose(ofLayer: $0) != .other }
    }

    /// The layers of the schemas that are not drawn. A tile of a known map may have no others.
    private static let undrawn: Set = [
        "addresses", "aerialways", "aerodrome_label", "aeroways", "boundary_labels", "bridges", "dam_lines",
        "dam_polygons", "ferries", "housenumber", "mask", "mountain_peak", "physical_point", "pier_lines",
        "pier_polygons", "poi", "pois", "public_transport", "streets_polygons_labels", "street_polygons_labels",
        "streets_labels_points", "street_labels_points", "water_lines_labels", "water_name", "water_polygons_labels",
    ]

    /// Returns whether a layer belongs to one of the schemas.
    static func isKnown(layer: String) -> Bool { purpose(ofLayer: layer) != .other || undrawn.contains(layer) }

    /// The purpose of a layer.
    enum Purpose {
        case land, cover, water, waterway, roads, roadNames, boundaries, buildings, places, other
    }

    static func purpose(ofLayer name: String) -> Purpose {
        switch name {
        case "earth": .land
        case "landcover", "landuse", "land", "park", "natural", "landuse_overlay", "sites", "aeroway": .cover
        case "water", "ocean", "water_polygons": .water
        case "waterway", "water_lines", "physical_line": .waterway
        case "transportation", "roads", "streets", "transit", "street_polygons": .roads
        case "transportation_name", "street_labels": .roadNames
        case "boundary", "boundaries": .boundaries
        case "building", "buildings": .buildings
        case "place", "places", "place_labels": .places
        default: .other
        }
    }

    /// Returns the words that classify a feature, the most specific one first.
    static func words(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> [String] {
        ["kind_detail", "pmap:kind_detail", "subclass", "class", "kind", "pmap:kind"].compactMap {
            layer.text($0, of: feature)
        }
    }

    /// Returns the kind of shape as which a feature is painted; `nil` if it is not drawn.
    static func paint(
        _ feature: VectorTile.Feature, in layer: VectorTile.Layer, _ purpose: Purpose
    ) -> MapPaint? {
        switch (purpose, feature.kind) {
        case (.land, .polygon): .land
        case (.water, .polygon): .water
        case (.water, .line), (.waterway, .line): .waterway
        case (.buildings, .polygon): .building
        case (.cover, .polygon): first(words(feature, in: layer), cover)
        case (.cover, .line): words(feature, in: layer).contains("runway") ? .runway : nil
        case (.roads, .line): first(words(feature, in: layer), road)
        case (.boundaries, .line): boundary(feature, in: layer)
        default: nil
        }
    }

    private static func first(_ words: [String], _ meaning: (String) -> MapPaint?) -> MapPaint? {
        for word in words { if let paint = meaning(word) { return paint } }
        return nil
    }

    private static func cover(_ word: String) -> MapPaint? {
        switch word {
        case "wood", "forest", "tree", "trees", "nature_reserve", "swamp": .wood
        case "grass", "grassland", "meadow", "park", "garden", "scrub", "heath", "cemetery", "golf_course", "orchard",
            "vineyard", "village_green", "recreation_ground", "zoo", "shrub", "allotments", "national_park", "wetland":
            .grass
        case "pitch", "stadium", "playground", "track", "sports_centre": .pitch
        case "farmland", "farm", "crop": .farmland
        case "residential", "suburb", "neighbourhood", "commercial", "industrial", "retail", "urban_area", "railway",
            "school", "university", "college", "hospital", "urban":
            .urban
        case "sand", "beach", "dune", "barren", "bare_rock", "rock", "quarry": .sand
        case "ice", "glacier": .ice
        default: nil
        }
    }

    private static func road(_ word: String) -> MapPaint? {
        switch word {
        case "rail", "transit", "subway", "tram", "light_rail", "narrow_gauge", "monorail", "funicular": .rail
        case "runway", "taxiway": .runway
        default: RoadClass(word: word)?.paint
        }
    }

    private static func boundary(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> MapPaint? {
        if layer.number("maritime", of: feature) == 1 { return nil }
        let level = layer.number("admin_level", of: feature) ?? layer.number("pmap:min_admin_level", of: feature)
        switch words(feature, in: layer).first {
        case "country"?: return .countryBoundary
        case "region"?, "state"?: return .stateBoundary
        default:
            guard let level else { return nil }
            return level <= 2 ? .countryBoundary : level <= 4 ? .stateBoundary : nil
        }
    }

    /// A name that can be read at a place.
    struct Place {
        let kind: MapLabel.Kind
        /// The lowest zoom at which it is shown.
        let zoom: Double
        /// The rank; a lower one is more important.
        let rank: Double
    }

    static func place(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> Place? {
        let words = words(feature, in: layer)
        let rank =
            layer.number("rank", of: feature) ?? layer.number("pmap:population_rank", of: feature).map { 15 - $0 }
            ?? layer.number("population_rank", of: feature).map { 15 - $0 } ?? 8
        let known = rank.isFinite ? min(20, max(0, rank)) : 8
        for word in words {
            switch word {
            case "continent": return nil
            case "country": return Place(kind: .country, zoom: 1.5 + known * 0.35, rank: known)
            case "state", "region", "province": return Place(kind: .region, zoom: 5.5, rank: 30 + known)
            case "city": return Place(kind: .city, zoom: 2.4 + known * 0.3, rank: 20 + known)
            case "town": return Place(kind: .town, zoom: 8, rank: 50 + known)
            case "village": return Place(kind: .village, zoom: 11, rank: 80 + known)
            case "suburb", "quarter", "borough": return Place(kind: .village, zoom: 12.5, rank: 100 + known)
            case "neighbourhood", "hamlet", "isolated_dwelling", "locality", "island", "islet":
                return Place(kind: .hamlet, zoom: 13.5, rank: 120 + known)
            default: continue
            }
        }
        return nil
    }

    static func name(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> String? {
        layer.text("name", of: feature) ?? layer.text("name:latin", of: feature) ?? layer.text("name_en", of: feature)
    }
}
