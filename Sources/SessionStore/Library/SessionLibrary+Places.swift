public import FusionCore

extension SessionLibrary {
    /// Returns the places of sessions that were summed up. A damaged file of names takes none of the names that
    /// sessions tell.
    public func places(of entries: [SessionEntry], parameters: DayParameters = .init()) -> PlaceBook {
        PlaceBook(
            visits: entries.compactMap(\.summary).flatMap(\.visits), names: (try? placeNames.all()) ?? [],
            parameters: parameters)
    }

    /// Calls a place by a name, on every visit; an empty name takes it away.
    /// - Throws: ``SessionError`` where the library cannot be written.
    public func name(_ name: PlaceName, parameters: DayParameters = .init()) throws(SessionError) {
        try placeNames.add(name, replacingWithin: parameters.smallestRadius)
    }

    private var placeNames: PlaceNames { PlaceNames(folder: folder) }
}
