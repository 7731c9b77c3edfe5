import SensorModel

/// Gives every sample of a device a time: the kernel's stamp where that can be trusted, else its arrival.
///
/// Some drivers have no stamp, some repeat one for ever. Then the samples of one read are spread over the time since
/// the read before, by the rate at which they come, and the clock says so.
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

    /// How stamps become times, where this machine can read the clock that they are of.
    struct Mapping {
        /// Nanoseconds to add now; nil if the clock cannot be read.
        var offset: () -> Int64?
        /// True if that never changes.
        var isSteady: Bool
    }

    /// Samples with an unchanged stamp after which stamps are given up.
    static let stuckLimit = 3
    /// Nanoseconds by which a mapped stamp may lie after its arrival before the clock is taken for another machine's.
    static let futureLimit: Int64 = 500_000_000
    /// Nanoseconds by which it may lie before its arrival.
    static let pastLimit: Int64 = 10_000_000_000
    /// Share with which a read's period enters the running mean.
    static let learning = 0.1
    /// Periods that a read may take for each of its samples; a longer one is a gap.
    static let gapFactor = 5.0

    /// Where times come from now.
    private(set) var source: Source
    private let mapping: Mapping?
    private var offset: Int64?
    private var arrival = ArrivalMapping()
    private var isForeign: Bool
    private var lastStamp: Int64?
    private var stuck = 0
    private var lastTime: Instant?
    private var period: Double

    /// Creates a clock.
    /// - Parameters:
    ///   - mapping: From stamps to times; nil for a clock that this machine cannot read (another machine's).
    ///   - hasStamps: False if the device has no stamp.
    ///   - nominalRate: Samples a second, as the device says.
    ///   - start: When capturing began: no sample is older, whatever rate the device says; nil if nobody knows.
    init(mapping: Mapping?, hasStamps: Bool, nominalRate: Double, start: Instant? = nil) {
        self.mapping = mapping
        source = hasStamps ? .stamps : .arrivalWithoutStamps
        offset = mapping?.offset()
        isForeign = offset == nil
        period = 1 / max(nominalRate, 0.1)
        lastTime = start
    }

    /// Returns the times of the samples of one read.
    /// - Parameters:
    ///   - stamps: Nanoseconds of each sample; what they hold does not matter without stamps.
    ///   - received: When the read returned.
    mutating func times(stamps: [Int64], received: Instant) -> [Instant] {
        guard let newest = stamps.last else { return [] }
        if source == .stamps { watch(stamps) }
        guard source == .stamps else { return spread(stamps.count, received: received) }
        let offset = offset(newest: newest, received: received)
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

    private mutating func offset(newest: Int64, received: Instant) -> Int64 {
        if !isForeign, let offset = ownOffset(newest: newest, received: received) { return offset }
        isForeign = true
        return arrival.offset(newest: newest, received: received)
    }

    /// The offset to a clock of this machine; nil if the stamps cannot be of it.
    private mutating func ownOffset(newest: Int64, received: Instant) -> Int64? {
        guard let mapping, let known = offset else { return nil }
        let current = mapping.isSteady ? known : mapping.offset() ?? known
        offset = current
        let age = received.nanoseconds &- (newest &+ current)
        return age >= -Self.futureLimit && age <= Self.pastLimit ? current : nil
    }

    private mutating func spread(_ count: Int, received: Instant) -> [Instant] {
        var period = period
        if let lastTime {
            let each = max(0, received - lastTime) / Double(count)
            if each < Self.gapFactor * self.period { self.period += Self.learning * (each - self.period) }
            // Never before the sample before.
            period = min(self.period, each)
        }
        let times = (0..<count).map { received + -period * Double(count - 1 - $0) }
        lastTime = times.last
        return times
    }
}
