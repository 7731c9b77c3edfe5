import FusionCore
import Geometry
import SensorModel

/// The measurements of a watch or a bicycle computer other than position: members of a point, and samples in a
/// session.
enum PointSample {
    /// The time, in seconds, for which a sample applies to later points. A chest strap that is silent longer has lost
    /// contact.
    private static let freshness = 5.0

    /// The quantities that are the user's, whichever sensor measured them.
    private static let ofTheUser: [Quantity] = [.heartRate, .cadence, .power]

    private typealias Member = WritableKeyPath<TrackDocument.Point, Double?> & Sendable
    private static let members: [(Quantity, any Member)] = [
        (.temperature, \.temperature), (.heartRate, \.heartRate), (.cadence, \.cadence), (.power, \.power),
        (.pressure, \.pressure),
    ]

    /// A summary of all points of a track, computed before the first of them is emitted.
    struct Survey {
        /// The time span of the points; `nil` if none has a time.
        private(set) var span: TimeSpan?
        private var found = (temperature: false, heartRate: false, cadence: false, power: false, pressure: false)

        /// Surveys a track in one pass. O(n).
        init(_ track: TrackDocument.Track) {
            for segment in track.segments {
                for index in segment.indices {
                    guard let time = segment[index].time else { continue }
                    span = TimeSpan(start: min(span?.start ?? time, time), end: max(span?.end ?? time, time))
                    // Key paths would be too slow: a long track has hundreds of thousands of points.
                    if segment[index].temperature != nil { found.temperature = true }
                    if segment[index].heartRate != nil { found.heartRate = true }
                    if segment[index].cadence != nil { found.cadence = true }
                    if segment[index].power != nil { found.power = true }
                    if segment[index].pressure != nil { found.pressure = true }
                }
            }
        }

        /// The streams that the points contain in addition to their positions.
        var streams: [StreamKind] {
            let quantities: [(Quantity, Bool)] = [
                (.temperature, found.temperature), (.heartRate, found.heartRate), (.cadence, found.cadence),
                (.power, found.power), (.pressure, found.pressure),
            ]
            return quantities.filter(\.1).map { .scalar($0.0) }
        }
    }

    /// Calls a closure with each sample of a point.
    static func forEach(
        of point: TrackDocument.Point, device: DeviceID, at time: Instant, _ body: (SensorEvent) -> Void
    ) {
        func add(_ value: Double?, _ quantity: Quantity) {
            guard let value else { return }
            body(SensorEvent(time: time, payload: .scalar(quantity, ScalarSample(device: device, value: value))))
        }
        add(point.temperature, .temperature)
        add(point.heartRate, .heartRate)
        add(point.cadence, .cadence)
        add(point.power, .power)
        add(point.pressure, .pressure)
    }

    /// Fills in the samples that were current at the time of each point, where the point has none.
    /// O((events + points) log samples).
    /// - Parameters:
    ///   - points: The points, in any order.
    ///   - events: The session's events.
    ///   - devices: The receivers, whose samples count. If they have none of the heart rate, the cadence or the power,
    ///     those of a separate sensor do. Its temperature and pressure do not: they can be those of a chip.
    static func fill(
        _ points: inout [TrackDocument.Point], from events: some Collection<SensorEvent>, devices: Set<DeviceID>
    ) {
        let receivers = events.reduce(into: Set<DeviceID>()) { receivers, event in
            if case .fix(let fix) = event.payload { receivers.insert(fix.device) }
        }
        for (quantity, member) in members {
            var samples = Self.samples(quantity, of: events, from: devices.contains)
            if samples.isEmpty, ofTheUser.contains(quantity) {
                samples = Self.samples(quantity, of: events, from: { !receivers.contains($0) })
            }
            samples.sort { $0.0 < $1.0 }
            guard !samples.isEmpty else { continue }
            for index in points.indices where points[index][keyPath: member] == nil {
                guard let time = points[index].time else { continue }
                let next = upperBound(of: time, in: samples)
                guard next > 0, time - samples[next - 1].0 <= freshness else { continue }
                points[index][keyPath: member] = samples[next - 1].1
            }
        }
    }

    /// Returns the number of samples up to and including an instant. O(log n).
    private static func upperBound(of time: Instant, in samples: [(Instant, Double)]) -> Int {
        samples.partitionPoint { $0.0 <= time }
    }

    private static func samples(
        _ quantity: Quantity, of events: some Collection<SensorEvent>, from counts: (DeviceID) -> Bool
    ) -> [(Instant, Double)] {
        events.compactMap { event in
            guard case .scalar(quantity, let sample) = event.payload, counts(sample.device) else { return nil }
            return (event.time, sample.value)
        }
    }
}
