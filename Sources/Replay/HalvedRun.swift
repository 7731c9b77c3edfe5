import FusionCore
import SensorModel

/// The tracks of a recording of fixes with other parameters, made in two halves at once: a first picture in less than
/// half the time.
///
/// The second half begins with a copy of the core of another run, some minutes before the middle. A filter forgets where
/// it came from within seconds, and what it learns of the receiver changes little with the parameters: the track is right
/// to less than the width of a line, and need not be to the bit. The whole run follows.
struct HalvedRun {
    /// Filtered positions.
    let positions: PositionTrack
    /// The track after the backward pass.
    let smoothed: PositionTrack

    /// Runs a recording without motion samples, in which no parameters were changed.
    /// - Parameters:
    ///   - recording: What to run.
    ///   - parameters: The parameters.
    ///   - other: Cores of a run of the same recording with other parameters.
    ///   - isCancelled: Asked every few thousand events.
    ///   - together: Does two things at once.
    /// - Returns: nil if it was cancelled, and where the recording is too short to be halved. O(events).
    init?(
        _ recording: Recording, parameters: Parameters, like other: Checkpoints, isCancelled: () -> Bool,
        together: (_ one: () -> Void, _ other: () -> Void) -> Void
    ) {
        let overlap = other.interval
        let (count, middle) = (recording.events.count, recording.events.count / 2)
        guard middle > 2 * overlap else { return nil }
        let early = Half(recording: recording, start: 0, firstNoted: 0, end: middle + overlap)
        let late = Half(
            recording: recording, start: max(0, middle - 5 * overlap), firstNoted: middle - overlap, end: count)
        let begin = FusionCore(parameters: parameters)
        var later = other.core(afterEvents: late.start)
        later.parameters = parameters
        var first: Tracks?
        var second: Tracks?
        withoutActuallyEscaping(isCancelled) { isCancelled in
            together({ first = early.run(begin, isCancelled) }, { second = late.run(later, isCancelled) })
        }
        guard let first, let second else { return nil }
        let seam = recording.events.time(of: middle)
        positions = first.positions.joined(with: second.positions, at: seam)
        smoothed = first.smoothed.joined(with: second.smoothed, at: seam)
    }

    private typealias Tracks = (positions: PositionTrack, smoothed: PositionTrack)

    /// Events between two questions whether to continue.
    private static let breath = 4_096

    /// One half, with what it shares with the other.
    private struct Half {
        var recording: Recording
        /// The first event that it consumes.
        var start: Int
        /// The first event that its tracks are made of.
        var firstNoted: Int
        /// The event after its last.
        var end: Int

        func run(_ core: FusionCore, _ isCancelled: () -> Bool) -> Tracks? {
            var core = core
            core.tellsPlacesOnly = true
            GaitPlayback.begin(&core)
            var positions = PositionTrack()
            var trail = FixTrail()
            positions.reserveCapacity(recording.events.fixCount / 2)
            trail.reserveCapacity(recording.events.fixCount / 2)
            var index = start
            recording.events.forEach(in: start..<end) { event in
                core.consume(event) { estimate in
                    if index >= firstNoted, case .position(let position) = estimate { positions.append(position) }
                }
                trail.note(core.position.model)
                index += 1
                return !index.isMultiple(of: HalvedRun.breath) || !isCancelled()
            }
            guard index == end else { return nil }
            let smoother = TrackSmoother(parameters: core.parameters.smoother, outages: core.parameters.outages)
            return (positions, smoother.smooth(trail, filter: core.parameters.position.constantVelocity).track)
        }
    }
}
