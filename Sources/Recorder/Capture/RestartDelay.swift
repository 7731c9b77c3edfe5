/// The delay before a capture child is restarted: short at first, and longer after each early failure.
struct RestartDelay: Equatable {
    /// The first delay, in seconds.
    static let shortest = 0.25
    /// The longest delay, in seconds.
    static let longest = 30.0
    /// The time that a child has to run, and deliver samples, to count as working, in seconds.
    static let proof = 2.0

    private var upcoming = Self.shortest

    /// Returns the delay after a child ended, in seconds.
    /// - Parameters:
    ///   - lived: The time for which the child ran, in seconds.
    ///   - hasDelivered: Whether the child delivered samples.
    mutating func next(lived: Double, hasDelivered: Bool) -> Double {
        if hasDelivered, lived >= Self.proof { upcoming = Self.shortest }
        defer { upcoming = min(Self.longest, upcoming * 2) }
        return upcoming
    }
}
