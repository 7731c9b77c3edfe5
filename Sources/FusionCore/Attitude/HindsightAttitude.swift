import NavigationMath
public import SensorModel

/// The attitude of a finished session's bodies, estimated from earlier and later samples and therefore without lag.
///
///     var hindsight = HindsightAttitude()
///     for event in events { hindsight.note(event) }
///     hindsight.finish(parameters: .init()) { attitude, gravity in … }
///
/// Requires a gyroscope and an accelerometer; for other bodies, the live estimate remains. Stores about 40 bytes per
/// sensor sample. Guide: docs/estimators/attitude.md.
public struct HindsightAttitude: Sendable {
    /// The duration of a block, in seconds; the memory for processing does not grow with longer sessions.
    private static let block = 1_200.0
    /// The overlap of blocks, in seconds: ten time constants of the accelerometer's low-pass.
    private static let overlap = 30.0

    private struct Stream: Sendable {
        var times: [Instant] = []
        var values: [Vector3] = []

        mutating func add(_ value: Vector3, at time: Instant) {
            guard times.last.map({ time > $0 }) ?? true else { return }
            times.append(time)
            values.append(value)
        }

        /// Returns the number of samples before a time. O(log n).
        func count(before moment: Instant) -> Int {
            times.partitionPoint { $0 < moment }
        }
    }

    /// The samples of a body during a period without a clock change.
    private struct Body: Sendable {
        var device: DeviceID
        /// The streams, indexed by ``MotionTracker/Stream``.
        var streams = [Stream](repeating: Stream(), count: 3)

        var acceleration: Stream { streams[MotionTracker.Stream.acceleration.rawValue] }
        var rotation: Stream { streams[MotionTracker.Stream.rotation.rawValue] }
        var magneticField: Stream { streams[MotionTracker.Stream.magneticField.rawValue] }
    }

    private var tracker = MotionTracker()
    private var bodies: [Body] = []
    /// The bodies before a clock was set back.
    private var earlier: [Body] = []

    /// Creates an instance without samples.
    public init() {}

    /// Records the session's next event.
    public mutating func note(_ event: SensorEvent) {
        switch event.payload {
        case .source(let report): tracker.consume(report)
        case .acceleration(let sample): note(sample, .acceleration, at: event.time)
        case .rotation(let sample): note(sample, .rotation, at: event.time)
        case .magneticField(let sample): note(sample, .magneticField, at: event.time)
        default: break
        }
    }

    private mutating func note(_ sample: VectorSample, _ stream: MotionTracker.Stream, at time: Instant) {
        guard let (index, vector) = tracker.place(sample, stream), vector.isFinite else { return }
        while bodies.count <= index { bodies.append(Body(device: sample.device)) }
        // A much earlier timestamp means that the clock was set or that the previous one was wrong, so the two are not
        // joined.
        if let last = bodies[index].streams[stream.rawValue].times.last, last - time > tracker.parameters.gap {
            earlier.append(bodies[index])
            bodies[index] = Body(device: bodies[index].device)
        }
        if stream == .acceleration { bodies[index].device = sample.device }
        bodies[index].streams[stream.rawValue].add(vector, at: time)
    }

    /// Emits attitude and gravity for each gyroscope sample, body by body, in order of time. O(samples).
    ///
    /// The samples between two gaps are resampled on a uniform grid at the gyroscope's mean rate. Samples that are
    /// already uniform are unchanged.
    public func finish(parameters: Parameters, emit: (AttitudeEstimate, GravityEstimate) -> Void) {
        for body in earlier + bodies where !body.acceleration.times.isEmpty {
            for stretch in Self.stretches(of: body.rotation.times, gap: parameters.motion.gap) {
                smooth(body, stretch, parameters, emit)
            }
        }
    }

    private static func stretches(of times: [Instant], gap: Double) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = 0
        for index in times.indices.dropFirst() where times[index] - times[index - 1] > gap {
            result.append(start..<index)
            start = index
        }
        if start < times.count { result.append(start..<times.count) }
        return result.filter { $0.count > 1 }
    }

    private func smooth(
        _ body: Body, _ stretch: Range<Int>, _ parameters: Parameters,
        _ emit: (AttitudeEstimate, GravityEstimate) -> Void
    ) {
        let times = body.rotation.times
        let interval = (times[stretch.upperBound - 1] - times[stretch.lowerBound]) / Double(stretch.count - 1)
        let (size, lap) = (Int(Self.block / interval), Int(Self.overlap / interval))
        var yaw = Quaternion.identity
        var last: Quaternion?
        var next = stretch.lowerBound
        while next < stretch.upperBound {
            let first = max(stretch.lowerBound, next - lap)
            let end = stretch.upperBound - next <= size + lap ? stretch.upperBound : next + size
            let reach = min(stretch.upperBound, end + lap)
            let grid = Grid(start: times[first], interval: interval, count: reach - first)
            let offline = OfflineOrientation(
                rotation: grid.sample(body.rotation), acceleration: grid.sample(body.acceleration),
                magneticField: grid.covers(body.magneticField, gap: parameters.motion.gap)
                    ? grid.sample(body.magneticField) : [],
                interval: interval, parameters: parameters.attitude)
            // Without a magnetometer, each block has its own initial yaw, so it is rotated to continue from the
            // previous block.
            if let last, offline.headings.isEmpty, next > first {
                yaw = Quaternion(yaw: (last * offline.attitude(at: next - 1 - first).conjugate).eulerAngles.yaw)
            } else {
                yaw = .identity
            }
            for index in next..<end {
                let rotation = yaw * offline.attitude(at: index - first)
                last = rotation
                let time = grid.time(index - first)
                emit(
                    AttitudeEstimate(
                        time: time, device: body.device, rotation: rotation,
                        reference: offline.headings.isEmpty ? .arbitraryZUp : .magneticNorthZUp),
                    GravityEstimate(
                        time: time, device: body.device, vector: rotation.up * standardGravity))
            }
            next = end
        }
    }

    /// A uniform grid of times, for resampling.
    private struct Grid {
        var start: Instant
        var interval: Double
        var count: Int

        func time(_ index: Int) -> Instant { start + Double(index) * interval }

        /// Returns whether a stream covers the grid, except for at most a gap at each end.
        func covers(_ stream: Stream, gap: Double) -> Bool {
            guard let first = stream.times.first, let last = stream.times.last else { return false }
            return first - start <= gap && time(count - 1) - last <= gap
        }

        /// Returns a stream interpolated on the grid; beyond its ends, the nearest sample.
        func sample(_ stream: Stream) -> [Vector3] {
            var next = stream.count(before: start)
            return (0..<count).map { index in
                let moment = time(index)
                while next < stream.times.count, stream.times[next] < moment { next += 1 }
                guard next < stream.times.count else { return stream.values[next - 1] }
                guard next > 0 else { return stream.values[0] }
                let span = stream.times[next] - stream.times[next - 1]
                let share = (moment - stream.times[next - 1]) / span
                // A time that matches a sample except for rounding gets that sample.
                if share > 0.999 { return stream.values[next] }
                return stream.values[next - 1] * (1 - share) + stream.values[next] * share
            }
        }
    }
}
