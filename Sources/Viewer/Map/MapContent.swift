import Replay
package import SensorModel
package import ViewerModel

/// A track with the colours that it is drawn in.
package struct ColoredTrack: Sendable {
    package let track: TimedTrack
    package let colors: TrackColors
}

/// The drawing of a session on the map: its tracks, or the selected part of them, and their colours.
package struct MapContent: Sendable {
    package let tracks: SessionTracks
    /// The track drawn instead of the layer with the chosen colours; `nil` if that has them.
    package let colored: ColoredTrack?
    /// The track of the other set of parameters in the same colours; `nil` if none is compared.
    package let compared: ColoredTrack?
    /// The track with the marks; `nil` if only fixes are shown.
    package let route: TrackRoute?

    /// Creates the drawing of a whole session in the colours of its activities, without the tracks that are created when
    /// they are shown.
    /// - Parameters:
    ///   - picture: The session.
    ///   - session: Its run; `nil` while it is recorded.
    ///   - kinds: The layers that are shown.
    ///   - unit: The unit of the marks.
    package init(
        _ picture: SessionPicture, of session: LoadedSession?, showing kinds: Set<TrackKind>, unit: DistanceUnit
    ) {
        tracks = picture.tracks
        (colored, compared) = (nil, nil)
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
                colored?.track ?? tracks.coloredSmoothed
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

    /// Computes the drawing. Must not run on the main actor for a long session. O(n log n).
    /// - Parameters:
    ///   - picture: The session.
    ///   - session: Its run; `nil` while it is recorded.
    ///   - other: The run with the other set of parameters; `nil` if none is compared.
    ///   - kinds: The layers that are shown.
    ///   - range: The part that is looked at; `nil` for all.
    ///   - coloring: The quantity that the colours show.
    ///   - unit: The unit of the marks.
    package init(
        _ picture: SessionPicture, of session: LoadedSession?, comparedWith other: LoadedSession?,
        showing kinds: Set<TrackKind>, range: ClosedRange<Instant>?, by coloring: TrackColoring, unit: DistanceUnit
    ) {
        let whole = picture.tracks.with(kinds)
        let tracks = range.map { whole.clipped(to: $0) } ?? whole
        self.tracks = tracks
        guard let session, coloring != .activity else {
            colored = nil
            compared = other.map { other in
                let tracks = other.picture.tracks.with(kinds)
                let track = TrackKind.colored(of: kinds) == .simplified ? tracks.simplified : tracks.coloredSmoothed
                return ColoredTrack(
                    track: range.map(track.clipped(to:)) ?? track, colors: TrackColors(activities: []))
            }
            route = Self.route(tracks, nil, of: session, showing: kinds, unit)
            return
        }
        // Speed and accuracy change between two points of the simplified track, so the finest one is coloured.
        let colored = Self.color(picture, of: session, range: range, by: coloring)
        self.colored = colored
        compared = other.map { Self.color($0.picture, of: $0, range: range, by: coloring, like: colored.colors) }
        route = Self.route(tracks, colored, of: session, showing: kinds, unit)
    }
    private static func color(
        _ picture: SessionPicture, of session: LoadedSession, range: ClosedRange<Instant>?, by coloring: TrackColoring,
        like other: TrackColors? = nil
    ) -> ColoredTrack {
        let finest = range.map { picture.tracks.finest.clipped(to: $0) } ?? picture.tracks.finest
        let colors = TrackColors(finest, by: coloring, in: session.run, session.engine.recording, like: other)
        let track = TimedTrack(times: finest.times, geometry: finest.geometry.restyled(colors.styles))
        return ColoredTrack(track: track, colors: colors)
    }
}
