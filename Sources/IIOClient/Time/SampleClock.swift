import SensorModel

/// Gives every sample of a device a time: the kernel's stamp where that can be trusted, else its arrival.
///
/// Some drivers have no stamp, some repeat one for ever. Then the samples of one read are spread over the time since
/// the read before, by the nominal rate, and the clock says so.
struct SampleClock {
    /// Where times come from.
    enum Source: Equatable {
        /// The kernel's stamps.
        case stamps
        /// Arrival, because the device has no stamps.
        case arrivalWithoutStamps
        /// Arrival, because the stamps stand still.
        case arrivalForStuckStamps
    }

    /// Samples with an unchanged stamp after which stamps are given up.
    static let stuckLimit = 3
    /// Nanoseconds by which a mapped stamp may lie off its arrival before the mapping is made anew.
    static let steppedLimit: Int64 = 500_000_000

    /// Where times come from now.
    private(set) var source: Source
    private let clock: StampClock?
    private var offset: Int64
    private var lastStamp: Int64?
    private var stuck = 0
    private var lastTime: Instant?
    private var nominalPeriod: Double

    /// Makes a clock.
    /// - Parameters:
    ///   - clock: What stamps with; nil for one that this machine cannot read (another machine's).
    ///   - hasStamps: False where the device has no stamp.
    ///   - nominalRate: Samples a second.
    init(clock: StampClock?, hasStamps: Bool, nominalRate: Double) {
        self.clock = clock
        source = hasStamps ? .stamps : .arrivalWithoutStamps
        offset = clock?.offsetToRealtime ?? 0
        nominalPeriod = 1 / max(nominalRate, 0.1)
    }

    /// Returns the times of the samples of one read.
    /// - Parameters:
    ///   - stamps: Nanoseconds of each sample; what they hold does not matter without stamps.
    ///   - received: When the read returned.
    mutating func times(stamps: [Int64], received: Instant) -> [Instant] {
        guard !stamps.isEmpty else { return [] }
        if source == .stamps { watch(stamps) }
        guard source == .stamps else { return spread(stamps.count, received: received) }
        align(newest: stamps[stamps.count - 1], received: received)
        let times = stamps.map { Instant(nanoseconds: $0 &+ offset) }
        lastTime = times.last
        return times
    }

    private mutating func watch(_ stamps: [Int64]) {
        for stamp in stamps {
            stuck = stamp == lastStamp ? stuck + 1 : 0
            lastStamp = stamp
            if stuck >= Self.stuckLimit {
                source = .arrivalForStuckStamps
                return
            }
        }
    }

    /// Keeps the mapping of stamps to the wall clock right when that is set, or when the stamps are of another machine.
    private mutating func align(newest: Int64, received: Instant) {
        let age = received.nanoseconds &- (newest &+ offset)
        guard age < -Self.steppedLimit || age > 20 * Self.steppedLimit else { return }
        offset = clock?.offsetToRealtime ?? 0
        let remaining = received.nanoseconds &- (newest &+ offset)
        if remaining < -Self.steppedLimit || remaining > 20 * Self.steppedLimit {
            // Another machine's clock: its newest sample is taken to be new.
            offset = received.nanoseconds &- newest
        }
    }

    private mutating func spread(_ count: Int, received: Instant) -> [Instant] {
        let earliest = lastTime.map { max(0, received - $0) / Double(count) } ?? nominalPeriod
        let period = min(nominalPeriod, earliest)
        let times = (0..<count).map { received + -period * Double(count - 1 - $0) }
        lastTime = times.last
        return times
    }
}
