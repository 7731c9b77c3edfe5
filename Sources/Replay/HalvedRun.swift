import FusionCore
import SensorModel

/// The tracks of a recording of fixes with other parameters, computed in two halves in parallel: a first picture in
/// less than half the time.
///
/// The second half starts some minutes before the middle, with a copy of the core of another run. A filter forgets its
/// initial state within seconds, and what it learns about the receiver depends little on the parameters. The track is
/// therefore accurate to less than the width of a line, but not bit for bit. The complete run follows.
struct HalvedRun {
    /// The filtered positions.
    let positions: PositionTrack
    /// The track after the backward pass.
    let smoothed: PositionTrack

    /// Runs a recording without motion samples and without changes of parameters.
    /// - Parameters:
    ///   - recording: The recording to run.
    ///   - parameters: The parameters.
    ///   - other: The checkpoints of a run of the same recording with other parameters.
    ///   - isCancelled: Called every few thousand events; the run is cancelled if it returns true.
    ///   - together: Runs two closures in parallel.
    /// - Returns: `nil` if the run was cancelled, or if the recording is too short to be halved. O(events).
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

    /// The number of events between two checks for cancellation.
    private static let breath = 4_096

    /// A half of the run, with its overlap with the other half.
    private struct Half {
        var recording: Recording
        /// The index of the first event to consume.
        var start: Int
        /// The index of the first event whose positions are kept.
        var firstNoted: Int
        /// The index after the last event.
        var end: Int

        func run(_ core: FusionCore, _ isCancelled: () -> Bool) -> Tracks? {
            var core = core
            core.leaveOutGait()
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
