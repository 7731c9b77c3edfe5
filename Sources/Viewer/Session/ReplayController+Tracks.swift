package import ViewerModel

/// The layers of the map, as the user arranges them.
extension ReplayController {
    /// The layers that there are to show, from the highest to the lowest.
    package var offeredLayers: [MapTracks.Layer] {
        self.map.tracks.layers.filter { layer in
            switch layer.kind {
            case .compared: self.sets.isComparing
            case .roads: roads.isOffered
            default: true
            }
        }
    }

    /// Opens or closes the list of the layers.
    package func showTracks(_ isOn: Bool) {
        if isOn { show(.map) }
        change { $0.map.showsList = isOn }
    }

    /// Changes the user's choices for a layer.
    package func edit(_ kind: TrackKind, _ body: (inout MapTracks.Layer) -> Void) {
        change { $0.map.tracks.edit(kind, body) }
    }

    /// Shows or hides a layer that is offered and that no divider decides about.
    package func toggle(_ kind: TrackKind) {
        guard self.curtain?.decides(kind) != true, offeredLayers.contains(where: { $0.kind == kind }) else { return }
        edit(kind) { $0.isShown.toggle() }
    }

    /// Removes an added track from the map.
    package func removeTrack(_ kind: TrackKind) { change { $0.map.tracks.remove(kind) } }

    /// Removes the track against which the others are measured.
    package func removeTruth() { if let truth = self.map.tracks.truth { removeTrack(truth) } }

    /// Measures the others against an added track; `nil` for none.
    package func setTruth(_ kind: TrackKind?) { change { $0.map.tracks.setTruth(kind) } }

    /// States by how many seconds the clock of an added track is ahead of the session's; `nil` to find it.
    package func setOffset(of kind: TrackKind, to seconds: Double?) {
        guard let seconds else { return tracks.findOffset(of: kind) }
        edit(kind) { ($0.offset, $0.isOffsetChosen) = (seconds, true) }
    }

    /// Moves a layer over or under the next line that is offered.
    package func move(_ kind: TrackKind, up: Bool) {
        let offered = Set(offeredLayers.map(\.kind))
        change { $0.map.tracks.move(kind, up: up, among: offered) }
    }
}
