import Replay
import SensorModel
import ViewerModel

/// A track with the colours that it is drawn in.
struct ColoredTrack: Sendable {
    let track: TimedTrack
    let colors: TrackColors
}

/// The drawing of a session on the map: its tracks, or the selected part of them, and their colours.
struct MapContent: Sendable {
    let tracks: SessionTracks
    /// The track drawn instead of the simplified one; `nil` if that has the chosen colours.
    let colored: ColoredTrack?

    /// Creates the drawing of a whole session in the colours of its activities.
    init(_ picture: SessionPicture) {
        tracks = picture.tracks
        colored = nil
    }

    /// Returns whether what is drawn is there already.
    static func isReady(
        showing kinds: Set<TrackKind>, range: ClosedRange<Instant>?, by coloring: TrackColoring
    ) -> Bool {
        range == nil && coloring == .activity && kinds.isDisjoint(with: SessionTracks.madeWhenShown)
    }

    /// Works out what is drawn; never on the main actor for a long session. O(n log n).
    /// - Parameters:
    ///   - picture: The session.
    ///   - session: Its run; nil while it is recorded.
    ///   - kinds: The layers that are shown.
    ///   - range: The part that is looked at; nil for all.
    ///   - coloring: What the colours stand for.
    init(
        _ picture: SessionPicture, of session: LoadedSession?, showing kinds: Set<TrackKind>,
        range: ClosedRange<Instant>?, by coloring: TrackColoring
    ) {
        let whole = picture.tracks.with(kinds)
        let tracks = range.map { whole.clipped(to: $0) } ?? whole
        self.tracks = tracks
        guard let session, coloring != .activity else {
            colored = nil
            return
        }
        // Speed and accuracy change between two points of the simplified track, so the finest one is coloured.
        let finest = range.map { picture.tracks.finest.clipped(to: $0) } ?? picture.tracks.finest
        let colors = TrackColors(finest, by: coloring, in: session.run, session.engine.recording)
        let track = TimedTrack(times: finest.times, geometry: finest.geometry.restyled(colors.styles))
        colored = ColoredTrack(track: track, colors: colors)
    }
}
