import Testing

@testable import ViewerModel

@Suite struct MapTracksTests {
    @Test func `at first the raw and the smoothed track are shown, with rejected fixes and stops`() {
        #expect(MapTracks().shown == [.raw, .rejected, .smoothed, .stops, .compared])
        #expect(Set(MapTracks().layers.map(\.kind)) == Set(TrackKind.ofSession))
    }

    @Test func `an added track lies above the other lines, in a colour of its own, and the table opens`() {
        var tracks = MapTracks()
        tracks.add(1, name: "one.gpx", offset: 2)
        tracks.add(2, name: "two.gpx", offset: 0, isTruth: true)
        let lines = tracks.layers.map(\.kind).filter(\.isLine)
        #expect(lines.prefix(2) == [.added(2), .added(1)] && tracks.layers.first?.kind == .stops)
        #expect(tracks[.added(1)]?.color != tracks[.added(2)]?.color && tracks[.added(1)]?.offset == 2)
        #expect(tracks.truth == .added(2) && tracks.showsTable)
        tracks.remove(.added(2))
        #expect(tracks.truth == nil && tracks[.added(2)] == nil)
        tracks.removeAdded()
        #expect(tracks == MapTracks())
    }

    @Test func `every added track has a colour, however many there are`() {
        var tracks = MapTracks()
        for number in 1...30 { tracks.add(number, name: "\(number)", offset: 0) }
        let colors = tracks.layers.compactMap(\.color)
        #expect(colors.count == 30 && Set(colors).count == ActivityPalette.layerColors.count)
    }

    @Test func `a line moves past those that are not offered, and never past stops or circles`() {
        var tracks = MapTracks()
        let offered = Set(TrackKind.ofSession).subtracting([.roads, .compared])
        tracks.move(.raw, up: true, among: offered)
        #expect(tracks.layers.map(\.kind).filter(\.isLine).suffix(2) == [.raw, .filtered])
        for _ in 0..<9 { tracks.move(.raw, up: true, among: offered) }
        #expect(tracks.layers.first?.kind == .stops && !tracks.canMove(.raw, up: true, among: offered))
        #expect(tracks.layers.last?.kind == .uncertainty && !tracks.canMove(.stops, up: false, among: offered))
    }

    @Test func `an opacity stays visible, and a layer of the session is never removed nor the truth`() {
        var tracks = MapTracks()
        tracks.edit(.raw) { $0.opacity = -3 }
        #expect(tracks[.raw]?.opacity == MapTracks.opacities.lowerBound)
        tracks.remove(.raw)
        tracks.setTruth(.raw)
        tracks.setTruth(.added(9))
        #expect(tracks[.raw] != nil && tracks.truth == nil)
    }
}
