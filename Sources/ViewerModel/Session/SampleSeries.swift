import Geometry
import Replay
import SensorModel

extension TimeSeries {
    /// The time in seconds without a sample that breaks a line: a minimum, and a multiple of the usual interval.
    private static let (sampleGap, sampleGapIntervals) = (15.0, 5.0)

    /// Returns the samples of one value, in order of time. O(events).
    /// - Parameters:
    ///   - recording: The recording.
    ///   - value: Returns the value of a payload; `nil` for payloads of other streams.
    static func samples(of recording: Recording, _ value: (SensorEvent.Payload) -> Double?) -> TimeSeries {
        var times: [Instant] = []
        var values: [Float] = []
        recording.events.forEach(in: 0..<recording.events.count) { event in
            // Two devices may report the same value; their events are in the order of their times, except late ones.
            guard let value = value(event.payload), times.last.map({ $0 < event.time }) ?? true else { return true }
            times.append(event.time)
            values.append(Float(value))
            return true
        }
        let usual = quantiles([0.5], of: zip(times.dropFirst(), times).map { $0 - $1 })[0]
        return TimeSeries(times: times, values: values, longestStep: max(sampleGap, sampleGapIntervals * usual))
    }
}

extension Sky {
    /// The median strength of the used satellites, or of all if none is named as used, in dB-Hz; `nil` without a signal.
    var medianStrength: Double? {
        let heard = satellites.filter { $0.signalStrength ?? 0 > 0 }
        let used = heard.filter(\.isUsed)
        let strengths = (used.isEmpty ? heard : used).compactMap(\.signalStrength)
        return strengths.isEmpty ? nil : quantiles([0.5], of: strengths)[0]
    }
}
