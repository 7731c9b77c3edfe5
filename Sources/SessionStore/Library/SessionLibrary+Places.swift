public import FusionCore

extension SessionLibrary {
    /// Returns the places of summarized sessions. If the file of names is damaged, names from sessions are still used.
    public func places(of entries: [SessionEntry], parameters: DayParameters = .init()) -> PlaceBook {
        PlaceBook(
            visits: entries.compactMap(\.summary).flatMap(\.visits), names: (try? placeNames.all()) ?? [],
            parameters: parameters)
    }

    /// Sets the name of a place for all visits; an empty name removes it.
    /// - Throws: ``SessionError`` if the library cannot be written.
    public func name(_ name: PlaceName, parameters: DayParameters = .init()) throws(SessionError) {
        try placeNames.add(name, replacingWithin: parameters.smallestRadius)
    }

    private var placeNames: PlaceNames { PlaceNames(folder: folder) }
}
