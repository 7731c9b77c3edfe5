/// The time before a capture child is started again: short at first, longer each time it fails early.
struct RestartDelay: Equatable {
    /// The first delay, in seconds.
    static let shortest = 0.25
    /// The longest delay, in seconds.
    static let longest = 30.0
    /// The time that a child has to live, and deliver samples, to count as one that works, in seconds.
    static let proof = 2.0

    private var upcoming = Self.shortest

    /// Returns the seconds to wait after a child ended.
    /// - Parameters:
    ///   - lived: How long it lived, in seconds.
    ///   - hasDelivered: True if it delivered samples.
    mutating func next(lived: Double, hasDelivered: Bool) -> Double {
        if hasDelivered, lived >= Self.proof { upcoming = Self.shortest }
        defer { upcoming = min(Self.longest, upcoming * 2) }
        return upcoming
    }
}
