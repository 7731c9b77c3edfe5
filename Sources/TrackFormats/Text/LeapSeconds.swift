import SensorModel

/// The number of seconds by which GPS time is ahead of UTC.
enum LeapSeconds {
    /// The UTC months in which each offset takes effect. The list starts in 2006, before any known log of this kind.
    private static let starts: [(year: Int, month: Int, seconds: Double)] = [
        (2017, 1, 18), (2015, 7, 17), (2012, 7, 16), (2009, 1, 15), (2006, 1, 14),
    ]

    /// Returns the offset in seconds at an instant; 13 before 2006.
    static func count(at time: Instant) -> Double {
        starts.first { start in
            Timestamp.instant(year: start.year, month: start.month, day: 1).map { time >= $0 } ?? false
        }?.seconds ?? 13
    }
}
