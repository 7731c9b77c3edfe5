import MapTiles
package import SensorModel

/// The reason why a map of vector tiles is not drawn: all of its layers follow an unknown schema.
package enum UnknownLayers: PhrasedError, Hashable {
    /// A file, with the name of its map.
    case file(map: String)
    /// The tiles of a server.
    case server

    /// Describes a map.
    package init(of tiles: TileClient.Tiles) { self = tiles.readFile == nil ? .server : .file(map: tiles.name) }

    /// A sentence that says what is wrong and what to do.
    package var phrase: Phrase {
        switch self {
        case .file(let map):
            Phrase(
                translatable(
                    "The map {1} cannot be drawn, because its layers are unknown: use a map with the layers of OpenMapTiles, Protomaps, or Shortbread."
                ), map)
        case .server:
            Phrase(
                translatable(
                    "The tiles of the server cannot be drawn, because their layers are unknown: use tiles with the layers of OpenMapTiles, Protomaps, or Shortbread."
                ))
        }
    }
}

extension TileClient.Tiles {
    /// Whether the map states only layers that are not drawn.
    package var statesUnknownLayers: Bool { isVector && layers.map { !MapSchema.draws(layers: $0) } ?? false }
}
