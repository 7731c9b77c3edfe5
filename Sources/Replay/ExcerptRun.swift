import FusionCore
import Geometry
import SensorModel

/// The tracks of a run with other parameters in an excerpt, and elsewhere those of the run so far: a first picture of
/// what the user looks at, in a time that hardly depends on the length of the session.
///
/// The excerpt's core starts some minutes earlier, as a copy of the core of the other run. A filter forgets its initial
/// state within seconds, and learns the noise of a receiver within minutes. The track is therefore accurate to less than
/// the width of a line, but not bit for bit. The complete run follows.
struct ExcerptRun {
    /// The filtered positions of the whole session.
    let positions: PositionTrack
    /// The track after the backward pass, of the whole session.
    let smoothed: PositionTrack

    /// The maximum number of fixes of an excerpt.
    static let longest = 400
    /// The numbers of fixes before the excerpt, in which the passes learn the receiver's noise, and after it, from which
    /// the backward pass takes the lag of the receiver's velocity. With 100 and 50, the smoothed track of an unchanged
    /// filter is up to 0.2 m off, with these 0.1 m.
    private static let (lead, tail) = (300, 500)
    /// The number of events between two checks for cancellation.
    private static let breath = 512

    /// Runs the excerpt of a recording that a user looks at, without its motion samples if there is a record of them.
    /// - Parameters:
    ///   - recording: The recording, without changes of parameters.
    ///   - parameters: The parameters.
    ///   - gaze: What the user looks at.
    ///   - shown: A run of the recording with other parameters.
    ///   - isCancelled: Called every few hundred events; the run is cancelled if it returns true.
    /// - Returns: `nil` if nothing is visible, or if the run was cancelled. O(n) in copying the tracks.
    init?(
        _ recording: Recording, parameters: Parameters, at gaze: Gaze, over shown: SessionRun, isCancelled: () -> Bool
    ) {
        let fixes = shown.core.fixes
        guard let excerpt = Self.excerpt(of: fixes, at: gaze) else { return nil }
        let first = fixes.event(of: excerpt.lowerBound)
        let end = fixes.event(of: min(fixes.count, excerpt.upperBound + Self.tail) - 1) + 1
        let interval = shown.core.checkpoints.interval
        let start = fixes.event(of: max(0, excerpt.lowerBound - Self.lead)) / interval * interval
        var core = shown.core.checkpoints.core(afterEvents: start)
        core.parameters = parameters
        guard var playback = shown.core.playback(from: start) else { return nil }
        playback.start(&core)
        var (positions, trails) = (PositionTrack(), ReceiverTrails())
        var count = 0
        var isComplete = true
        func consume(_ index: Int, _ event: SensorEvent) -> Bool {
            isComplete = !count.isMultiple(of: Self.breath) || !isCancelled()
            count += 1
            playback.prepare(&core, for: index)
            core.consume(event) { estimate in
                if index >= first, case .position(let position) = estimate { positions.append(position) }
            }
            trails.append(fixOf: &core)
            return isComplete
        }
        if let events = playback.events?.prefix(while: { $0 < end }) {
            recording.events.forEach(at: events, consume)
        } else {
            recording.events.forEach(at: start..<end, consume)
        }
        guard isComplete else { return nil }
        let smoother = TrackSmoother(parameters: parameters.smoother, outages: parameters.outages)
        let smoothed = smoother.smooth(trails, filter: parameters.position).calmed(by: shown.day.rests).track
        let begin = fixes.time(of: excerpt.lowerBound)
        let rest = excerpt.upperBound < fixes.count ? fixes.time(of: excerpt.upperBound) : nil
        self.positions = shown.positions.replaced(from: begin, until: rest, by: positions)
        self.smoothed = shown.smoothed.replaced(from: begin, until: rest, by: smoothed)
    }

    /// Returns the indices of the visible fixes around the instant; `nil` if there are none.
    private static func excerpt(of fixes: RecordedFixes, at gaze: Gaze) -> Range<Int>? {
        guard let visible = gaze.visible else { return nil }
        func place(of instant: Instant) -> Int { fixes.indices.partitionPoint { fixes.time(of: $0) < instant } }
        let first = place(of: visible.lowerBound)
        let end = fixes.indices.partitionPoint { fixes.time(of: $0) <= visible.upperBound }
        guard first < end else { return nil }
        let middle = min(max(first, place(of: gaze.instant)), end)
        let start = max(first, min(middle - longest / 2, end - longest))
        return start..<min(end, start + longest)
    }
}
