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
    /// The track on which marks lie; `nil` if only fixes are shown.
    let route: TrackRoute?

    /// Creates the drawing of a whole session in the colours of its activities.
    /// - Parameters:
    ///   - picture: The session.
    ///   - session: Its run; nil while it is recorded.
    ///   - kinds: The layers that are shown.
    ///   - unit: The unit of the marks.
    init(
        _ picture: SessionPicture, of session: LoadedSession?, showing kinds: Set<TrackKind>, unit: DistanceUnit
    ) {
        tracks = picture.tracks
        colored = nil
        route = Self.route(tracks, nil, of: session, showing: kinds, unit)
    }

    /// Returns the route of the most refined visible track.
    private static func route(
        _ tracks: SessionTracks, _ colored: ColoredTrack?, of session: LoadedSession?, showing kinds: Set<TrackKind>,
        _ unit: DistanceUnit
    ) -> TrackRoute? {
        let track =
            if kinds.contains(.simplified) {
                colored?.track ?? tracks.simplified
            } else if kinds.contains(.smoothed) {
                tracks.smoothed
            } else if kinds.contains(.filtered) {
                tracks.filtered
            } else {
                TimedTrack.empty
            }
        guard !track.geometry.isEmpty else { return nil }
        let metres = unit.large.metres
        let milestones = session?.run.milestones(every: metres, atMost: TrackRoute.mostMilestones) ?? []
        return TrackRoute(track, milestones: milestones, unitMetres: metres)
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
    ///   - unit: The unit of the marks.
    init(
        _ picture: SessionPicture, of session: LoadedSession?, showing kinds: Set<TrackKind>,
        range: ClosedRange<Instant>?, by coloring: TrackColoring, unit: DistanceUnit
    ) {
        let whole = picture.tracks.with(kinds)
        let tracks = range.map { whole.clipped(to: $0) } ?? whole
        self.tracks = tracks
        guard let session, coloring != .activity else {
            colored = nil
            route = Self.route(tracks, nil, of: session, showing: kinds, unit)
            return
        }
        // Speed and accuracy change between two points of the simplified track, so the finest one is coloured.
        let finest = range.map { picture.tracks.finest.clipped(to: $0) } ?? picture.tracks.finest
        let colors = TrackColors(finest, by: coloring, in: session.run, session.engine.recording)
        let track = TimedTrack(times: finest.times, geometry: finest.geometry.restyled(colors.styles))
        let colored = ColoredTrack(track: track, colors: colors)
        self.colored = colored
        route = Self.route(tracks, colored, of: session, showing: kinds, unit)
    }
}
