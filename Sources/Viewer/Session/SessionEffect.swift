/// Work for the session in the background, whose state the panes show.
package enum SessionEffect: CaseIterable, Sendable {
    /// The tracks that were added to the map, and the figures of those that are shown.
    case tracks
    /// The search for parameters that bring the track closer to the truth.
    case fitting
    /// The roads that the session followed.
    case roads
    /// The heights of the ground.
    case heights
    /// The laps.
    case laps
    /// The effects of the parameters.
    case sensitivity
    /// The lines of the library on the map.
    case libraryMap
    /// The recording.
    case recording
}
