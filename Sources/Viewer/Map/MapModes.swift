package import ViewerModel

/// The user's choices for the map.
package struct MapModes: Sendable, Equatable {
    /// The line that clicks on the map draw.
    package enum Drawing: Sendable {
        /// A line that measures a distance.
        case distance
        /// A line at which laps begin.
        case gate
    }

    /// The layers, and how each is shown.
    package var tracks = MapTracks()
    /// The layers that are switched on.
    package var layers: Set<TrackKind> { tracks.shown }
    /// Whether the list of the layers is open.
    package var showsList = false
    /// The quantity that colours the track.
    package var coloring = TrackColoring.activity
    /// Whether the position stays in the middle.
    package var isFollowing = false
    /// Whether the direction of travel is up while a position is followed.
    package var isHeadingUp = false
    /// The line that clicks draw; `nil` if they show fixes.
    package var drawing: Drawing?
    /// Whether there is a divider between two tracks.
    var hasCurtain = false
    /// The divider, which reappears where it was.
    package var lastCurtain = MapCurtain()
}

extension ReplayState {
    /// Whether there are two tracks to be compared by a divider.
    package var canCompareTracks: Bool { session != nil && picture?.isDrawing == false }

    /// The divider over the map; `nil` if there is none.
    package var curtain: MapCurtain? {
        guard map.hasCurtain, canCompareTracks else { return nil }
        var curtain = map.lastCurtain
        curtain.pair = sets.isComparing ? .sets(active: sets.active) : .rawAndSmoothed
        return curtain
    }

    /// The layers that are drawn.
    package var visibleLayers: Set<TrackKind> { curtain?.shown(chosen: map.layers) ?? map.layers }
}
