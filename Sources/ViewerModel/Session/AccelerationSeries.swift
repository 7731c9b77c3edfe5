public import Replay
import SensorModel

extension TimeSeries {
    /// Collects the magnitude of the measured acceleration including gravity, in m/s^2.
    ///
    /// For a long session, keeps the smallest and the largest value of each interval of time, so that no knock is lost
    /// and memory is limited. O(events).
    /// - Parameters:
    ///   - recording: The session.
    ///   - buckets: The maximum number of intervals.
    public static func acceleration(of recording: Recording, buckets: Int = 20_000) -> TimeSeries {
        guard let start = recording.start, let end = recording.end, buckets > 0 else {
            return TimeSeries(times: [], values: [])
        }
        let width = max((end - start) / Double(buckets), 1e-3)
        var times: [Instant] = []
        var values: [Float] = []
        var bucket = -1
        var low = (time: start, value: Float.infinity)
        var high = (time: start, value: -Float.infinity)
        func close() {
            guard low.value.isFinite else { return }
            let first = low.time <= high.time ? low : high
            let second = low.time <= high.time ? high : low
            times.append(first.time)
            values.append(first.value)
            guard second.time > first.time else { return }
            times.append(second.time)
            values.append(second.value)
        }
        recording.events.forEach(in: 0..<recording.events.count) { event in
            guard case .acceleration(let sample) = event.payload, event.time >= start else { return true }
            let size = Float((sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot())
            let place = Int((event.time - start) / width)
            // Two sensors may report the same instant in any order, so an earlier sample counts in the current
            // interval.
            if place > bucket {
                close()
                bucket = place
                low = (event.time, .infinity)
                high = (event.time, -.infinity)
            }
            if size < low.value { low = (max(low.time, event.time), size) }
            if size > high.value { high = (max(high.time, event.time), size) }
            return true
        }
        close()
        return TimeSeries(times: times, values: values, longestStep: max(2, 3 * width))
    }
}
