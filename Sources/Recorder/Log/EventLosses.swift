import SensorModel

/// The events that a recorder had no memory for while its file could not be written.
struct EventLosses {
    /// The number of events without their receiver's own lines.
    var lineCount = 0
    private var counts: [DeviceID: [StreamKind: Int]] = [:]
    private var otherCount = 0

    /// Whether nothing was lost.
    var isEmpty: Bool { lineCount == 0 && otherCount == 0 && counts.isEmpty }

    /// Counts a lost event.
    mutating func consume(_ payload: SensorEvent.Payload) {
        switch payload {
        case .fix(let fix): counts[fix.device, default: [:]][.fix, default: 0] += 1
        case .sky(let sky): counts[sky.device, default: [:]][.sky, default: 0] += 1
        default:
            guard let sample = payload.sample else { return otherCount += 1 }
            counts[sample.device, default: [:]][sample.stream, default: 0] += 1
        }
    }

    /// The losses as events for the session: one for each stream, and a note about the rest.
    var payloads: [SensorEvent.Payload] {
        let drops = counts.sorted { $0.key < $1.key }.flatMap { device, streams in
            streams.sorted { $0.key.rawValue < $1.key.rawValue }.map { stream, count in
                SensorEvent.Payload.drop(DropReport(device: device, stream: stream, count: count))
            }
        }
        guard lineCount > 0 || otherCount > 0 else { return drops }
        let clause = Phrase(
            translatable("{1} receivers' lines and {2} other events, because the disk was too slow or full"),
            "\(lineCount)", "\(otherCount)")
        return drops + [.note(ImportNote(.leftOut, clause))]
    }
}
