package import FusionCore
package import Geometry
import SensorModel
package import ViewerModel

/// The tracks of a session, ready to be drawn.
///
/// The tracks of positions are rarely shown and take as much memory as everything else, so they are created when they
/// are shown: ``with(_:)``.
package struct SessionTracks: Sendable {
    package var raw = TimedTrack.empty
    package private(set) var filtered = TimedTrack.empty
    package private(set) var smoothed = TimedTrack.empty
    package var simplified = TimedTrack.empty
    package var rejected = MarkedPoints.empty
    /// The accepted fixes that hardly counted.
    package private(set) var ignored = MarkedPoints.empty
    /// The accepted fixes of receivers other than the primary one.
    package private(set) var secondary = MarkedPoints.empty
    /// The places at which the device states that it was paused, at the starts of the pauses.
    package var pauses = MarkedPoints.empty
    /// The moments that the user marked, with their places.
    package var marks: [(mark: SessionMark, place: UnitMercator)] = []
    /// The stops.
    package var stops: [StorylineItem.Stop] = []
    /// The sport of all moves of unknown activity, if a file states the same one for each of them; otherwise `nil`.
    package private(set) var otherSport: String?
    /// The positions of the filtered track.
    package var positions = PositionTrack()
    /// The positions after the backward pass; empty during a recording.
    var smoothedPositions = PositionTrack()
    /// The time in seconds without a position after which the line between two is only an estimate.
    private var silence = SilenceParameters().gap
    /// The bounding box of the accepted fixes; `nil` if there are none.
    package private(set) var bounds: MercatorBounds?

    /// The tracks that are created when they are shown.
    package static let madeWhenShown: Set<TrackKind> = [.filtered, .smoothed]

    /// Creates empty tracks.
    package init() {}

    /// Creates the tracks of a run. O(n log n).
    /// - Parameter known: The tracks of an earlier run, of which unchanged parts are taken.
    package init(_ fixes: FixPicture, _ findings: SessionFindings, like known: SessionTracks?) {
        raw = fixes.track
        rejected = fixes.rejected
        (ignored, secondary) = (fixes.ignored, fixes.secondary)
        positions = findings.positions
        smoothedPositions = findings.smoothed
        silence = findings.gap
        let simplified = findings.simplified
        self.simplified = TimedTrack(
            times: simplified.map(\.estimate.time),
            geometry: TrackGeometry(simplified.map(\.estimate.coordinate), styles: styles(of: simplified)))
        stops = (findings.day?.items ?? []).compactMap { item in
            if case .stop(let stop) = item { stop } else { nil }
        }
        let paused = findings.pauses.compactMap { pause in
            finestPositions.place(at: pause.lowerBound).map { (time: pause.lowerBound, place: $0) }
        }
        pauses = MarkedPoints(times: paused.map(\.time), coordinates: paused.map(\.place))
        marks = findings.marks.compactMap { mark in
            finestPositions.place(at: mark.time).map { (mark, UnitMercator($0)) }
        }
        otherSport = findings.day.flatMap(Self.otherSport)
        if let known, !positions.isEmpty, positions.isCopy(of: known.positions) {
            bounds = known.bounds
        } else {
            let box = positions.isEmpty ? raw.geometry.bounds : positions.mercatorBounds()
            bounds = box.isEmpty ? nil : box
        }
    }

    private static func otherSport(of day: Day) -> String? {
        let unknown = day.items.compactMap { item in
            if case .move(let move) = item, move.activity == .unknown { move } else { nil }
        }
        guard let sport = unknown.first?.sport, unknown.allSatisfy({ $0.isStated && $0.sport == sport }) else {
            return nil
        }
        return sport
    }

    /// Returns the tracks, including those that are shown. O(n log n).
    package func with(_ kinds: Set<TrackKind>) -> SessionTracks {
        var all = self
        if kinds.contains(.filtered) { all.filtered = track(positions) }
        if kinds.contains(.smoothed) { all.smoothed = colored(track(smoothedPositions)) }
        return all
    }

    /// Returns a track in the colours of the activities, which change at points of the simplified one. O(n).
    private func colored(_ track: TimedTrack) -> TimedTrack {
        let (changes, colors) = (simplified.times, simplified.geometry.styles)
        var (next, color) = (0, TrackStyle(.unknown).color)
        let styles = zip(track.times, track.geometry.styles).map { time, style in
            while next < changes.count, changes[next] <= time {
                color = colors[next].color
                next += 1
            }
            return TrackStyle(color: color, isDashed: style.isDashed)
        }
        return TimedTrack(times: track.times, geometry: track.geometry.restyled(styles))
    }

    /// The smoothed track with the colours of the activities; during a recording, which has none, the simplified one.
    package var coloredSmoothed: TimedTrack { smoothed.geometry.isEmpty ? simplified : smoothed }

    /// The track of positions, dashed where they are estimated.
    private func track(_ positions: PositionTrack) -> TimedTrack {
        let styles = positions.indices.map { place in
            let next = min(place + 1, positions.count - 1)
            let isSilent = positions.time(of: next) - positions.time(of: place) >= silence
            return TrackStyle(
                color: 0, isDashed: isSilent || positions.isBridged(place) || positions.isBridged(next))
        }
        let places = positions.indices.lazy.map { positions.coordinate(of: $0) }
        return TimedTrack(times: positions.times, geometry: TrackGeometry(places, styles: styles))
    }

    /// Returns the tracks with nothing drawn outside a stretch of time.
    func clipped(to range: ClosedRange<Instant>) -> SessionTracks {
        var part = self
        part.raw = raw.clipped(to: range)
        part.filtered = filtered.clipped(to: range)
        part.smoothed = smoothed.clipped(to: range)
        part.simplified = simplified.clipped(to: range)
        part.rejected = rejected.clipped(to: range)
        part.ignored = ignored.clipped(to: range)
        part.secondary = secondary.clipped(to: range)
        part.pauses = pauses.clipped(to: range)
        part.positions = PositionTrack(positions.filter { range.contains($0.time) })
        part.marks = marks.filter { range.contains($0.mark.time) }
        part.stops = stops.filter { $0.start <= range.upperBound && $0.end >= range.lowerBound }
        return part
    }

    /// The best positions: those after the backward pass, if there was one.
    package var finestPositions: PositionTrack { smoothedPositions.isEmpty ? positions : smoothedPositions }

    /// The track of the best positions. O(n log n).
    var finest: TimedTrack { track(finestPositions) }

    /// A segment has the activity of its start.
    private func styles(of points: [SimplifiedPoint]) -> [TrackStyle] {
        zip(points, points.estimatedSegments(silence: silence, along: finestPositions.times)).map {
            TrackStyle($0.activity, isDashed: $1)
        }
    }
}
