import FusionCore
import NavigationMath
import SensorModel

/// What a watch or a bicycle computer measures beside the place: members of a point, samples in a session.
enum PointSample {
    /// Seconds for which a sample holds for the points after it: a chest strap that sends less often has lost touch.
    private static let freshness = 5.0

    private typealias Member = WritableKeyPath<TrackDocument.Point, Double?> & Sendable
    private static let members: [(Quantity, any Member)] = [
        (.temperature, \.temperature), (.heartRate, \.heartRate), (.cadence, \.cadence), (.power, \.power),
        (.pressure, \.pressure),
    ]

    /// What is to be known of all of a track's points before the first of them is told.
    struct Survey {
        /// From the earliest time of a point to the latest; nil if none has one.
        private(set) var span: TimeSpan?
        private var found = (temperature: false, heartRate: false, cadence: false, power: false, pressure: false)

        /// Goes through a track once. O(n).
        init(_ track: TrackDocument.Track) {
            for segment in track.segments {
                for index in segment.indices {
                    guard let time = segment[index].time else { continue }
                    span = TimeSpan(start: min(span?.start ?? time, time), end: max(span?.end ?? time, time))
                    // Not by way of the members' key paths: a long track has hundreds of thousands of points.
                    if segment[index].temperature != nil { found.temperature = true }
                    if segment[index].heartRate != nil { found.heartRate = true }
                    if segment[index].cadence != nil { found.cadence = true }
                    if segment[index].power != nil { found.power = true }
                    if segment[index].pressure != nil { found.pressure = true }
                }
            }
        }

        /// The streams that the points have besides their places.
        var streams: [StreamKind] {
            let quantities: [(Quantity, Bool)] = [
                (.temperature, found.temperature), (.heartRate, found.heartRate), (.cadence, found.cadence),
                (.power, found.power), (.pressure, found.pressure),
            ]
            return quantities.filter(\.1).map { .scalar($0.0) }
        }
    }

    /// Calls a closure with the samples of a point.
    static func forEach(
        of point: TrackDocument.Point, device: DeviceID, at time: Instant, _ body: (SensorEvent) -> Void
    ) {
        func tell(_ value: Double?, _ quantity: Quantity) {
            guard let value else { return }
            body(SensorEvent(time: time, payload: .scalar(quantity, ScalarSample(device: device, value: value))))
        }
        tell(point.temperature, .temperature)
        tell(point.heartRate, .heartRate)
        tell(point.cadence, .cadence)
        tell(point.power, .power)
        tell(point.pressure, .pressure)
    }

    /// Gives points the samples of their moments. O((events + points) log samples).
    /// - Parameters:
    ///   - points: The points, in any order.
    ///   - events: The session's events.
    ///   - devices: The sources whose samples count: receivers, not the thermometer of a chip.
    static func fill(
        _ points: inout [TrackDocument.Point], from events: some Collection<SensorEvent>, devices: Set<DeviceID>
    ) {
        for (quantity, member) in members {
            let samples = events.compactMap { event in
                sample(quantity, of: event.payload, devices).map { (event.time, $0) }
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
        samples.partitionPoint { $0.0 <= time }
    }

    private static func sample(
        _ quantity: Quantity, of payload: SensorEvent.Payload, _ devices: Set<DeviceID>
    ) -> Double? {
        guard case .scalar(quantity, let sample) = payload, devices.contains(sample.device) else { return nil }
        return sample.value
    }
}
