import FusionCore
import SensorModel

/// What a watch or a bicycle computer measures beside the place: members of a point, samples in a session.
enum PointSample {
    /// Seconds for which a sample holds for the points after it: a chest strap that sends less often has lost touch.
    private static let freshness = 5.0

    private typealias Member = WritableKeyPath<TrackDocument.Point, Double?> & Sendable
    private static let members: [(StreamKind, any Member)] = [
        (.temperature, \.temperature), (.heartRate, \.heartRate), (.cadence, \.cadence),
    ]

    /// Returns the streams that a track's points have besides their places.
    static func streams(of track: TrackDocument.Track) -> [StreamKind] {
        members.filter { _, member in
            track.segments.contains { $0.contains { $0.time != nil && $0[keyPath: member] != nil } }
        }.map(\.0)
    }

    /// Returns the samples of a point.
    static func events(of point: TrackDocument.Point, device: DeviceID, at time: Instant) -> [SensorEvent] {
        members.compactMap { stream, member in
            guard let value = point[keyPath: member] else { return nil }
            let sample = ScalarSample(device: device, value: value)
            return payload(stream, sample).map { SensorEvent(time: time, payload: $0) }
        }
    }

    private static func payload(_ stream: StreamKind, _ sample: ScalarSample) -> SensorEvent.Payload? {
        switch stream {
        case .temperature: .temperature(sample)
        case .heartRate: .heartRate(sample)
        case .cadence: .cadence(sample)
        default: nil
        }
    }

    /// Gives points the samples of their moments. O((events + points) log samples).
    /// - Parameters:
    ///   - points: The points, in any order.
    ///   - events: The session's events.
    ///   - devices: The sources whose samples count: receivers, not the thermometer of a chip.
    static func fill(
        _ points: inout [TrackDocument.Point], from events: some Collection<SensorEvent>, devices: Set<DeviceID>
    ) {
        for (stream, member) in members {
            let samples = events.compactMap { event in
                sample(stream, of: event.payload, devices).map { (event.time, $0) }
            }
            .sorted { $0.0 < $1.0 }
            guard !samples.isEmpty else { continue }
            for index in points.indices {
                guard let time = points[index].time else { continue }
                let next = upperBound(of: time, in: samples)
                guard next > 0, time - samples[next - 1].0 <= freshness else { continue }
                points[index][keyPath: member] = samples[next - 1].1
            }
        }
    }

    /// The number of samples up to an instant. O(log n).
    private static func upperBound(of time: Instant, in samples: [(Instant, Double)]) -> Int {
        var low = 0
        var high = samples.count
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].0 <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func sample(
        _ stream: StreamKind, of payload: SensorEvent.Payload, _ devices: Set<DeviceID>
    ) -> Double? {
        switch (stream, payload) {
        case (.temperature, .temperature(let sample)), (.heartRate, .heartRate(let sample)),
            (.cadence, .cadence(let sample)):
            devices.contains(sample.device) ? sample.value : nil
        default: nil
        }
    }
}
