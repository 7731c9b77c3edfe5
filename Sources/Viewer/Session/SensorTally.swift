import FusionCore
import Geometry
import Localization
package import SensorModel
import ViewerModel

/// The data of a session's sources: counts and rates by stream, and the last state of each source.
package struct SensorTally: Sendable {
    /// One stream of one source.
    package struct Stream: Sendable {
        package let kind: StreamKind
        package var count = 0
        /// By arrival: a receiver with a wrong date states its own time in some reports only.
        fileprivate var arrivals = ArrivalRate()
        package var lost = 0

        /// The rate of arrival in samples per second; `nil` if fewer than two arrived, or all at the same time.
        package var rate: Double? { arrivals.perSecond }
    }

    /// One source.
    package struct Source: Sendable {
        package let device: DeviceID
        package var report: SourceReport?
        package var streams: [Stream] = []

        /// The name for the user.
        package var name: String { report?.label ?? report?.name ?? localized("Device {1}", "\(device.rawValue)") }
    }

    /// The sources in the order in which they appeared.
    package private(set) var sources: [Source] = []

    /// The sources that deliver samples of motion, field, pressure or temperature.
    package var motionSources: [Source] {
        sources.compactMap { source in
            var motion = source
            motion.streams.removeAll { !RawSamples.streams.contains($0.kind) }
            return motion.streams.isEmpty ? nil : motion
        }
    }

    /// True if an accelerometer or a gyroscope of the device itself delivers.
    package var hasDeviceMotion: Bool { hasMotion { $0 != MotionTracker.headLabel } }

    /// True if an accelerometer or a gyroscope worn on the head delivers.
    package var hasHeadMotion: Bool { hasMotion { $0 == MotionTracker.headLabel } }

    private func hasMotion(at isPlace: (String?) -> Bool) -> Bool {
        sources.contains { source in
            isPlace(source.report?.label.flatMap(MotionTracker.place(of:)))
                && source.streams.contains { $0.kind == .acceleration || $0.kind == .rotation }
        }
    }

    /// The number of satellites that fixes used, whenever it changed.
    private var satellites: [(time: Instant, count: Int?)] = []

    /// Returns the number of satellites that the last fix before an instant used; `nil` if the fix does not state it.
    /// O(log n).
    package func satellites(at instant: Instant) -> Int? {
        let next = satellites.partitionPoint { $0.time <= instant }
        return next > 0 ? satellites[next - 1].count : nil
    }

    /// Records an event.
    package mutating func consume(_ event: SensorEvent) {
        switch event.payload {
        case .fix(let fix): consume(fix, at: event.time, received: event.received)
        case .sky(let sky): count(.sky, of: sky.device, at: event.received)
        case .acceleration(let sample): count(.acceleration, of: sample.device, at: event.received)
        case .rotation(let sample): count(.rotation, of: sample.device, at: event.received)
        case .magneticField(let sample): count(.magneticField, of: sample.device, at: event.received)
        case .scalar(let quantity, let sample): count(.scalar(quantity), of: sample.device, at: event.received)
        case .source(let report): sources[index(of: report.device)].report = report
        case .drop(let drop):
            let source = index(of: drop.device)
            let stream = index(of: drop.stream, in: source)
            sources[source].streams[stream].lost = drop.added(to: sources[source].streams[stream].lost)
        default: break
        }
    }

    /// Records a fix attempt with its time and its arrival.
    package mutating func consume(_ fix: Fix, at time: Instant, received: Instant) {
        count(.fix, of: fix.device, at: received)
        // A location service says nothing about satellites.
        if fix.mode != .unknown, fix.satellites != satellites.last?.count { satellites.append((time, fix.satellites)) }
    }

    private mutating func count(_ kind: StreamKind, of device: DeviceID, at time: Instant) {
        let source = index(of: device)
        let stream = index(of: kind, in: source)
        sources[source].streams[stream].count += 1
        sources[source].streams[stream].arrivals.consume(arrival: time)
    }

    private mutating func index(of device: DeviceID) -> Int {
        if let index = sources.firstIndex(where: { $0.device == device }) { return index }
        sources.append(Source(device: device))
        return sources.count - 1
    }

    private mutating func index(of kind: StreamKind, in source: Int) -> Int {
        if let index = sources[source].streams.firstIndex(where: { $0.kind == kind }) { return index }
        sources[source].streams.append(Stream(kind: kind))
        return sources[source].streams.count - 1
    }
}
