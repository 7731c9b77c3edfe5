import SensorModel

extension TrackDocument {
    /// Removes heart rates of zero, which devices write while their sensor has no contact. O(n).
    mutating func removeZeroHeartRates() {
        for track in tracks.indices {
            for segment in tracks[track].segments.indices {
                for point in tracks[track].segments[segment].indices {
                    if let rate = tracks[track].segments[segment][point].heartRate, rate <= 0 {
                        tracks[track].segments[segment][point].heartRate = nil
                    }
                }
            }
        }
        sensorEvents.removeAll { event in
            if case .scalar(.heartRate, let sample) = event.payload { sample.value <= 0 } else { false }
        }
    }

    /// Fills in the points' missing heart rates, cadences and powers from the samples of a file that has them apart from
    /// its positions. O((events + points) log samples).
    public mutating func fillSamples() {
        guard sensorEvents.contains(where: { if case .scalar = $0.payload { true } else { false } }) else { return }
        var points = tracks.flatMap { $0.segments.flatMap(\.self) }
        PointSample.fill(&points, from: sensorEvents, devices: [])
        var filled = points[...]
        for track in tracks.indices {
            for segment in tracks[track].segments.indices {
                let count = tracks[track].segments[segment].count
                tracks[track].segments[segment] = Array(filled.prefix(count))
                filled = filled.dropFirst(count)
            }
        }
    }
}
