import SensorModel

extension TrackDocument {
    /// The start of 2004, before which no receiver spoke the protocols that came later.
    static let earliestOfLaterProtocols = Instant(seconds: 1_072_915_200)

    /// The number of times 1024 weeks that a receiver can be off by: less than a century.
    private static let mostEras = 5

    /// Moves a receiver's impossible dates by multiples of 1024 weeks, after which the week number of GPS starts again, to
    /// the last possible ones. Reports that as a problem.
    /// - Parameters:
    ///   - now: The current time; no date can be later than tomorrow.
    ///   - modified: The time when the file was last changed, which a date in it hardly exceeds; `nil` if it is unknown.
    mutating func correctWeeks(now: Instant, modified: Instant?) {
        guard let earliest = earliestOfReceiver else { return }
        let day = 86_400.0
        let latest = now + day
        let last = modified.map { $0 > earliest && $0 < now ? $0 + day : latest } ?? latest
        var moved: Set<Int64> = []
        for index in sensorEvents.indices {
            let time = sensorEvents[index].time
            guard time < earliest || time > latest else { continue }
            let eras = ((last - time) * 1e9 / Double(GPSWeekEra.nanoseconds)).rounded(.down)
            guard eras != 0, let era = Int64(exactly: eras), era.magnitude <= Self.mostEras else { continue }
            sensorEvents[index] = sensorEvents[index].moved(by: era * GPSWeekEra.nanoseconds)
            moved.insert(era)
        }
        guard let era = moved.max(by: { $0.magnitude < $1.magnitude }) else { return }
        report(
            .doubted,
            era > 0
                ? translatable(
                    "the receiver's date is {1} weeks early, a fault of old receivers (GPS week rollover); its times are corrected"
                )
                : translatable(
                    "the receiver's date is {1} weeks late, a fault of old receivers (GPS week rollover); its times are corrected"
                ), "\(1_024 * era.magnitude)")
    }
}
